"""hybrid calls the functor for every edge, with the lists of both its ends."""

from typing import Any, NamedTuple

import numpy as np
import pytest
import reference
from functors import host
from graphs import GRAPHS

import wavefront as wf
from wavefront import generators, operators
from wavefront.atomics import atomic_add
from wavefront.graph.undirected import as_undirected

pytestmark = pytest.mark.on_devices


class PerEdge(NamedTuple):
    numbers: Any


def count_common(source, neighbor, edge, lists, problem):
    """Neighbors that both ends have; the lists of a simple graph rise."""
    near, near_end = lists.ptr[source], lists.ptr[source + 1]
    far, far_end = lists.ptr[neighbor], lists.ptr[neighbor + 1]
    while near < near_end and far < far_end:
        difference = lists.ids[near] - lists.ids[far]
        if difference == 0:
            atomic_add(problem.numbers, edge, 1)
        near += difference <= 0
        far += difference >= 0


def add_degrees(source, neighbor, edge, lists, problem):
    degree = lists.ptr[neighbor + 1] - lists.ptr[neighbor]
    atomic_add(problem.numbers, edge, 100 * source + degree)


def per_edge(graph, device):
    return PerEdge(device.xp.zeros(graph.num_edges, np.int64))


@pytest.mark.parametrize("name", GRAPHS)
def test_triangles_by_a_functor(name, device):
    graph = as_undirected(GRAPHS[name]()).simplified()
    problem = per_edge(graph, device)
    edges = operators.Frontier(graph, "edges", device=device).load_all()
    operators.hybrid(graph, count_common, problem, frontier=edges)
    corners = np.bincount(graph.coo.src, host(problem.numbers), graph.num_vertices) // 2
    pairs = zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)
    assert corners.tolist() == reference.triangle_counts(graph.num_vertices, pairs)


@pytest.mark.parametrize(("over", "degrees"), [("out", "out_degrees"), ("in", "in_degrees")])
def test_the_lists_are_those_asked_for(over, degrees, device):
    graph = generators.book_graph()
    problem = per_edge(graph, device)
    edges = operators.Frontier(graph, "edges", device=device).load_all()
    operators.hybrid(graph, add_degrees, problem, over=over, frontier=edges)
    expected = 100 * graph.coo.src + getattr(graph, degrees)[graph.coo.dst]
    assert host(problem.numbers).tolist() == expected.tolist()


def test_a_frontier_chooses_the_edges(device):
    graph = generators.book_graph()
    problem = per_edge(graph, device)
    edges = operators.Frontier(graph, "edges", device=device).load([2, 7])
    operators.hybrid(graph, add_degrees, problem, frontier=edges)
    assert np.flatnonzero(host(problem.numbers)).tolist() == [2, 7]


def test_without_a_frontier_every_edge_is_called():
    graph = generators.book_graph()
    problem = per_edge(graph, wf.Cpu())
    operators.hybrid(graph, add_degrees, problem)
    assert (problem.numbers > 0).sum() == (100 * graph.coo.src + graph.out_degrees[graph.coo.dst] > 0).sum()


def test_wrong_arguments():
    graph = generators.book_graph()
    problem = per_edge(graph, wf.Cpu())
    with pytest.raises(wf.InputError, match="a frontier of edges, not of vertices"):
        operators.hybrid(graph, add_degrees, problem, frontier=operators.Frontier(graph))
    edges = operators.Frontier(generators.path(99), "edges").load_all()
    with pytest.raises(wf.InputError, match="frontier was made for a graph of 196 edges; this one has"):
        operators.hybrid(graph, add_degrees, problem, frontier=edges)
    with pytest.raises(wf.InputError, match="is called with 5: source, neighbor, edge, lists, problem"):
        operators.hybrid(graph, lambda source, problem: None, problem)
    with pytest.raises(wf.InputError, match="over 'both'"):
        operators.hybrid(graph, add_degrees, problem, over="both")
