"""Right calls of what makes a graph of a table, or of another library's graph, for calls.py."""

from io import BytesIO

import numpy as np
import pyarrow

import wavefront as wf


class Igraph:
    """A path of three vertices with the methods of igraph's graphs."""

    class es(dict):
        attributes = dict.keys

    vs = es(name=["a", "b", "c"])
    es = es(weight=[1, 2])

    def get_edgelist(self):
        return [(0, 1), (1, 2)]

    def vcount(self):
        return 3

    def is_directed(self):
        return False


class Rustworkx:
    """A path of three vertices with the methods of rustworkx's graphs."""

    def node_indices(self):
        return [0, 1, 2]

    def nodes(self):
        return ["a", "b", "c"]

    def weighted_edge_list(self):
        return [(0, 1, 1.5), (1, 2, None)]


class Networkit:
    """A path of four vertices, of which one was removed, with the methods of NetworKit's graphs."""

    def numberOfNodes(self):
        return 3

    def upperNodeIdBound(self):
        return 4

    def iterNodes(self):
        return iter([0, 2, 3])

    def iterEdgesWeights(self):
        return iter([(0, 2, 1.5), (2, 3, 2.0)])

    def isWeighted(self):
        return True

    def isDirected(self):
        return False


class GraphTool:
    """A path of three vertices with the methods of graph-tool's graphs."""

    def __init__(self):
        self.edge_properties = {"weight": np.array([1.5, 2.0])}
        self.vertex_properties = {"name": ["a", "b", "c"]}

    def get_edges(self, properties=()):
        return np.column_stack([np.array([[0, 1], [1, 2]]), *properties])

    def num_vertices(self):
        return 3

    def is_directed(self):
        return False


class Dgl:
    """A path of three vertices with the methods of DGL's graphs."""

    def __init__(self):
        self.edata = {"weight": np.array([1.5, 2.0])}

    def edges(self, order):
        return {"eid": (np.array([0, 1]), np.array([1, 2]))}[order]

    def num_nodes(self):
        return 3


class Pyg:
    """A path of three vertices with the attributes of PyG's Data."""

    edge_index = np.array([[0, 1], [1, 2]])
    edge_weight = np.array([1.5, 2.0])
    num_nodes = 3


TABLES = {
    "Graph.from_networkit": (wf.Graph.from_networkit, lambda: {"graph": Networkit()}),
    "Graph.from_graph_tool": (
        wf.Graph.from_graph_tool,
        lambda: {"graph": GraphTool(), "weight": "weight", "label": "name"},
    ),
    "Graph.from_dgl": (wf.Graph.from_dgl, lambda: {"graph": Dgl(), "weight": "weight"}),
    "Graph.from_pyg": (wf.Graph.from_pyg, lambda: {"data": Pyg(), "weight": "edge_weight"}),
    "read of columns": (
        lambda edge_columns: wf.read(BytesIO(b"0 1 7 2.5\n1 2 7 3.5\n"), "edges", edge_columns=edge_columns),
        lambda: {"edge_columns": [0, 1, 3]},
    ),
    "Graph.from_edges_table": (
        wf.Graph.from_edges_table,
        lambda: {
            "table": pyarrow.table({"a": [0, 1], "b": [1, 2], "w": [1.0, 2.0]}),
            "source": "a",
            "target": "b",
            "weight": "w",
            "directed": False,
            "simplify": True,
            "edge_attributes": ["w"],
        },
    ),
    "Graph.from_igraph": (
        wf.Graph.from_igraph,
        lambda: {"graph": Igraph(), "weight": "weight", "label": "name"},
    ),
    "Graph.from_rustworkx": (wf.Graph.from_rustworkx, lambda: {"graph": Rustworkx(), "weight": "weight"}),
}
