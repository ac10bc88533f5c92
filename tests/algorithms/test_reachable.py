"""Ancestors and descendants, against NetworkX."""

import networkx as nx
import pytest
from graphs import GRAPHS, devices

import wavefront as wf


@pytest.mark.on_devices
@pytest.mark.parametrize("device", devices().values(), ids=devices())
@pytest.mark.parametrize("name", ["multigraph", "book", "self-loop", "disconnected"])
def test_they_are_networkxs(name, device):
    graph = GRAPHS[name]()
    oracle = nx.DiGraph(list(zip(*(ends.tolist() for ends in graph.coo[:2]), strict=True)))
    oracle.add_nodes_from(range(graph.num_vertices))
    for vertex in range(0, graph.num_vertices, 5):
        found = wf.descendants(graph, vertex, device=device)
        assert found.tolist() == sorted(nx.descendants(oracle, vertex))
        assert wf.ancestors(graph, vertex, device=device).tolist() == sorted(nx.ancestors(oracle, vertex))
    assert found.dtype == graph.csr.dst.dtype


@pytest.mark.parametrize("function", [wf.ancestors, wf.descendants])
def test_wrong_vertices(function):
    for wrong in (-1, 5, "a", [0, 1]):
        with pytest.raises(wf.InputError, match="vertex"):
            function(wf.Graph.from_edges([0], [1]), wrong)
