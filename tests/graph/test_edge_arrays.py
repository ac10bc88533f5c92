"""Graphs of NetworKit, graph-tool, DGL and PyG: of the library where there is one, else of a stand-in."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from table_calls import Dgl, GraphTool, Networkit, Pyg

import wavefront as wf

EDGES = [(0, 1, 1.5), (1, 2, 2.0)]


class NewGraphTool(GraphTool):
    """A graph that is filled by graph-tool's methods, which check the types of properties."""

    def __init__(self, directed):
        self.directed, self.count, self.edges = directed, 0, np.empty((0, 2), np.int64)
        self.edge_properties, self.vertex_properties = {}, {}

    def add_vertex(self, count):
        self.count += count

    def add_edge_list(self, edges):
        self.edges = np.concatenate([self.edges, edges])

    def new_edge_property(self, kind, vals):
        assert kind == "double"
        return np.array(vals, np.float64)

    def new_vertex_property(self, kind, vals):
        types = {"int64_t": int, "string": str, "object": object}[kind]
        assert all(isinstance(value, types) for value in vals)
        return vals

    def get_edges(self, properties=()):
        return np.column_stack([self.edges, *properties])

    def num_vertices(self):
        return self.count

    def is_directed(self):
        return self.directed


def rows(graph):
    names = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    src, dst, weights = graph.coo
    return sorted(zip(names[src].tolist(), names[dst].tolist(), weights.tolist(), strict=True), key=str)


def both(edges):
    return sorted([*edges, *((dst, src, weight) for src, dst, weight in edges)], key=str)


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
@pytest.mark.parametrize("labels", [None, [7, 8, 9], ["a", "b", "c"], ["a", 1, None]])
def test_to_graph_tool(directed, labels, monkeypatch):
    monkeypatch.setitem(sys.modules, "graph_tool", SimpleNamespace(Graph=NewGraphTool))
    graph = wf.Graph.from_edges([0, 2, 1], [1, 1, 1], weights=[1.5, 2, 3], directed=directed, labels=labels)
    made = wf.Graph.from_graph_tool(graph.to_graph_tool())
    assert rows(made) == rows(graph)
    assert made.directed == directed
    assert (made.labels is None) == (labels is None)
    plain = wf.Graph.from_edges([0], [1], num_vertices=3).to_graph_tool()
    assert (plain.num_vertices(), plain.edge_properties) == (3, {})


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
