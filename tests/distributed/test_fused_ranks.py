"""PageRank over GPUs in one launch: all ranks' kernels in plain Python, interleaved."""

import sys
from random import Random
from unittest.mock import patch

import in_turns
import numpy as np
import pytest
import walk_in_numpy
from graphs import GRAPHS, SIMULATED
from meeting_ranks import PATIENCE, LeanRanks, check_late_ranks, on_gpu, too_late_at

import wavefront as wf
from wavefront import distributed, generators
from wavefront.algorithms.pagerank import semi_iteration
from wavefront.algorithms.pagerank.gather import HUGE, PIECE, SHORT
from wavefront.algorithms.pagerank.one_launch import ROUNDED_OFF
from wavefront.distributed import fused_ranks, peer_meeting, peer_memory, peer_ranks
from wavefront.distributed.peer_ranks import CONVERGED, ITERATIONS, WEIGHT

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")

ROWS = 3  # of the memory: one is never written, as if another rank had a block more than the Python device
BY_HOST = sys.modules["wavefront.distributed.pagerank"]
TYPES = np.float32, np.float64  # of contributions


@pytest.fixture(autouse=True)
def threads_change_after_reads(monkeypatch):
    in_turns.give_way_after_reads(monkeypatch, Random(0).random)


class WalkRanks(LeanRanks):
    """Ranks for walks, on which lists of `least` edges are long, and contributions of this type."""

    def __init__(self, graph, size, least=HUGE, seed=0, dtype=np.float64):
        self.least, self.dtype = least, dtype
        super().__init__(graph, size, seed)

    def arrays_of(self, part):
        """What a rank's kernel works on."""
        memory = part.communicator.symmetric(fused_ranks.words_of(part, ROWS))
        return fused_ranks.pieces_of(part, self.least), fused_ranks.walks_of(part, memory, ROWS)

    def run(
        self,
        damping=0.85,
        tolerance=1e-6,
        limit=100,
        *,
        begins=True,
        present=None,
        deadline=PATIENCE,
        heard=None,
    ):
        """Walk on, or begin; `present` are the ranks that come; `heard` as in `run_kernel`."""
        started = []
        for rank, (part, shared, (pieces, walks)) in enumerate(self.parts):
            walk = walks[self.dtype]
            if begins:
                walk.pace[:] = 0
            walk = walk._replace(damping=damping, tolerance=tolerance, limit=limit)
            *others, plan = peer_memory.arguments_in(part, shared)
            if present is None or rank in present:
                started.append((rank, (*others, plan._replace(deadline=deadline), pieces, walk)))
        self.run_kernel(peer_ranks.ranks_over_peers, started, [] if heard is None else heard)

    def walk(self, *arguments, **options):
        """Walk; returns ranks in order of id, how many iterations there were, and whether they converged."""
        self.run(*arguments, **options)
        paces = self.paces()
        assert len({pace.tobytes() for pace in paces}) == 1
        found = self.gathered(
            lambda rank, part, arrays: fused_ranks.ranks_in(
                self.parts[rank][0], arrays[1][self.dtype], paces[rank]
            )
        )
        if paces[0][WEIGHT]:
            found = np.maximum(found, 0) / np.maximum(found, 0).sum()
        return found, int(paces[0][ITERATIONS]), bool(paces[0][CONVERGED])

    def paces(self):
        """Where each rank's walk is."""
        return [walks[self.dtype].pace for _, _, (_, walks) in self.parts]


def check(graph, ranks, *arguments):
    """The walk is the one in NumPy; returns what it found."""
    found, iterations, converged = ranks.walk(*arguments)
    expected, *others = walk_in_numpy.walk(graph, ranks.dtype, *arguments)
    assert [iterations, converged] == others
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-17)
    return found, iterations, converged


@pytest.mark.parametrize(("size", "dtype"), [(1, np.float32), (2, np.float64), (5, np.float32)])
def test_ranks_are_those_of_one_process(size, dtype):
    graph = wf.Graph.from_edges([0, 1, 2, 3, 3, 4, 4], [1, 2, 0, 0, 4, 5, 3], 9)  # 5 to 8 have no out-edges
    found, _, converged = check(graph, WalkRanks(graph, size, dtype=dtype), 0.4, 1e-3)
    assert converged
    assert found.sum() == pytest.approx(1, rel=1e-14)
    expected = wf.pagerank(graph, damping=0.4, tolerance=1e-12, device="cpu").ranks
    np.testing.assert_allclose(found, expected, atol=1e-3)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["disconnected", "one vertex", "multigraph", "grid"])
def test_shapes(name, dtype):
    graph = GRAPHS[name]() if name != "grid" else generators.grid(4, 5)
    check(graph, WalkRanks(graph, 3, dtype=dtype), 0.85, 1e-3, 6)


def long_lists(count, directed):
    """Two vertices, one behind the other, that so many lead to."""
    into = np.arange(2, 2 + count)
    src = np.concatenate([into, [2, 0], into])
    dst = np.concatenate([np.zeros_like(into), [3, 1], np.ones_like(into)])
    return wf.Graph.from_edges(src, dst, directed=directed)


@pytest.mark.parametrize(("directed", "dtype"), [(False, np.float64), (True, np.float32)])
@pytest.mark.parametrize(
    ("count", "least"),
    [
        *[(count, HUGE) for count in (SHORT - 1, SHORT, SHORT + 1, HUGE - 2, HUGE - 1, HUGE, PIECE)],
        *[(count, 8) for count in (7, 8, 9, PIECE // 4 + 1, PIECE)],
    ],
)
def test_long_lists(count, least, directed, dtype):
    graph = long_lists(count, directed)
    check(graph, WalkRanks(graph, 2, least, dtype=dtype), 0.85, 1e-6, 3)


def test_a_list_of_most_pieces(monkeypatch):
    monkeypatch.setattr(fused_ranks, "MOST_PIECES", 2)
    graph = long_lists(PIECE + 1, True)
    ranks = WalkRanks(graph, 1, 8)
    pieces, _ = ranks.arrays_of(ranks.parts[0][0])
    assert pieces.pieces.reshape(-1, 2).tolist()[:2] == [[0, 257], [257, 513]]
    check(graph, ranks, 0.85, 1e-6, 2)


@pytest.mark.parametrize("arguments", [(0.0, 1e-6), (1.0, 1e-2), (0.85, 0.0, 1), (0.85, 0.0, 4), (0.85, 3.0)])
def test_bounds(arguments):
    graph = generators.book_graph()
    check(graph, WalkRanks(graph, 2), *arguments)


def slow():
    """A graph that plain iterations approach slowly, and a vertex without edges."""
    leaves = np.arange(2, 14)
    ends = np.concatenate([leaves % 2, [0]]), np.concatenate([leaves, [3]])
    return wf.Graph.from_edges(*ends, 16, directed=False)


@pytest.mark.parametrize(
    ("limit", "dtype"), [(3, np.float64), (4, np.float32), (5, np.float64), *((100, kind) for kind in TYPES)]
)
def test_ranks_are_extrapolated(limit, dtype):
    graph = slow()
    ranks = WalkRanks(graph, 2, dtype=dtype)
    found, iterations, converged = check(graph, ranks, 0.85, 1e-4, limit)
    assert iterations < 30
    assert converged == (limit == 100)
    if converged:
        wf.validate_pagerank(graph, found, tolerance=1e-4)


def test_extrapolation_is_given_up(monkeypatch):
    monkeypatch.setattr(semi_iteration, "GROWTH", 0.1)
    graph = slow()
    ranks = WalkRanks(graph, 2)
    check(graph, ranks, 0.85, 1e-2, 7)
    assert {pace[WEIGHT] for pace in ranks.paces()} == {semi_iteration.GIVEN_UP}


def test_ranks_walk_again():
    """Of what a walk leaves nothing may count in the next one; and no digit depends on the threads' turns."""
    ranks = WalkRanks(slow(), 2, 4)
    found = []
    for seed, dtype in enumerate([*TYPES, *TYPES]):
        ranks.seed, ranks.dtype = seed, dtype
        found.append(ranks.walk(0.85, 1e-2, 5)[0].tobytes())
    assert found[:2] == found[2:]
    assert found[0] != found[1]


def test_a_walk_in_two_launches():
    ranks = WalkRanks(slow(), 2, 4)
    whole = ranks.walk(0.85, 0.0, 6)
    ranks.run(0.85, 0.0, 3)
    again = ranks.walk(0.85, 0.0, 6, begins=False)
    assert whole[0].tobytes() == again[0].tobytes()
    assert whole[1:] == again[1:] == (6, False)


def test_a_rank_that_does_not_come_ends_the_others():
    ranks = WalkRanks(generators.path(9), 3)
    ranks.run(present=[0, 2], deadline=10**6)
    assert ranks.failed() == [True] * 3


def test_a_rank_that_comes_in_the_last_moment_hears_that_another_gave_up(monkeypatch):
    ranks = WalkRanks(generators.path(5), 2)
    ranks.walk(limit=2)
    assert ranks.meetings() == 4  # the last one is there for this alone
    last, heard = 3, []
    monkeypatch.setattr(peer_meeting, "comes", too_late_at(last, peer_meeting.comes))
    WalkRanks(generators.path(5), 2).run(limit=2, heard=heard)
    assert heard == [True] * 2


@pytest.mark.parametrize(("tolerance", "dtype"), [(1e-6, np.float32), (9.9e-7, np.float64)])
def test_a_walk_over_gpus_is_this_one(monkeypatch, tolerance, dtype):
    graph = generators.book_graph()
    dealt = on_gpu(monkeypatch, graph)
    monkeypatch.setattr(fused_ranks, "WORK_AT_ONCE", 0)  # launches of 8 iterations
    monkeypatch.setattr(fused_ranks, "ROUNDED_OFF", 9e-7)  # so much that it takes more iterations
    with patch.object(BY_HOST, "_iterate", side_effect=AssertionError("iterations are driven by the host")):
        found = distributed.pagerank(dealt, tolerance=tolerance)
    ranks = found.gather()
    monkeypatch.undo()
    _, kept = vars(dealt)["_ranks_of_peers"]
    assert [kind for kind in TYPES if kept[kind].kernels] == [dtype]
    goal = tolerance - (9e-7 if dtype == np.float32 else 0)
    expected, *others = walk_in_numpy.walk(graph, dtype, 0.85, goal)
    assert [found.iterations, found.converged] == others
    assert found.iterations > 8
    np.testing.assert_allclose(ranks, expected, rtol=1e-12)
    wf.validate_pagerank(graph, ranks, tolerance=tolerance)
    exact = wf.pagerank(graph, tolerance=1e-12, device="cpu").ranks
    assert abs(ranks - exact).sum() < tolerance / (1 - 0.85)


def test_ranks_that_were_extrapolated_over_gpus_add_up_to_1(monkeypatch):
    graph = slow()
    dealt = on_gpu(monkeypatch, graph)
    ranks = distributed.pagerank(dealt, tolerance=1e-3).gather()
    monkeypatch.undo()
    expected, _, _ = walk_in_numpy.walk(graph, np.float32, 0.85, 1e-3 - ROUNDED_OFF)
    np.testing.assert_allclose(ranks, expected, rtol=1e-12)
    assert ranks.sum() == pytest.approx(1)


def test_no_vertices(monkeypatch):
    found = distributed.pagerank(on_gpu(monkeypatch, wf.Graph.from_edges([], [], 0)))
    assert (found.ranks.size, found.iterations, found.converged) == (0, 0, True)


def test_ranks_that_did_not_meet_are_an_error_of_that_walk_alone(monkeypatch):
    graph = generators.path(5)
    ranks, _, _ = walk_in_numpy.walk(graph, np.float64, limit=1)
    check_late_ranks(
        monkeypatch,
        graph,
        lambda dealt: distributed.pagerank(dealt, tolerance=0, max_iterations=1).gather(),
        ranks,
    )


def test_warps_with_little_to_do_share_shorter_lists():
    part = distributed.from_graph(long_lists(40, True), distributed.Alone())
    assert fused_ranks.least_of(part, 1) == 8
    with patch.object(fused_ranks, "PER_WARP", 1):
        assert fused_ranks.least_of(part, 1) == 128


@pytest.mark.soak
@pytest.mark.parametrize(("seed", "dtype"), [(0, np.float64), (1, np.float32), (2, np.float64)])
@pytest.mark.parametrize("size", [1, 2, 4, 7])
@pytest.mark.parametrize("least", [4, HUGE])
@pytest.mark.parametrize("name", GRAPHS)
def test_every_graph(name, least, size, seed, dtype):
    graph = GRAPHS[name]()
    check(graph, WalkRanks(graph, size, least, seed, dtype), 0.85, 1e-3, 12)
