"""Tiny graphs on a GPU or in the simulator, which have a kernel of their own."""

import numpy as np
import pytest
from fused_searches import GPUS, check, search
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.strategies.fused.cuda import host, tiny

pytestmark = [
    pytest.mark.on_devices,
    pytest.mark.skipif(not GPUS, reason="neither a GPU nor the simulator"),
]
MOST_EDGES = 600 if SIMULATED else 1 << 14
GRAPHS = {
    "five vertices": lambda: wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 4], directed=False),
    "path": lambda: generators.path(70),
    "hub": lambda: generators.star(250),
    "directed": lambda: wf.Graph.from_edges(*np.random.default_rng(1).integers(90, size=(2, 250)), 90),
    "self-loops and parallel edges": lambda: wf.Graph.from_edges([0, 0, 0, 1, 1], [0, 1, 1, 1, 2], 4),
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
}


@pytest.fixture(autouse=True)
def only_the_tiny_kernel(nothing_is_tiny, monkeypatch):
    """A search that takes the other kernel's scratch fails."""
    if SIMULATED:
        import interleaved

        interleaved.install(monkeypatch, blocks=1, threads=64, seed=0, most_tiny_edges=MOST_EDGES)
    monkeypatch.setattr(tiny, "MOST_EDGES", MOST_EDGES)
    monkeypatch.setattr(host, "new_scratch", None)


@pytest.mark.parametrize("name", GRAPHS)
def test_levels_and_predecessors(name):
    graph = GRAPHS[name]()
    last = graph.num_vertices - 1
    for sources in (0, last, [0, last // 2, last]):
        check(graph, sources, search(graph, sources))
        alone = search(graph, sources, predecessors=False)
        assert (alone.levels == search(graph, sources).levels).all()


@pytest.mark.parametrize("name", GRAPHS)
def test_stops(name):
    graph = GRAPHS[name]()
    last = graph.num_vertices - 1
    for stops in (
        {"depth_limit": 0},
        {"depth_limit": 1},
        {"depth_limit": 3},
        {"target": 0},
        {"target": last},
        {"target": last // 2, "depth_limit": 2},
    ):
        check(graph, 0, search(graph, 0, **stops), **stops)


def test_a_prepared_graph_is_searched_as_it_was():
    graph = GRAPHS["hub"]().prepare("hubs_first")
    check(graph, 3, search(graph, 3))


def test_the_trace_has_a_row_per_level():
    result = wf.bfs(GRAPHS["path"](), 0, strategy="fused", device=GPUS[0], trace=True)
    rows = result.trace.levels
    assert [row.direction for row in rows] == ["push"] * len(rows)
    assert [row.vertices for row in rows][:69] == [1] * 69


def test_the_largest_tiny_graphs():
    count = 300 if SIMULATED else tiny.MOST_VERTICES
    check(generators.path(count), 0, search(generators.path(count), 0))
    edges = np.random.default_rng(1).integers(count, size=(2, MOST_EDGES))
    graph = wf.Graph.from_edges(*edges, count)
    check(graph, int(edges[0, 0]), search(graph, int(edges[0, 0])))


@pytest.mark.parametrize(("count", "edges"), [(3, MOST_EDGES + 1), (tiny.MOST_VERTICES + 1, 1)])
def test_larger_graphs_are_not_tiny(count, edges):
    assert not tiny.is_tiny(wf.Graph.from_edges([0] * edges, [1] * edges, count))
