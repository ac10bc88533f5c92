"""The search in steps with filters, of large graphs and of small ones, which one loop searches otherwise."""

import numpy as np
import pytest
from graphs import GRAPHS
from memory_calls import is_not_last, is_odd
from test_filters import copy_of, on_the_cpu, random_masks
from test_filters import test_levels_and_tree_are_those_of_a_copy as check_tree

import wavefront as wf
from wavefront import generators
from wavefront.strategies.fused.cpu import alone

pytestmark = on_the_cpu


@pytest.fixture
def in_steps(monkeypatch):
    """Small graphs are searched as large ones are."""
    monkeypatch.setattr(alone, "takes_filters", lambda graph: False)


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize("name", GRAPHS)
def test_small_graphs_in_steps(name):
    for threads in (1, 2):
        check_tree(wf.Cpu(threads), "fused", name)


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize("alpha", [0.01, 100.0])
def test_functions_in_steps(alpha):
    """The functions are those of the memory's tests, whose code is compiled in any case."""
    graph = generators.uniform(3_000, 16_000, seed=1)
    src, dst = graph.coo[:2]
    vertices, edges = np.arange(graph.num_vertices) % 8191 != 8190, (src + dst) % 4 > 0
    filters = {"vertex_filter": is_not_last, "edge_filter": is_odd}
    found = wf.bfs(graph, 0, alpha=alpha, device="cpu", **filters)
    assert found.levels.tolist() == wf.bfs(copy_of(graph, vertices, edges), 0, device="cpu").levels.tolist()
    wf.validate_bfs(graph, 0, found.levels, found.predecessors, **filters)


@pytest.mark.parametrize("serial_edges", [0, None])
@pytest.mark.parametrize("alpha", [1e-9, 1e9])
@pytest.mark.parametrize("directed", [False, True])
def test_every_way_to_do_a_level(serial_edges, alpha, directed):
    rng = np.random.default_rng(7)
    src, dst = rng.integers(0, 40_000, (2, 400_000))
    dst[:9000] = 1  # a long list, which is pulled in pieces
    graph = wf.Graph.from_edges(src, dst, 40_000, directed=directed)
    for share in (0.3, 0.9):
        vertices, edges = random_masks(graph, 8, share)
        given = {"alpha": alpha, "beta": 1e9, "serial_edges": serial_edges}
        found = wf.bfs(graph, 0, vertex_filter=vertices, edge_filter=edges, device="cpu", **given)
        copy = copy_of(graph, vertices, edges)
        assert (found.levels == wf.bfs(copy, 0, device="cpu").levels).all()
        wf.validate_bfs(copy, 0, found.levels, found.predecessors)


def test_long_frontiers_that_grow_slowly():
    graph = generators.grid(300, 300)
    vertices, edges = random_masks(graph, 9, 0.95)
    found = wf.bfs(graph, 0, vertex_filter=vertices, edge_filter=edges, device="cpu")
    copy = copy_of(graph, vertices, edges)
    assert (found.levels == wf.bfs(copy, 0, device="cpu").levels).all()
    wf.validate_bfs(copy, 0, found.levels, found.predecessors)
