"""Many searches over GPUs in one launch: all ranks' kernels in plain Python, interleaved."""

import sys
from random import Random
from unittest.mock import patch

import in_turns
import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED
from meeting_ranks import SourceRanks, check_late_ranks, on_gpu, too_late_at

import wavefront as wf
from wavefront import distributed, generators
from wavefront.distributed import peer_meeting
from wavefront.distributed.peer_sources import LONG
from wavefront.distributed.peer_state import PIECE

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")


@pytest.fixture(autouse=True)
def threads_change_after_reads(monkeypatch):
    in_turns.give_way_after_reads(monkeypatch, Random(0).random)


def check(graph, ranks, sources):
    expected = wf.multi_source_bfs(graph, sources, device="cpu").levels
    np.testing.assert_array_equal(ranks.search(sources), expected)


@pytest.mark.parametrize("count", [1, 2, 33, 64])
def test_counts_of_sources(count):
    graph = generators.grid(4, 5)
    check(graph, SourceRanks(graph, 2), [7 * number % 20 for number in range(count)])


def long_lists(count, directed):
    """Two vertices, one behind the other, that so many lead to; two of these follow one another."""
    into = np.arange(2, 2 + count)
    src = np.concatenate([into, [2, 0], into])
    dst = np.concatenate([np.zeros_like(into), [3, 1], np.ones_like(into)])
    return wf.Graph.from_edges(src, dst, directed=directed)


@pytest.mark.parametrize("count", [LONG, LONG + 1, 2 * PIECE + 1])
@pytest.mark.parametrize("directed", [False, True])
def test_long_lists(count, directed):
    graph = long_lists(count, directed)
    check(graph, SourceRanks(graph, 2), [2, 0, 5, count])


@pytest.mark.parametrize("name", ["disconnected", "one vertex", "multigraph"])
def test_shapes(name):
    graph = GRAPHS[name]()
    check(graph, SourceRanks(graph, 3), [0, graph.num_vertices - 1, 0])


def test_a_search_that_ends_early_leaves_the_others():
    """One source's search has a level, another's many: and so they end with different ones."""
    graph = wf.Graph.from_edges([0, 2, 3, 4, 5, 6], [1, 3, 4, 5, 6, 7])
    check(graph, SourceRanks(graph, 2), [0, *[1] * 31, 2, 5])


def test_ranks_are_searched_again():
    """Of what a search leaves in the words nothing may count in the next one."""
    graph = generators.kronecker(5, seed=1)
    ranks = SourceRanks(graph, 2)
    for sources in ([0, 9, 20], [1, 10], [30, 2, 2, 7], [0]):
        check(graph, ranks, sources)


def test_a_rank_that_does_not_come_ends_the_others():
    ranks = SourceRanks(generators.path(9), 3)
    ranks.run([0], present=[0, 2], deadline=10**6)
    assert ranks.failed() == [True] * 3


def test_a_rank_that_comes_in_the_last_moment_hears_that_another_gave_up(monkeypatch):
    ranks = SourceRanks(generators.path(5), 2)
    ranks.search([0, 1])
    assert ranks.meetings() == 7  # the last one is there for this alone
    last, heard = 6, []
    monkeypatch.setattr(peer_meeting, "comes", too_late_at(last, peer_meeting.comes))
    SourceRanks(generators.path(5), 2).run([0, 1], heard=heard)
    assert heard == [True] * 2


def test_a_search_over_gpus_is_this_one(monkeypatch):
    graph, sources = generators.grid(3, 5), [number % 15 for number in range(70)]  # two batches
    dealt = on_gpu(monkeypatch, graph)
    by_host = sys.modules["wavefront.distributed.multi_source_bfs"]
    with patch.object(by_host, "_search", side_effect=AssertionError("levels are driven by the host")):
        levels = distributed.multi_source_bfs(dealt, sources).gather()
    monkeypatch.undo()
    np.testing.assert_array_equal(levels, wf.multi_source_bfs(graph, sources, device="cpu").levels)


def test_ranks_that_did_not_meet_are_an_error_of_that_search_alone(monkeypatch):
    graph = generators.grid(3, 5)
    levels = wf.multi_source_bfs(graph, [0, 3], device="cpu").levels
    check_late_ranks(
        monkeypatch, graph, lambda dealt: distributed.multi_source_bfs(dealt, [0, 3]).gather(), levels
    )


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [1, 2, 4, 7])
@pytest.mark.parametrize("name", GRAPHS)
def test_every_graph(name, size, seed):
    graph = GRAPHS[name]()
    last = graph.num_vertices - 1
    check(graph, SourceRanks(graph, size, seed=seed), [0, last // 2, last, 0])
