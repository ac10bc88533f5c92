"""The vertices of a converted graph's neighbors: those of the nodes, whatever their hashes."""

import networkx as nx
import numpy as np
import pytest

from wavefront.networkx_backend import vertices
from wavefront.networkx_backend.convert import convert_from_nx

KINDS = nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph
NAMES = {
    "strings": lambda number: f"vertex {number}",
    "negative": lambda number: -number,  # hash(-1) == hash(-2)
    "huge": lambda number: number * (2**61 - 1),  # of which every hash is 0
    "far apart": lambda number: (-1) ** number * number * 10**16,
    "pairs": lambda number: (number // 7, number % 7),
    "mixed": lambda number: (number, str(number), (number,), number + 0.5, frozenset([number]))[number % 5],
}


class Name:
    """Equal to others of the same number; `compared` counts the comparisons."""

    compared = 0

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        Name.compared += 1
        return self.number == other.number


def random_graph(kind, name, edges=300):
    ends = np.random.default_rng(5).integers(0, 40, (edges, 2)).tolist()
    graph = kind()
    graph.add_nodes_from(map(name, range(45)))
    graph.add_edges_from((name(u), name(v)) for u, v in ends)
    return graph


def neighbors_of(lists, nodes):
    """Each vertex's neighbors, as nodes."""
    ends = [nodes[vertex] for vertex in lists.neighbors.tolist()]
    return [ends[start:end] for start, end in zip(lists.ptr[:-1], lists.ptr[1:], strict=True)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("names", NAMES)
def test_neighbors_are_the_nodes(kind, names, monkeypatch):
    monkeypatch.setattr(vertices, "FEWEST_HASHED", 1)
    graph = random_graph(kind, NAMES[names])
    converted = convert_from_nx(graph)
    assert neighbors_of(converted.successors, converted.nodes) == [list(graph.adj[node]) for node in graph]
    before = graph.pred if graph.is_directed() else graph.adj
    assert neighbors_of(converted.predecessors, converted.nodes) == [list(before[node]) for node in graph]


def test_no_comparison_per_edge(monkeypatch):
    monkeypatch.setattr(vertices, "FEWEST_HASHED", 1)
    graph = random_graph(nx.Graph, Name)
    Name.compared = 0
    convert_from_nx(graph)
    assert Name.compared < graph.number_of_nodes() < graph.number_of_edges()


def test_a_neighbor_that_is_no_node(monkeypatch):
    monkeypatch.setattr(vertices, "FEWEST_HASHED", 1)
    graph = nx.Graph([("a", "b")])
    graph._adj["a"]["c"] = {}
    with pytest.raises(KeyError, match="c"):
        convert_from_nx(graph)
