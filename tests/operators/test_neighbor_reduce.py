"""neighbor_reduce, against plain Python on the same graph."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from functors import edges_of, host, numbers, some_vertices
from graphs import GRAPHS

import wavefront as wf
from wavefront import InputError, generators, operators

pytestmark = pytest.mark.on_devices

every_graph = pytest.mark.parametrize("name", GRAPHS)


class Values(NamedTuple):
    values: Any


def difference(source, neighbor, edge, problem):
    return problem.values[neighbor] - 2 * problem.values[source] + edge


REDUCTIONS = {"sum": (np.sum, 0), "min": (np.min, np.inf), "max": (np.max, -np.inf), "any": (np.any, 0)}


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("over", ["out", "in"])
@every_graph
def test_neighbor_reduce(name, over, reduction, device):
    graph = GRAPHS[name]()
    values = np.random.default_rng(3).integers(0, 50, graph.num_vertices).astype(float)
    vertices = some_vertices(graph, 0.8)
    out = device.xp.full(graph.num_vertices, -7.0)
    frontier = operators.Frontier(graph, device=device).load(vertices)
    problem = Values(device.array(values))
    operators.neighbor_reduce(
        graph, difference, problem, out, reduction=reduction, over=over, frontier=frontier
    )
    given = {vertex: [] for vertex in vertices.tolist()}
    for src, dst, edge, _ in edges_of(graph, range(graph.num_vertices)):
        vertex = src if over == "out" else dst
        if vertex in given:
            given[vertex].append(values[dst] - 2 * values[src] + edge)
    reduce, empty = REDUCTIONS[reduction]
    expected = np.full(graph.num_vertices, -7.0)
    for vertex, found in given.items():
        expected[vertex] = reduce(found) if found else empty
    assert np.allclose(host(out), expected)


def test_integers_reduce_to_integers(device):
    graph = GRAPHS["kronecker"]()
    out = device.xp.zeros(graph.num_vertices, np.int64)
    frontier = operators.Frontier(graph, device=device).load_all()
    operators.neighbor_reduce(
        graph, lambda source, neighbor, edge, problem: 1, numbers(device), out, frontier=frontier
    )
    assert np.array_equal(host(out), graph.out_degrees)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_not_a_number_among_the_values(reduction, device):
    """In a list of few edges, first or last, and in one that a block of a GPU walks."""
    few, many = np.array([0, 0, 0, 1, 1, 1]), np.full(100, 2)
    graph = wf.Graph.from_edges(np.r_[few, many], np.r_[3:9, 3:103])
    values = np.arange(1.0, graph.num_edges + 1)
    values[[0, 5, 40]] = np.nan
    out = device.xp.zeros(graph.num_vertices)
    operators.neighbor_reduce(graph, own_value, Values(device.array(values)), out, reduction=reduction)
    expected = 1.0 if reduction == "any" else np.nan
    assert np.array_equal(host(out)[:3], [expected] * 3, equal_nan=True)


def own_value(source, neighbor, edge, problem):
    return problem.values[edge]


def test_out_that_takes_no_numbers_is_refused(device):
    graph = GRAPHS["kronecker"]()
    for dtype in (np.uint32, bool, np.float16, complex):
        with pytest.raises(InputError, match="signed integers, float32 or float64"):
            operators.neighbor_reduce(graph, difference, numbers(device), device.xp.zeros(64, dtype))
    if device.xp is np:
        out = np.zeros(graph.num_vertices)
        out.flags.writeable = False
        with pytest.raises(InputError, match="out is read-only"):
            operators.neighbor_reduce(graph, difference, numbers(device), out)


def test_a_frontier_of_edges_or_of_another_graph_is_refused(device):
    graph, out = GRAPHS["kronecker"](), device.xp.zeros(GRAPHS["kronecker"]().num_vertices, np.int64)
    of_edges = operators.Frontier(graph, "edges", device=device).load(graph.num_edges - 1)
    larger = operators.Frontier(generators.path(graph.num_vertices + 1), device=device).load_all()
    for frontier, message in ((of_edges, "of vertices, not of edges"), (larger, "was made for a graph of")):
        with pytest.raises(InputError, match=message):
            operators.neighbor_reduce(graph, difference, numbers(device), out, frontier=frontier)


@pytest.mark.parametrize("form", ["gaps", "backwards", "another byte order"])
def test_out_in_any_form(form, device):
    if form == "another byte order" and device.xp is not np:
        pytest.skip("a GPU's arrays have its own")
    graph = GRAPHS["kronecker"]()
    wide = device.xp.zeros(2 * graph.num_vertices, ">i8" if form == "another byte order" else np.int64)
    wide[:] = -7
    forms = {"gaps": wide[::2], "backwards": wide[::-2]}
    out = forms.get(form, wide[: graph.num_vertices])
    frontier = operators.Frontier(graph, device=device).load(np.arange(5))
    operators.neighbor_reduce(
        graph, lambda source, neighbor, edge, problem: 1, numbers(device), out, frontier=frontier
    )
    assert host(out).tolist() == [*graph.out_degrees[:5].tolist(), *[-7] * (graph.num_vertices - 5)]
    assert int((wide != -7).sum()) == 5
