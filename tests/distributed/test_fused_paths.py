"""Shortest paths over GPUs in one launch: all ranks' kernels in plain Python, interleaved."""

import sys
from random import Random
from unittest.mock import patch

import in_turns
import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED
from meeting_ranks import PathRanks, check_late_ranks, on_gpu, too_late_at
from path_ranks import ALWAYS, DELTAS, NEVER, check

import wavefront as wf
from wavefront import distributed, generators
from wavefront.algorithms.sssp import one_launch
from wavefront.algorithms.sssp.api import automatic_delta
from wavefront.algorithms.sssp.words import HALF, NOBODY
from wavefront.device import Python
from wavefront.distributed import fused_paths, peer_meeting
from wavefront.distributed.peer_path_keys import DISTANCES, WORDS
from wavefront.distributed.peer_state import PIECE
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")


@pytest.fixture(autouse=True)
def threads_change_after_reads(monkeypatch):
    in_turns.give_way_after_reads(monkeypatch, Random(0).random)


@pytest.mark.parametrize("many", [ALWAYS, 8, NEVER])
@pytest.mark.parametrize("delta", DELTAS)
def test_every_way(delta, many):
    graph = with_random_weights(generators.book_graph(), seed=1)
    ranks = PathRanks(graph, 2, many=many)
    for source, kind in ((0, DISTANCES), (8, WORDS)):
        check(graph, ranks, source, delta, [kind])


def hub(directed):
    """A hub whose list has several pieces, which is reached from a chain, and again by a shorter way."""
    spokes = np.arange(1, 2 * PIECE + 9)
    chain = np.arange(spokes.size + 1, spokes.size + 6)
    src = np.concatenate([np.zeros_like(spokes), chain[:-1], [chain[0], chain[-1]]])
    dst = np.concatenate([spokes, chain[1:], [0, 0]])
    weights = np.concatenate([spokes % 7, np.ones(chain.size - 1, int), [30, 1]])
    return wf.Graph.from_edges(src, dst, weights=weights, directed=directed)


WEIGHTS = {
    "zero": lambda rng, count: np.zeros(count),
    "zero and one": lambda rng, count: rng.integers(0, 2, count),
    "lost": lambda rng, count: 10.0 ** rng.integers(-25, 3, count),
    "float32": lambda rng, count: rng.random(count).astype(np.float32),
    "some infinite": lambda rng, count: np.where(rng.random(count) < 0.3, np.inf, rng.random(count)),
    "none": lambda rng, count: None,
}


@pytest.mark.parametrize("kind", WEIGHTS)
def test_weights(kind):
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 30, (2, 70))
    graph = wf.Graph.from_edges(src, dst, 30, weights=WEIGHTS[kind](rng, 70))
    for delta in DELTAS:
        check(graph, PathRanks(graph, 3), int(src[0]), delta)


@pytest.mark.parametrize("many", [ALWAYS, 8, NEVER])
@pytest.mark.parametrize("directed", [False, True])
def test_a_hub(directed, many):
    graph = hub(directed)
    check(graph, PathRanks(graph, 2, many=many), graph.num_vertices - 5, 8.0)


@pytest.mark.parametrize("many", [ALWAYS, 8, NEVER])
def test_inboxes_that_overflow(many):
    graph = with_random_weights(generators.kronecker(5, seed=1), seed=1)
    for delta, kind in zip(DELTAS[1:], (DISTANCES, WORDS), strict=True):
        check(graph, PathRanks(graph, 3, room=1, many=many), 1, delta, [kind])


@pytest.mark.parametrize("name", ["disconnected", "one vertex", "multigraph"])
def test_shapes(name):
    graph = GRAPHS[name]()
    check(graph, PathRanks(graph, 2), 0, 1.0)


def test_a_rank_that_does_not_come_ends_the_others():
    ranks = PathRanks(generators.path(9), 3)
    ranks.run(0, 1.0, present=[0, 2], deadline=10**6)
    assert ranks.failed() == [True] * 3


def test_a_rank_that_comes_in_the_last_moment_hears_that_another_gave_up(monkeypatch):
    ranks = PathRanks(generators.path(5), 2)
    ranks.search(0, 1.0)
    assert ranks.meetings() == 14  # the last one is there for this alone
    last, heard = 13, []
    monkeypatch.setattr(peer_meeting, "comes", too_late_at(last, peer_meeting.comes))
    PathRanks(generators.path(5), 2).run(0, 1.0, heard=heard)
    assert heard == [True] * 2


def test_a_distance_near_the_largest_number():
    most = np.finfo(np.float64).max
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=np.array([most, 0.0, 1.0]))
    for delta in (1.0, 1e300, 1e308):
        check(graph, PathRanks(graph, 2), 0, delta)


def test_a_search_over_gpus_is_this_one(monkeypatch):
    graph = with_random_weights(generators.grid(3, 5), seed=1)
    dealt = on_gpu(monkeypatch, graph)
    by_host = sys.modules["wavefront.distributed.sssp"]  # the package's name `sssp` is the function
    with patch.object(by_host, "_lowered", side_effect=AssertionError("steps are driven by the host")):
        found = [distributed.sssp(dealt, source).gather() for source in (0, 7)]
    monkeypatch.undo()
    for source, (distances, predecessors) in zip((0, 7), found, strict=True):
        expected = wf.sssp(graph, source, device="cpu")
        np.testing.assert_array_equal(distances, expected.distances)
        np.testing.assert_array_equal(predecessors, expected.predecessors)


@pytest.mark.parametrize(
    "weights",
    [
        [1, 0, 0, 2, 0],  # 2 and 3 are as near as their predecessors
        [2**24 - 2, 1, 2, 2**25, 1],  # the last distance, 2^24 + 1, is one that a word rounds
        np.array([1e30, 1e-30, 1, 0, np.inf], np.float32),
        [0.1, 0.2, 0.3, 0.4, 0.5],
        None,
    ],
)
def test_predecessors_over_gpus(monkeypatch, weights):
    """A path, with a way round by smaller ids; twice, since what words can't hold is remembered."""
    graph = wf.Graph.from_edges([5, 4, 3, 5, 1], [4, 3, 2, 1, 2], 6, weights=weights)
    dealt = on_gpu(monkeypatch, graph)
    found = [distributed.sssp(dealt, 5, predecessors=asked).gather() for asked in (True, True, False)]
    monkeypatch.undo()
    expected = wf.sssp(graph, 5, device="cpu")
    for distances, predecessors in found:
        assert distances.dtype == expected.distances.dtype
        np.testing.assert_array_equal(distances, expected.distances)
        assert predecessors is None or predecessors.tolist() == expected.predecessors.tolist()
    assert found[2][1] is None


def test_ranks_agree_on_whether_words_hold_the_distances(monkeypatch):
    """On a path of four vertices over two ranks, one of which has no distance of 2^24 or more."""
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1, 1, 2**25])
    ranks = PathRanks(graph, 2)
    known = {}
    for keys in (WORDS, DISTANCES):
        ranks.search(0, 1e300, keys)
        for rank, (part, _, _) in enumerate(ranks.parts):
            own = part.partition
            known[rank, keys] = ranks.known(rank, keys)[own.first :][: own.owned].copy()
    monkeypatch.setattr(fused_paths, "_kept", lambda graph: "what searches need")
    monkeypatch.setattr(
        fused_paths, "_searched", lambda graph, kept, local, width, keys: known[graph.partition.rank, keys]
    )
    for most, has_words in ((2**25 + 2, False), (2, True)):
        if has_words:  # the same graph, whose last edge is as light
            graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1, 1, 0])
            for rank, (part, _, _) in enumerate(ranks.parts):
                far = part.ids == 3
                known[rank, WORDS][far] = (
                    np.array([2], np.float32).view(np.int32).astype(np.int64) << HALF | NOBODY
                )
                known[rank, DISTANCES][far] = 2

        def program(communicator, graph=graph):
            part = distributed.from_graph(graph, communicator)
            distances, parents = fused_paths.shortest_paths(part, 0, 1.0, True)
            return part.ids, distances, parents

        for ids, distances, parents in distributed.together(2, program):
            assert distances.tolist() == np.array([0, 1, 2, most])[ids].tolist()
            assert (parents is None) != has_words
            if has_words:  # the last vertex is as near as its predecessor, of which the other rank may know
                assert parents.tolist() == np.array([-1, 0, 1, 2])[ids].tolist()


def test_a_smaller_predecessor_is_offered_to_other_ranks():
    """Ten vertices as near as one another lead to nine, four to each, in steps that send at once."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        ends = rng.integers(11, 20, (10, 4))
        src = np.r_[np.zeros(10, int), np.repeat(np.arange(1, 11), 4)]
        graph = wf.Graph.from_edges(src, np.r_[np.arange(1, 11), ends.ravel()], 20)
        check(graph, PathRanks(graph, 2, many=NEVER, seed=seed), 0, 1e300, [WORDS])


def test_the_default_width_is_one_gpus(monkeypatch):
    graph = with_random_weights(generators.kronecker(6, seed=1), seed=1)
    first = automatic_delta(graph, Python(), adapts=True)
    found = distributed.together(
        2, lambda ranks: fused_paths.first_width(distributed.from_graph(graph, ranks))
    )
    assert found == pytest.approx([first] * 2)
    part, widths = distributed.from_graph(graph, distributed.Alone()), []
    monkeypatch.setattr(fused_paths, "_kept", lambda graph: "what searches need")
    monkeypatch.setattr(
        fused_paths, "_searched", lambda graph, kept, local, width, keys: widths.append(width) or graph.ids
    )
    for delta in (None, 3.0):
        fused_paths.shortest_paths(part, 0, delta, False)
    assert widths == [(pytest.approx(first), True), (3.0, False)]
    adapting, given = (fused_paths.limits_of(part, width) for width in widths)
    assert (given["delta"], given["few_edges"], given["least"]) == (3.0, 0, np.inf)
    assert adapting["few_edges"] == one_launch.FEW_EDGES
    assert adapting["least"] == pytest.approx(first / one_launch.NARROWED)
    assert adapting["most_edges"] == one_launch.most_edges(graph.num_edges) == adapting["many_edges"]


def test_a_graph_of_weights_of_no_length_has_one_bucket():
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[0, 0])
    assert fused_paths.first_width(distributed.from_graph(graph, distributed.Alone())) == np.inf


def test_ranks_that_did_not_meet_are_an_error_of_that_search_alone(monkeypatch):
    graph = with_random_weights(generators.grid(3, 5), seed=1)
    distances = wf.sssp(graph, 0, device="cpu").distances
    check_late_ranks(monkeypatch, graph, lambda dealt: distributed.sssp(dealt, 0).gather()[0], distances)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [1, 2, 4, 7])
@pytest.mark.parametrize("name", GRAPHS)
def test_every_graph(name, size, seed):
    graph = GRAPHS[name]() if GRAPHS[name]().weighted else with_random_weights(GRAPHS[name](), seed=seed)
    ranks = PathRanks(graph, size, seed=seed)
    for source, delta in zip((0, graph.num_vertices // 2, graph.num_vertices - 1), DELTAS, strict=True):
        check(graph, ranks, source, delta)
