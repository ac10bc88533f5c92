"""Longest-path levels against the definition and NetworkX; cycles; levels that the validator refuses."""

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one


def without_cycles(graph):
    """The edges that lead to a higher id."""
    src, dst = graph.coo[:2]
    return wf.Graph.from_edges(src[src < dst], dst[src < dst], graph.num_vertices)


def expected(graph):
    return reference.topological_levels(
        graph.num_vertices, zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)
    )


@pytest.mark.parametrize("name", GRAPHS)
def test_levels_are_those_of_the_definition(name, device):
    graph = without_cycles(GRAPHS[name]())
    found = wf.topological_levels(graph, device=device).to_numpy()
    assert found.levels.dtype == np.int32
    assert found.levels.tolist() == expected(graph)
    wf.validate_topological_levels(graph, found.levels)


EDGES = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=30)


@settings(max_examples=size(60, 6))
@given(EDGES)
def test_any_graph_has_levels_or_a_cycle(edges):
    graph = nx.MultiDiGraph(edges)
    graph.add_nodes_from(range(15))
    given_graph = wf.Graph.from_edges([u for u, _ in edges], [v for _, v in edges], 15)
    if nx.is_directed_acyclic_graph(graph):
        found = wf.topological_levels(given_graph, device=LAST).to_numpy()
        for level, generation in enumerate(nx.topological_generations(graph)):
            assert {int(found.levels[vertex]) for vertex in generation} == {level}
        assert found.num_levels == nx.dag_longest_path_length(graph) + 1
    else:
        assert expected(given_graph) is None
        with pytest.raises(wf.InputError, match="the graph has a cycle, through vertex") as error:
            wf.topological_levels(given_graph, device=LAST)
        vertex = int(str(error.value).split()[-1])
        component = next(part for part in nx.strongly_connected_components(graph) if vertex in part)
        assert len(component) > 1 or graph.has_edge(vertex, vertex)


@pytest.mark.parametrize(
    "graph",
    [wf.Graph.from_edges([0], [0]), generators.path(2), wf.Graph.from_edges([2, 1, 0], [1, 2, 3])],
    ids=["self-loop", "undirected", "vertices left alone"],
)
def test_a_cycle_is_an_error(graph):
    with pytest.raises(wf.InputError, match=r"the graph has a cycle, through vertex [0-2]$"):
        wf.topological_levels(graph)


def test_one_way_edges_of_an_undirected_graph_are_a_cycle():
    one_way = wf.Graph.from_csr(np.array([0, 1, 2, 2]), np.array([1, 2]), directed=False, check=False)
    with pytest.raises(wf.InputError):
        wf.topological_levels(one_way)


def test_a_graph_without_vertices_has_no_levels():
    found = wf.topological_levels(wf.Graph.from_edges([], []))
    assert (found.levels.size, found.num_levels) == (0, 0)
    assert repr(found) == "TopologicalLevelsResult(0 vertices, 0 levels on cpu)"


def test_the_order_is_by_level_then_by_id():
    graph = wf.Graph.from_edges([5, 5, 4, 4, 2, 3], [2, 0, 0, 1, 3, 1])
    order = wf.topological_levels(graph).order()
    assert order.tolist() == [4, 5, 0, 2, 3, 1]
    assert order.dtype == graph.csr.dst.dtype
    made = nx.DiGraph(list(zip(*graph.coo[:2], strict=True)))
    assert [v for layer in nx.topological_generations(made) for v in sorted(layer)] == order.tolist()


def test_small_levels_before_and_after_large_ones():
    """A path, then a level of 5000 vertices, then one vertex from which a path leads on."""
    path, wide = np.arange(300), np.arange(300, 5300)
    src = np.concatenate([path[:-1], np.full(wide.size, 299), wide, np.arange(5300, 5399)])
    dst = np.concatenate([path[1:], wide, np.full(wide.size, 5300), np.arange(5301, 5400)])
    levels = wf.topological_levels(wf.Graph.from_edges(src, dst)).levels
    assert levels[:300].tolist() == list(range(300))
    assert (levels[300:5300] == 300).all()
    assert levels[5300:].tolist() == list(range(301, 401))
