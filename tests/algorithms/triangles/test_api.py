"""Triangles at each vertex, against the definition and NetworkX."""

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


def undirected(graph):
    return wf.Graph.from_edges(graph.coo.src, graph.coo.dst, graph.num_vertices, directed=False)


def hub_with_pendants():
    """A clique, one of whose vertices has many neighbors more: degrees that differ much."""
    clique = nx.complete_graph(6)
    clique.add_edges_from((0, 6 + leaf) for leaf in range(size(300, 100)))
    return wf.Graph.from_networkx(clique)


STRATEGIES = ["auto", "vertex_centric", "hybrid"]
SHAPES = {
    **GRAPHS,
    "hub": hub_with_pendants,
    "hub twice": lambda: wf.Graph.from_edges(*2 * [np.tile([0, 1, 2, 0], 3)], directed=False),
    "self-loops only": lambda: wf.Graph.from_edges([0] * 40, [0] * 40, 40, directed=False),
    "no vertices": lambda: wf.Graph.from_edges([], []),
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", SHAPES)
def test_counts_are_those_of_the_definition(name, strategy, device):
    graph = undirected(SHAPES[name]())
    found = wf.triangles(graph, strategy=strategy, device=device).to_numpy()
    assert found.strategy == strategy
    edges = zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)
    assert found.counts.tolist() == reference.triangle_counts(graph.num_vertices, edges)
    assert found.total == found.counts.sum() // 3
    wf.validate_triangles(graph, found.counts)


def test_karate_agrees_with_networkx():
    club = nx.karate_club_graph()
    found = wf.triangles(wf.Graph.from_networkx(club))
    assert dict(enumerate(found.counts.tolist())) == nx.triangles(club)
    assert repr(found) == "TrianglesResult(45 triangles on cpu)"


EDGES = st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=120)


@settings(max_examples=size(50, 5))
@given(EDGES, st.integers(0, 60), st.sampled_from(STRATEGIES))
def test_any_graph(edges, leaves, strategy):
    """With enough leaves on a vertex, its degree stands out, and the edges are turned."""
    edges = edges + [(0, 25 + leaf) for leaf in range(leaves)]
    src, dst = zip(*edges, strict=True) if edges else ((), ())
    graph = wf.Graph.from_edges(list(src), list(dst), 25 + leaves, directed=False)
    counts = wf.triangles(graph, strategy=strategy, device=LAST).to_numpy().counts
    assert counts.tolist() == reference.triangle_counts(25 + leaves, edges)


def test_a_directed_graph_is_refused():
    with pytest.raises(wf.InputError, match="undirected graph"):
        wf.triangles(wf.Graph.from_edges([0], [1]))


def test_an_unknown_strategy_is_refused():
    with pytest.raises(
        wf.InputError, match="strategy 'merge': choose one of 'auto', 'vertex_centric', 'hybrid'"
    ):
        wf.triangles(generators.cycle(3), strategy="merge")
