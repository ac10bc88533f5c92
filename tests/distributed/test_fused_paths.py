"""Shortest paths over GPUs in one launch: all ranks' kernels in plain Python, interleaved."""

import sys
from random import Random
from unittest.mock import patch

import in_turns
import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED
from meeting_ranks import PathRanks, check_late_ranks, on_gpu, too_late_at

import wavefront as wf
from wavefront import distributed, generators
from wavefront.algorithms.sssp.words import HALF, NOBODY
from wavefront.distributed import peer_meeting, peer_paths
from wavefront.distributed.peer_path_keys import DISTANCES, WORDS
from wavefront.distributed.peer_state import PIECE
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")

DELTAS = 1e-300, 40.0, 1e300  # a bucket for each distance, several, and one
ALWAYS, NEVER = -1, 10**9  # entries beyond which bitmaps are used


@pytest.fixture(autouse=True)
def threads_change_after_reads(monkeypatch):
    in_turns.give_way_after_reads(monkeypatch, Random(0).random)


def check(graph, ranks, source, delta, kinds=(DISTANCES, WORDS)):
    """Search by keys of these kinds; by words only where these hold the distances."""
    expected = wf.sssp(graph, source, device="cpu")
    distances = expected.distances.astype(np.float64)
    distances[distances < 0] = np.inf
    if DISTANCES in kinds:
        np.testing.assert_array_equal(ranks.search(source, delta), distances)
    if WORDS in kinds and (not graph.weighted or graph.csr.weights.dtype != np.float64):
        check_words(ranks.search(source, delta, WORDS), source, distances, expected.predecessors)


def check_words(words, source, distances, predecessors):
    """Distances, and the predecessors of those that are farther than some predecessor on a shortest path."""
    np.testing.assert_array_equal((words >> HALF).astype(np.int32).view(np.float32), distances)
    found, has_path = words & NOBODY, np.isfinite(distances)
    known = has_path & (found != NOBODY)
    known[source] = False
    assert found[known].tolist() == predecessors[known].tolist()
    others = has_path & (found == NOBODY)
    assert (distances[predecessors[others]] == distances[others]).all()


@pytest.mark.parametrize("many", [ALWAYS, 8, NEVER])
@pytest.mark.parametrize("delta", DELTAS)
def test_every_way(delta, many):
    graph = with_random_weights(generators.book_graph(), seed=1)
    ranks = PathRanks(graph, 2, many=many)
    for source, kind in ((0, DISTANCES), (8, WORDS)):
        check(graph, ranks, source, delta, [kind])


WIDTHS = {
    "wider at once": {"few_edges": 10**9},
    "wider, and as at first again": {"few_edges": 10**9, "many_edges": 3},
    "narrower than at first, too": {"few_edges": 10**9, "many_edges": 3, "most_edges": 6, "least": 0.1},
}


@pytest.mark.parametrize("many", [ALWAYS, 8, NEVER])
@pytest.mark.parametrize("width", WIDTHS)
def test_buckets_whose_width_changes(width, many):
    graph = with_random_weights(generators.kronecker(4, seed=1), seed=1)
    check(graph, PathRanks(graph, 2, many=many, **WIDTHS[width]), 3, 4.0)


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


def test_a_vertex_whose_distance_falls_often_in_a_step_is_queued_once(monkeypatch):
    """Twenty vertices, each as near to the source as the others, lead to one at falling distances."""
    middle = np.arange(1, 21)
    src, dst = np.append(0 * middle, [*middle, 21]), np.append(middle, [*(0 * middle + 21), 22])
    weights = np.append(np.ones(20), [*range(40, 20, -1), 1])
    graph = wf.Graph.from_edges(src, dst, weights=weights)
    queued, met = [], peer_paths.met

    def noted(plan, own, paths, now, told, is_own):
        queued.append(told.found)
        return met(plan, own, paths, now, told, is_own)

    monkeypatch.setattr(peer_paths, "met", noted)
    check(graph, PathRanks(graph, 1, many=NEVER), 0, 1e300)
    assert max(queued) == 20  # vertex 21 is in the queue of the next step alone
    assert {1, 20} <= set(queued) <= {0, 1, 20}


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
        [2**24 - 2, 1, 1, 1, 1],  # the third distance is the first that a word may round
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
