"""What the GPU's fused search does on graphs with hubs and with many levels: bounds that need no clock.

The kernel runs in plain Python (interleaved.py), and its functions are counted per thread.
"""

import interleaved
import numpy as np
import pytest
from kernel_counts import BLOCKS, PULLS, THREADS, Calls, Walks

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda
from wavefront.strategies.fused.cuda import levels, push, rest


def undirected(*pieces):
    src, dst = (np.concatenate(ends) for ends in zip(*pieces, strict=True))
    return wf.Graph.from_edges(src, dst, directed=False)


def way(vertices):
    return vertices[:-1], vertices[1:]


def hub_chain():
    """Four hubs in a row, 200 leaves each."""
    hubs = np.arange(4)
    return undirected(way(hubs), (hubs.repeat(200), np.arange(4, 804)))


def clique_with_tail():
    src, dst = np.triu_indices(40, 1)
    return undirected((src, dst), way(np.arange(39, 339)))


def comet(length=300):
    return undirected(way(np.arange(length)), (np.zeros(300, int), np.arange(length, length + 300)))


def caterpillar():
    spine = np.arange(100)
    return undirected(way(spine), (spine.repeat(3), np.arange(100, 400)))


LONG = {
    "path": lambda: generators.path(300),
    "cycle": lambda: generators.cycle(300),
    "clique with tail": clique_with_tail,
    "comet": comet,
    "caterpillar": caterpillar,
}
HUBS = {"hub chain": hub_chain, "star": lambda: generators.star(700), "comet": lambda: comet(20)}


def search(graph, source, **options):
    found = wf.bfs(graph, source, strategy="fused", device=Cuda(), **options)
    limit = options.get("depth_limit")
    wf.validate_bfs(graph, source, found.levels, found.predecessors, depth_limit=limit)


@pytest.fixture
def on_three_blocks(monkeypatch):
    interleaved.install(monkeypatch, BLOCKS, THREADS, seed=1)


@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
@pytest.mark.parametrize("name", HUBS)
def test_no_lane_walks_a_hubs_in_neighbors_alone(name, prepared, on_three_blocks, monkeypatch):
    graph = HUBS[name]()
    if prepared:
        graph.prepare()
    walks = Walks(monkeypatch)
    patience = levels.LEAST_PATIENCE + graph.num_vertices // (BLOCKS * THREADS)
    for source in (0, graph.num_vertices - 1):
        search(graph, source, **PULLS)
    assert walks.longest <= (patience + rest.FEW_LEFT) // 4 + 2


@pytest.mark.parametrize("name", HUBS)
def test_a_hub_is_pushed_by_all_warps(name, on_three_blocks, monkeypatch):
    graph = HUBS[name]()
    claims = Calls(monkeypatch, push, "claim_two")
    hub = int(graph.out_degrees.argmax())
    search(graph, hub, alpha=1e-9, depth_limit=1)
    warps, at_once = BLOCKS * THREADS // 32, 64
    assert claims.most() <= -(-int(graph.out_degrees[hub]) // (warps * at_once)) + 1


@pytest.mark.parametrize("name", LONG)
def test_long_graphs_need_few_barriers_and_no_pulls(name, on_three_blocks, monkeypatch):
    graph = LONG[name]()
    barriers = Calls(monkeypatch, levels, "grid_barrier")
    pulls = Calls(monkeypatch, levels, "pull_level")
    found = wf.bfs(graph, graph.num_vertices - 1, device="cpu")
    search(graph, graph.num_vertices - 1)
    assert found.num_levels >= 100
    assert barriers.most() <= 12
    assert pulls.most() == 0


def test_a_list_is_looked_at_however_few_edges_seem_left(on_three_blocks, monkeypatch):
    monkeypatch.setattr(rest, "FEW_LEFT", 0)  # every list of more than the patience is looked at in part
    # 0 -> leaves, the last leaf -> a vertex -> one whose list begins with vertices that nothing reaches.
    for count in range(300, 304):  # the list begins at another place of a block of four
        leaves, strangers = np.arange(1, count + 1), np.arange(count + 1, count + 13)
        last, found = count + 13, count + 14
        src = np.concatenate([np.zeros(count, int), [count, last], strangers])
        dst = np.concatenate([leaves, [last, found], np.full(12, found)])
        search(wf.Graph.from_edges(src, dst, count + 15), 0, alpha=1e30, beta=1e30)
