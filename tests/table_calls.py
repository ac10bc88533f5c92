"""Right calls of what makes a graph of a table, or of another library's graph, for calls.py."""

from io import BytesIO

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


TABLES = {
    "read of columns": (
        lambda columns: wf.read(BytesIO(b"0 1 7 2.5\n1 2 7 3.5\n"), "edges", columns=columns),
        lambda: {"columns": [0, 1, 3]},
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
