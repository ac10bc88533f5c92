"""A pull's two frontiers: of edges, with repeated items, of another kind or another graph."""

import numpy as np
import pytest
from functors import accept_some, always, host, numbers
from graphs import GRAPHS, devices

import wavefront as wf
from wavefront import generators, operators
from wavefront.operators import Frontier

pytestmark = pytest.mark.on_devices
EVERYWHERE = devices() | {"python": wf.device.Python()}


def pull(graph, frontier, unvisited, functor=always, **options):
    problem = numbers(frontier.device)
    operators.advance(graph, frontier, functor, problem, direction="pull", unvisited=unvisited, **options)


@pytest.mark.parametrize("output", ["vertices", None])
@pytest.mark.parametrize("where", EVERYWHERE)
@pytest.mark.parametrize("name", ["parallel edges", "star", "kronecker", "multigraph"])
def test_an_edge_of_the_frontier_stands_for_its_destination(name, where, output):
    graph, device = GRAPHS[name](), EVERYWHERE[where]
    edges, vertices = np.arange(0, graph.num_edges, 3), np.arange(0, graph.num_vertices, 2)
    frontier = Frontier(graph, "edges", device=device).load(edges)
    unvisited = Frontier(graph, device=device).load(vertices)
    pull(graph, frontier, unvisited, accept_some, output=output)
    if output is None:
        assert (frontier.type, host(frontier.items).tolist()) == ("edges", edges.tolist())
        return
    sources, found = set(graph.csr.dst[edges].tolist()), set()
    for edge, (source, neighbor) in enumerate(zip(*graph.coo[:2], strict=True)):
        if source in sources and neighbor % 2 == 0 and (source + 2 * neighbor + edge) % 3:
            found.add(int(neighbor))
    assert (frontier.type, len(frontier)) == ("vertices", len(found))
    assert sorted(host(frontier.items).tolist()) == sorted(found)
    assert set(host(unvisited.items).tolist()) == {*vertices.tolist()} - found


def test_fewer_edges_than_vertices(device):
    graph = wf.Graph.from_edges([3], [70], 99)
    frontier, unvisited = Frontier(graph, "edges", device=device).load(0), Frontier(graph, device=device)
    pull(graph, frontier, unvisited.load_all())
    assert (frontier.type, len(frontier), len(unvisited)) == ("vertices", 0, 99)
    pull(graph, frontier.load(3), unvisited)
    assert (host(frontier.items).tolist(), len(unvisited)) == ([70], 98)


def test_a_vertex_that_is_unvisited_twice_is_found_once(device):
    graph = generators.book_graph()
    frontier = Frontier(graph, device=device).load(0)
    unvisited = Frontier(graph, device=device).load([1, 1, 2, 8])
    pull(graph, frontier, unvisited)
    assert (len(frontier), host(frontier.items).tolist()) == (2, [1, 2])
    assert host(unvisited.items).tolist() == [8]


def test_what_is_unvisited_is_vertices_of_the_graph_on_the_device(device):
    graph = generators.book_graph()
    frontier = Frontier(graph, device=device).load(0)
    elsewhere = wf.device.Python() if device.name == "cpu" else "cpu"
    for unvisited, message in (
        (Frontier(graph, "edges", device=device).load_all(), "must hold vertices on"),
        (Frontier(graph, device=elsewhere).load_all(), "must hold vertices on"),
        (frontier, "is another frontier"),
        (
            Frontier(generators.path(99), device=device).load(98),
            "unvisited was made for a graph of 99 vertices",
        ),
        ([1, 2], "is a wavefront.operators.Frontier"),
    ):
        with pytest.raises(wf.InputError, match=message):
            pull(graph, frontier, unvisited)


@pytest.mark.parametrize("direction", ["push", "pull"])
def test_a_frontier_of_another_graph_is_refused(direction, device):
    graph, larger = generators.book_graph(), generators.path(99)
    alike = wf.Graph.from_edges([0], [1], graph.num_vertices)  # as many vertices
    unvisited = Frontier(graph, device=device).load_all()
    options = {"direction": direction, "unvisited": unvisited if direction == "pull" else None}
    for frontier in (Frontier(larger, device=device), Frontier(alike, "edges", device=device)):
        with pytest.raises(wf.InputError, match="frontier was made for a graph of"):
            operators.advance(graph, frontier.load(0), always, numbers(device), **options)
    frontier = Frontier(alike, device=device)
    if direction == "push":
        with pytest.raises(wf.InputError, match="frontier was made for a graph of 1 edges; this one has 15"):
            operators.advance(graph, frontier, always, numbers(device), output="edges")
    operators.advance(graph, frontier, always, numbers(device), **options)
