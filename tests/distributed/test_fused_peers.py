"""The search over GPUs that reach one another's memory: all ranks' kernels in plain Python, interleaved."""

import gc
from random import Random
from unittest.mock import patch
from weakref import ref

import in_turns
import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED
from meeting_ranks import Ranks, check_late_ranks, on_gpu

import wavefront as wf
from wavefront import distributed, generators
from wavefront.compiler.running import let_others_run
from wavefront.distributed import fused_peers, host_driven, peer_kernel, peer_meeting
from wavefront.distributed.peer_rest import BY_LANE
from wavefront.distributed.peer_state import LAST, LAST_OWN, PIECE

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")

# Ways of a search: the usual one; pushes only; pulls only; pulls after which pushes follow.
WAYS = [{}, {"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e-9}, {"alpha": 1e9, "beta": 1e9}]


@pytest.fixture(autouse=True)
def threads_change_after_reads(monkeypatch):
    in_turns.give_way_after_reads(monkeypatch, Random(0).random)


def check(graph, ranks, source, **options):
    levels, predecessors = ranks.search(source, **options)
    np.testing.assert_array_equal(levels, wf.bfs(graph, source, device="cpu").levels)
    if predecessors is not None:
        wf.validate_bfs(graph, source, levels, predecessors)


@pytest.mark.parametrize("way", WAYS)
def test_every_way(way):
    graph = generators.book_graph()
    ranks = Ranks(graph, 2)
    for source in (0, 8):
        check(graph, ranks, source, **way)


def hub(directed):
    """A hub whose list has several pieces, beside chains, one of which leads into the hub."""
    spokes = np.arange(1, 3 * PIECE)
    chain = np.arange(3 * PIECE, 3 * PIECE + 5)
    src = np.concatenate([np.zeros_like(spokes), chain[:-1], chain[-1:]])
    dst = np.concatenate([spokes, chain[1:], [0]])
    return wf.Graph.from_edges(src, dst, directed=directed)


def gathering():
    """Many vertices lead into one, of which the last alone can be reached: a long list to look at."""
    into = np.arange(1, 3 * BY_LANE)
    src = np.concatenate([into, [into.size + 1]])
    dst = np.concatenate([np.zeros_like(into), [into.size]])
    return wf.Graph.from_edges(src, dst)


SHAPES = {
    "directed": lambda: wf.Graph.from_edges([0, 1, 1, 3, 4, 4], [1, 2, 3, 0, 4, 0], 7),
    "no edge": lambda: wf.Graph.from_edges([], [], 3),
    "hub": lambda: hub(directed=False),
    "directed hub": lambda: hub(directed=True),
    "gathering": gathering,
    **{name: GRAPHS[name] for name in ("disconnected", "multigraph", "one vertex")},
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name):
    graph = SHAPES[name]()
    ranks = Ranks(graph, 3 if name == "directed" else 2, room=1024)
    for way in WAYS[:1] if "hub" in name else WAYS[1:3]:
        check(graph, ranks, graph.num_vertices - 1, **way)


def test_places_of_64_bits_have_lists_alone(monkeypatch):
    best = fused_peers.best_neighbors
    monkeypatch.setattr(
        fused_peers, "best_neighbors", lambda *given: (best(*given)[0].astype(np.int64), None)
    )
    graph = generators.kronecker(5)
    check(graph, Ranks(graph, 2), 1, **WAYS[2])


@pytest.mark.parametrize("predecessors", [False, True])
def test_inboxes_that_overflow(predecessors):
    graph = generators.kronecker(5)
    ranks = Ranks(graph, 2, room=2)
    for way in WAYS[1:3]:
        check(graph, ranks, 1, predecessors=predecessors, **way)


def meetings(ranks):
    """How many meetings of all ranks there were, and of each rank's own blocks."""
    states = [peers.own.state for _, peers, _ in ranks.parts]
    (common,) = {int(state[LAST]) for state in states}
    return common, [int(state[LAST_OWN]) for state in states]


@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_narrow_level_has_one_meeting(size):
    graph = generators.path(12)
    ranks = Ranks(graph, size)
    check(graph, ranks, 0)
    levels = 12  # the last one finds nothing; then the first and the last meeting
    assert meetings(ranks) == (levels + 2, [0] * size)


@pytest.mark.parametrize(("most", "size"), [(2, 3), (4, 2)])
@pytest.mark.parametrize("way", WAYS)
def test_narrow_levels_before_and_after_others(way, most, size):
    """The frontiers of a grid grow to 5 vertices, then shrink: some levels are narrow."""
    graph = generators.grid(5, 6)
    check(graph, Ranks(graph, size, seed=most), 0, narrow=most, **way)


def test_what_is_still_to_be_received_no_narrow_level_claims(monkeypatch):
    """One rank sends a vertex in a wide level, another reaches it in the next one, which is narrow."""
    receive = peer_kernel.receive

    def receive_late(*arguments):
        for _ in range(100):
            let_others_run()
        receive(*arguments)

    monkeypatch.setattr(peer_kernel, "receive", receive_late)
    # From 3 a wide level of 3 vertices: of these 5 leads to 1, as 2 does, and 2 to 4.
    graph = wf.Graph.from_edges([3, 3, 3, 5, 2, 0, 7, 6], [5, 2, 4, 1, 0, 1, 1, 1], 8)
    for seed in range(4):
        check(graph, Ranks(graph, 3, seed=seed), 3, narrow=2, alpha=1e-9)


def test_narrow_levels_are_pulled_once_they_have_many_edges():
    graph = generators.grid(5, 6)
    ranks = Ranks(graph, 2)
    check(graph, ranks, 0, alpha=1e9, beta=1e-9)
    assert meetings(ranks)[1] > [0, 0]  # of the own blocks: each pull has one


@pytest.mark.parametrize("size", [2, 3, 5])
def test_what_several_ranks_send_and_what_two_of_them_reach(size):
    """A chain of diamonds, whose far ends two vertices reach at once, and a hub: the first of its rank."""
    near = np.arange(0, 24, 3)
    src = np.concatenate([near, near, near + 1, near + 2, np.full(12, 24)])
    dst = np.concatenate([near + 1, near + 2, near + 3, near + 3, 24 + np.arange(1, 13)])
    graph = wf.Graph.from_edges(src, dst, directed=False)
    check(graph, Ranks(graph, size), 0)
    check(generators.grid(4, 6), Ranks(generators.grid(4, 6), size), 9)


@pytest.mark.parametrize("last", [0, 1, 4])
def test_a_search_of_narrow_levels_ends_at_the_last(last):
    graph = generators.grid(4, 5)
    levels, _ = Ranks(graph, 2).search(0, last_level=last)
    expected = wf.bfs(graph, 0, device="cpu").levels
    np.testing.assert_array_equal(levels, np.where(expected <= last, expected, -1))


def test_levels_are_narrow_as_far_as_inboxes_hold_all_they_may_send():
    def narrow(graph, room):
        return Ranks(graph, 2, room=room).parts[1][1].shared.plan.narrow

    grid, limit = generators.grid(4, 5), fused_peers.NARROW_EDGES
    assert [narrow(grid, room) for room in (3, 4, 63, 2 * limit)] == [0, 1, 15, limit // 4]
    star = wf.Graph.from_edges(np.zeros(65, np.int64), np.arange(1, 66), directed=False)
    assert narrow(star, 1024) == 0  # its list would keep a warp for long
    ranks = Ranks(grid, 3, room=4)
    check(grid, ranks, 7)


@pytest.mark.parametrize("way", WAYS[:3])
def test_a_search_stops_at_its_target(way):
    graph = generators.grid(4, 5)
    ranks = Ranks(graph, 3)
    for target in (7, 18):
        levels, _ = ranks.search(0, target=target, **way)
        np.testing.assert_array_equal(levels, wf.bfs(graph, 0, target=target, device="cpu").levels)


def test_a_rank_that_does_not_come_ends_the_others():
    ranks = Ranks(generators.path(9), 3)
    given = ranks.run(0, present=[0, 2], deadline=10**6)
    assert [int(peers.own.words[peers.shared.plan.failed]) > 0 for _, peers, _, _ in given] == [True] * 3


@pytest.mark.parametrize("seed", range(4))
def test_a_rank_that_comes_in_the_last_moment_hears_that_another_gave_up(monkeypatch, seed):
    # A path of 5 vertices is pushed in 4 levels, and one that finds nothing; a meeting is before these.
    comes, last = peer_meeting.comes, 6

    def too_late(own, plan, slot, is_own, number):
        came = comes(own, plan, slot, is_own, number)
        return came and (plan.rank == 0 or is_own or number != last)

    monkeypatch.setattr(peer_meeting, "comes", too_late)
    heard = []
    Ranks(generators.path(5), 2, seed=seed).run(0, heard=heard, alpha=1e-9)
    assert heard == [True] * 2


@pytest.mark.parametrize("target", [None, 9, 0])
def test_a_search_over_gpus_is_this_one(monkeypatch, target):
    graph = generators.grid(3, 5)
    dealt = on_gpu(monkeypatch, graph)
    with patch.object(host_driven, "bfs", side_effect=AssertionError("levels are driven by the host")):
        levels, _ = distributed.bfs(dealt, 0, target=target, alpha=1e-9).gather()
    monkeypatch.undo()
    np.testing.assert_array_equal(levels, wf.bfs(graph, 0, target=target, device="cpu").levels)
    assert vars(dealt)["_peers"][1].own.state[LAST_OWN] == 0  # levels may be narrow: all ranks meet


def test_ranks_that_did_not_meet_are_an_error_of_that_search_alone(monkeypatch):
    graph = generators.grid(3, 5)
    levels = wf.bfs(graph, 0, device="cpu").levels
    check_late_ranks(monkeypatch, graph, lambda dealt: distributed.bfs(dealt, 0).gather()[0], levels)


def test_what_is_kept_for_the_next_search_is_not_a_result(monkeypatch):
    segment = distributed.bfs(on_gpu(monkeypatch, generators.grid(2, 3)), 0)
    graph, levels, predecessors = segment.graph, ref(segment.levels), ref(segment.predecessors)
    del segment
    gc.collect()
    assert "_peers" in vars(graph)
    assert levels() is None
    assert predecessors() is None


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [1, 2, 4, 7])
@pytest.mark.parametrize("name", GRAPHS)
def test_every_graph(name, size, seed):
    graph = GRAPHS[name]()
    ranks = Ranks(graph, size, seed=seed)
    for source, way in zip((0, graph.num_vertices // 2, graph.num_vertices - 1), WAYS[1:], strict=True):
        check(graph, ranks, source, **way)
