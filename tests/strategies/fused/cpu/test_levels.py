"""What the fused search does on the CPU, counted: no shape makes it take steps that its levels aren't worth.

The counts need no clock: they are the same however fast or busy the machine is.
"""

from typing import NamedTuple

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.strategies.fused.cpu import host
from wavefront.strategies.fused.cpu.direction import alpha_of
from wavefront.strategies.fused.cpu.levels import LONE_SERIAL_EDGES
from wavefront.strategies.fused.cpu.search import EDGES_LEFT, LONGEST, PIECE, TAKEN
from wavefront.strategies.fused.cpu.steps import (
    COUNT,
    LIST,
    MARK,
    PULL,
    PULL_LONG,
    PULL_PIECES,
    PUSH,
    PUSH_PIECES,
    SETTLE,
    SHARES,
)
from wavefront.strategies.fused.pool import pool_of

TAIL = 40_000  # vertices: enough for all threads to be called
pytestmark = pytest.mark.skipif(wf.Cpu().threads < 2, reason="one thread only")


class Counts(NamedTuple):
    """Of one search: the levels, those done by all threads, the steps, and the passes over all vertices."""

    levels: int
    parallel_levels: int
    shares: int
    steps: int
    passes: int
    pieces: int
    longest: int  # edges that one thread walked in one go
    pulled_runs: int
    pulled_pieces: int
    edges_left: int


def counted(graph, source, alpha=None, threads=2):
    """Counts of a search by so many threads: one with a given alpha is not left to `alone`."""
    alpha = alpha or alpha_of(graph.num_vertices, graph.num_edges)
    result = wf.bfs(graph, source, strategy="fused", device=wf.Cpu(threads), alpha=alpha)
    wf.validate_bfs(graph, source, result.levels, result.predecessors)
    state = pool_of(graph, "cpu").take(False).search.state
    taken = state[TAKEN:]
    parallel = PUSH, SHARES, PULL
    steps = COUNT, SHARES, SETTLE, PUSH, PUSH_PIECES, MARK, PULL, PULL_LONG, PULL_PIECES, LIST
    return Counts(
        result.num_levels,
        sum(int(taken[step]) for step in parallel),
        int(taken[SHARES]),
        sum(int(taken[step]) for step in steps),
        sum(int(taken[step]) for step in (MARK, PULL, LIST)),
        int(taken[PUSH_PIECES]),
        int(state[LONGEST]),
        int(taken[MARK]),
        int(taken[PULL_PIECES]),
        int(state[EDGES_LEFT]),
    )


def undirected(*pieces):
    src, dst = (np.concatenate(ends) for ends in zip(*pieces, strict=True))
    return wf.Graph.from_edges(src, dst, directed=False)


def path(first, count):
    ids = np.arange(first, first + count)
    return ids[:-1], ids[1:]


def star(center, first, leaves):
    return np.full(leaves, center), np.arange(first, first + leaves)


def test_a_path_takes_no_parallel_level():
    found = counted(generators.path(TAIL), 17)
    assert found.levels > TAIL // 2
    assert found.parallel_levels == found.steps == 0


@pytest.mark.parametrize("source", [0, TAIL + 1])
def test_a_lone_thread_claims_nothing(source):
    """Levels of any size are done without the step that claims; they may be pulled."""
    wide = undirected(star(0, 1, TAIL), star(0, TAIL + 1, TAIL), path(2 * TAIL, 9))
    assert counted(wide, source, alpha=1e-9, threads=1).steps == 0
    pulled = counted(generators.uniform(TAIL, 8 * TAIL, seed=3), source % TAIL, threads=1)
    assert pulled.pulled_runs == 1
    assert 0 < pulled.parallel_levels < pulled.passes


@pytest.mark.parametrize("source", [0, 300, TAIL])
def test_one_hub_makes_no_other_level_parallel(source):
    """A clique with a tail: the bound on a frontier's edges by the largest degree is far from the truth."""
    clique = np.triu_indices(300, 1)
    found = counted(undirected(clique, path(299, TAIL)), source)
    assert found.parallel_levels <= 6
    assert found.passes <= 6


@pytest.mark.parametrize("source", [0, TAIL - 1, TAIL + 5])
def test_a_path_that_ends_in_a_star(source):
    found = counted(undirected(path(0, TAIL), star(TAIL - 1, TAIL, TAIL)), source)
    assert found.parallel_levels <= 6
    assert found.passes <= 6


@pytest.mark.parametrize("others", [0, 10, 40])
def test_a_hub_among_few_vertices_is_shared(others):
    """The frontier after the source: a hub and some vertices of degree two."""
    leaves = 200_000
    first = star(0, 1, others + 1)
    ends = np.arange(2, others + 2), np.arange(2, others + 2) + others
    hub = star(1, 2 * others + 2, leaves)
    found = counted(undirected(first, ends, hub), 0, alpha=1e-9)
    assert found.pieces == 1
    assert found.longest <= max(PIECE, 16_384)


def test_hubs_in_a_chain_are_shared():
    leaves = 170_000
    hubs = [star(hub, 10 + hub * leaves, leaves) for hub in range(10)]
    found = counted(undirected(path(0, 10), *hubs), 0, alpha=1e-9)
    assert found.pieces == 10
    assert found.longest <= PIECE


def test_what_leads_nowhere_is_not_expanded():
    """A chain of hubs without its leaves is a path: no level is worth a second thread."""
    leaves = 9_000
    hubs = [star(hub, 10 + hub * leaves, leaves) for hub in range(10)]
    found = counted(undirected(path(0, 10), *hubs), 0, alpha=1e-9)
    assert found.parallel_levels == found.steps == 0
    assert found.longest <= leaves + 2


def test_levels_that_a_cache_holds_are_left_to_one_of_two_threads():
    vertices = np.arange(1, 1 << 16)
    tree = wf.Graph.from_edges(vertices, (vertices - 1) // 2, directed=False)
    found = counted(tree, (1 << 16) - 1, alpha=1e-9)
    assert found.parallel_levels == found.steps == 0


def test_shares_that_always_end_early_are_tried_ever_less_often():
    """A chain of 128 hubs, whose lists are too long for shares: the frontiers are all about as large."""
    leaves = 400
    hubs = [star(hub, 128 + hub * leaves, leaves) for hub in range(128)]
    others = 128 + np.arange(128 * leaves)
    found = counted(undirected(path(0, 128), *hubs, (others[::2], others[1::2])), 0, alpha=1e-9)
    assert found.levels > 128
    assert 1 <= found.shares <= 5


@pytest.mark.parametrize("side", [300, 600])
def test_a_grid_takes_one_gate_for_many_levels(side):
    found = counted(generators.grid(side, side), 0)
    assert found.shares >= 2
    assert found.steps <= found.levels / 4
    assert found.passes == 0


def test_a_road_network_takes_one_gate_for_many_levels():
    src, dst, _ = generators.grid(400, 400).coo
    kept = (src < dst) & (np.random.default_rng(1).random(src.size) < 0.7)
    graph = wf.Graph.from_edges(src[kept], dst[kept], 160_000, directed=False)
    found = counted(graph, int(src[kept][40_000]))
    assert found.levels > 400
    assert found.shares >= 2
    assert found.steps <= found.levels / 4
    assert found.passes == 0


def test_a_dense_mesh_of_few_vertices_takes_one_gate_for_many_levels():
    count, reach = 30_000, 50
    ids = np.arange(count)
    found = counted(undirected(*((ids, (ids + far) % count) for far in range(1, reach + 1))), 0)
    assert found.levels == count // (2 * reach) + 1
    assert found.shares >= 2
    assert found.steps <= found.levels / 4


def test_levels_of_one_vertex_and_of_many_in_turns_take_no_pass_over_all():
    wide, times = 1000, 60
    hubs = (wide + 1) * np.arange(times + 1)
    leaves = (hubs[:-1, None] + np.arange(1, wide + 1)).ravel()
    ends = (np.repeat(hubs[:-1], wide), leaves), (leaves, np.repeat(hubs[1:], wide))
    found = counted(undirected(*ends), 0)
    assert found.levels == 2 * times + 1
    assert found.parallel_levels <= 2
    assert found.passes <= 4


def test_a_kronecker_graph_takes_few_steps():
    graph = generators.kronecker(16, seed=1)
    found = counted(graph, int(graph.out_degrees.argmax()))
    assert found.steps <= 12
    assert found.passes <= 6


@pytest.mark.parametrize("hubs", [1, 5])
def test_a_pull_shares_a_long_list(hubs):
    """Hubs that only a pull reaches: of their many in-neighbors, the last one alone is visited."""
    inner, wide = np.arange(1, 50_001), np.arange(50_001, 70_001)
    late = 70_001 + np.arange(hubs)
    edges = [
        (np.zeros(wide.size, int), wide),
        (np.repeat(wide, 12), np.tile(wide[:12], wide.size)),
        (np.tile(inner, hubs), np.repeat(late, inner.size)),
        (np.full(hubs, wide[-1]), late),
    ]
    found = counted(wf.Graph.from_edges(*map(np.concatenate, zip(*edges, strict=True))), 0, alpha=15)
    assert found.levels == 3
    assert found.pulled_pieces == 1


def test_what_is_left_after_pulls_is_counted():
    """Pulls count no edges, LIST does: of a graph whose end is pushed nothing is left."""
    core = np.random.default_rng(1).integers(0, TAIL, (2, 10 * TAIL))
    found = counted(undirected(core, path(TAIL, 1000), ([0], [TAIL])), 1)
    assert found.pulled_runs
    assert found.edges_left == 0


def test_the_farther_the_cores_the_larger_a_level_that_one_does_alone(monkeypatch):
    """Pushes without pulls; the largest level has over 160,000 edges, and fewer than 640,000."""
    graph = generators.uniform(1 << 16, 1 << 18, seed=1)
    assert counted(graph, 0, alpha=1e-9).parallel_levels > 0
    monkeypatch.setattr(host, "distance", lambda device: 4)
    assert counted(graph, 0, alpha=1e-9).parallel_levels == 0


def test_shares_that_lead_to_the_same_vertices_are_left():
    """Layers of 4096 vertices, each joined to four of the next at random."""
    width, layers = 4096, 60
    src = np.repeat(np.arange((layers - 1) * width), 4)
    dst = (src // width + 1) * width + np.random.default_rng(1).integers(width, size=src.size)
    counts = counted(wf.Graph.from_edges(src, dst), 0)
    assert 0 < counts.shares <= 4


def test_far_cores_search_from_shares_only_where_there_are_few_edges(monkeypatch):
    grid, lines = generators.grid(300, 300), generators.grid(300, 300)
    src, dst, _ = lines.coo
    kept = (src < dst) & ((dst - src == 1) | (src % 50 == 0))  # rows, and few edges between them
    lines = undirected((src[kept], dst[kept]))
    assert min(counted(graph, 0, threads=2).shares for graph in (grid, lines)) > 0
    monkeypatch.setattr(host, "distance", lambda device: 4)
    assert counted(grid, 0).shares == 0
    assert counted(lines, 0).shares > 0


@pytest.mark.parametrize(
    ("threads", "apart", "pulled", "expected"),
    [
        (1, 0, 1e9, LONE_SERIAL_EDGES),
        (2, 1, 1e9, 160_000),
        (2, 4, 1e9, 640_000),
        (2, 4, 300_000.5, 300_000),  # what is pulled is not expanded alone
        (2, 4, 10.0, 160_000),
        (16, 1, 1e9, 8192),
        (16, 6, np.inf, 15_000),
    ],
)
def test_what_one_thread_does_alone(threads, apart, pulled, expected):
    assert host.edges_alone(threads, apart, pulled) == expected
