"""Graphs of libraries that give out and take edges as arrays, by their documented methods.

None is imported but to make its graph. Vertices keep their order. Parallel edges stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, shown
from .labels import all_strings, label_array
from .libraries import library
from .undirected import edges_once

if TYPE_CHECKING:
    from .graph import Graph


def from_networkit(cls: type[Graph], graph: Any) -> Graph:
    """Graph of a NetworKit graph, weighted if it is. The nodes become labels if some were removed.

    Raises InputError for another object.
    """
    _require(graph, "numberOfNodes", "a graph of NetworKit's")
    rows = list(graph.iterEdgesWeights())
    src, dst = (np.array([row[end] for row in rows], np.int64) for end in (0, 1))
    weights = np.array([row[2] for row in rows]) if graph.isWeighted() else None
    nodes, labels = np.fromiter(graph.iterNodes(), np.int64), None
    if nodes.size < graph.upperNodeIdBound():
        src, dst, labels = np.searchsorted(nodes, src), np.searchsorted(nodes, dst), nodes
    return cls.from_edges(src, dst, nodes.size, weights, directed=graph.isDirected(), labels=labels)


def to_networkit(graph: Graph) -> Any:
    """This graph as NetworKit's. Its nodes are the ids: NetworKit's graphs have no labels.

    Raises InputError if NetworKit isn't installed.
    """
    networkit = library("networkit")
    host = graph.to_device("cpu")
    src, dst, weights = edges_once(host)
    values = np.ones(src.size) if weights is None else weights.astype(np.float64)
    ends = src.astype(np.uint64), dst.astype(np.uint64)
    return networkit.GraphFromCoo((values, ends), host.num_vertices, host.weighted, host.directed)


def from_graph_tool(
    cls: type[Graph], graph: Any, *, weight: str | None = "weight", label: str | None = "name"
) -> Graph:
    """Graph of a graph-tool graph.

    Weighted if it has an edge property called `weight`, labelled if it has a vertex property called `label`.
    Raises InputError for another object, and for weights that aren't real numbers.
    """
    _require(graph, "get_edges", "a graph of graph-tool's")
    _require_name(weight, "weight")
    _require_name(label, "label")
    src, dst = np.asarray(graph.get_edges())[:, :2].T
    count, weights = graph.num_vertices(), None
    if weight in graph.edge_properties:
        weights = np.asarray(graph.get_edges([graph.edge_properties[weight]]))[:, 2]
    labels = None
    if label in graph.vertex_properties:
        values = graph.vertex_properties[label]
        labels = label_array([values[vertex] for vertex in range(count)])
    return cls.from_edges(src, dst, count, weights, directed=graph.is_directed(), labels=labels)


def to_graph_tool(graph: Graph) -> Any:
    """This graph as graph-tool's: labels are the vertices' property ``name``, weights the edges' ``weight``.

    Weights become float64. Raises InputError if graph-tool isn't installed.
    """
    graph_tool = library("graph_tool")
    host = graph.to_device("cpu")
    src, dst, weights = edges_once(host)
    made = graph_tool.Graph(directed=host.directed)
    made.add_vertex(host.num_vertices)
    made.add_edge_list(np.column_stack([src, dst]))  # in this order, which is that of the weights
    if weights is not None:
        made.edge_properties["weight"] = made.new_edge_property("double", vals=weights)
    if (labels := host.labels) is not None:
        kind = "int64_t" if labels.dtype.kind == "i" else "string" if all_strings(labels) else "object"
        made.vertex_properties["name"] = made.new_vertex_property(kind, vals=labels.tolist())
    return made


def from_dgl(cls: type[Graph], graph: Any, *, weight: str | None = "weight") -> Graph:
    """Directed graph of a DGL graph of one type of nodes and edges.

    Weighted if its edges have the feature `weight`, one number each. Tensors on a GPU make a graph on that
    GPU. Raises InputError for another object.
    """
    _require(graph, "edata", "a graph of DGL's")
    _require_name(weight, "weight")
    src, dst = graph.edges(order="eid")
    weights = graph.edata.get(weight)
    return cls.from_edges(src, dst, graph.num_nodes(), weights)


def from_pyg(cls: type[Graph], data: Any, *, weight: str | None = "edge_weight") -> Graph:
    """Directed graph of PyG's `Data`: of its `edge_index`, 2 x E.

    Weighted if it has the attribute `weight`, one number per edge. Tensors on a GPU make a graph on that GPU.
    Raises InputError for another object.
    """
    if isinstance(data, type) or getattr(data, "edge_index", None) is None:
        raise InputError(f"data is PyG's Data with an edge_index, not {shown(data)}")
    _require_name(weight, "weight")
    weights = None if weight is None else getattr(data, weight, None)
    src, dst = data.edge_index
    return cls.from_edges(src, dst, data.num_nodes, weights)


def _require(graph: Any, method: str, kind: str) -> None:
    if isinstance(graph, type) or not hasattr(graph, method):
        raise InputError(f"graph is {kind}, not {shown(graph)}")


def _require_name(name: Any, argument: str) -> None:
    if name is not None and not isinstance(name, str):
        raise InputError(f"{argument} is the name of an attribute, not {shown(name)}")
