"""Graphs of NetworKit, graph-tool, DGL and PyG: of the library where there is one, else of a stand-in."""

from types import SimpleNamespace

import numpy as np
import pytest
from table_calls import Dgl, GraphTool, Networkit, Pyg

import wavefront as wf

EDGES = [(0, 1, 1.5), (1, 2, 2.0)]


def rows(graph):
    names = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    src, dst, weights = graph.coo
    return sorted(zip(names[src].tolist(), names[dst].tolist(), weights.tolist(), strict=True))


def both(edges):
    return sorted([*edges, *((dst, src, weight) for src, dst, weight in edges)])


def test_stand_ins():
    found = wf.Graph.from_networkit(Networkit())
    assert rows(found) == both([(0, 2, 1.5), (2, 3, 2.0)])
    assert not found.directed
    assert rows(wf.Graph.from_graph_tool(GraphTool())) == both([("a", "b", 1.5), ("b", "c", 2.0)])
    assert rows(wf.Graph.from_graph_tool(GraphTool(), label=None)) == both(EDGES)
    assert rows(wf.Graph.from_dgl(Dgl())) == EDGES == rows(wf.Graph.from_pyg(Pyg()))
    for found in (
        wf.Graph.from_dgl(Dgl(), weight=None),
        wf.Graph.from_dgl(Dgl(), weight="other"),
        wf.Graph.from_pyg(Pyg(), weight=None),
        wf.Graph.from_graph_tool(GraphTool(), weight="other"),
    ):
        assert not found.weighted
    assert wf.Graph.from_pyg(SimpleNamespace(edge_index=Pyg.edge_index, num_nodes=5)).num_vertices == 5


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
def test_networkit(directed, weighted):
    networkit = pytest.importorskip("networkit")
    graph = networkit.Graph(4, weighted, directed)
    for src, dst, weight in EDGES:
        graph.addEdge(src, dst, weight)
    found = wf.Graph.from_networkit(graph)
    assert (found.num_vertices, found.directed, found.weighted) == (4, directed, weighted)
    assert found.labels is None
    expected = EDGES if directed else both(EDGES)
    assert list(zip(found.coo.src.tolist(), found.coo.dst.tolist(), strict=True)) == [
        row[:2] for row in expected
    ]
    if weighted:
        assert rows(found) == expected
        graph.removeNode(0)
        assert wf.Graph.from_networkit(graph).labels.tolist() == [1, 2, 3]


def test_pyg():
    torch = pytest.importorskip("torch")
    data = pytest.importorskip("torch_geometric.data")
    edge_index, weights = torch.tensor([[0, 1], [1, 2]]), torch.tensor([1.5, 2.0])
    made = data.Data(edge_index=edge_index, edge_weight=weights, num_nodes=4)
    found = wf.Graph.from_pyg(made)
    assert (rows(found), found.num_vertices) == (EDGES, 4)
    assert not wf.Graph.from_pyg(data.Data(edge_index=edge_index, num_nodes=3)).weighted


@pytest.mark.parametrize(
    ("name", "library"),
    [("networkit", "NetworKit"), ("graph_tool", "graph-tool"), ("dgl", "DGL"), ("pyg", "PyG")],
)
def test_another_object_is_refused(name, library):
    with pytest.raises(wf.InputError, match=f"(graph is a graph of|data is) {library}'s"):
        getattr(wf.Graph, f"from_{name}")([1])
