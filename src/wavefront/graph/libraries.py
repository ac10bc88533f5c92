"""Graphs from and to other libraries, by the methods of their graphs: each is imported only to make one.

Vertices keep their order. Labels become names of nodes; names become labels, unless they are 0 to V-1.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, shown
from .interop import LabelledEdges, edge_weights, networkx_edges, node_labels
from .undirected import edges_once

if TYPE_CHECKING:
    from types import ModuleType

    from .graph import Graph


def from_networkx(cls: type[Graph], graph: Any, *, weight: str | None = "weight") -> Graph:
    """Graph of a NetworkX graph; unless its nodes are 0 to V-1 in order, they become labels.

    Weighted if any edge has the attribute `weight`; edges without the attribute then weigh 1. Raises
    InputError for another object, and for weights that aren't real numbers.
    """
    return cls.from_edges(**networkx_edges(graph, weight)._asdict())


def from_igraph(
    cls: type[Graph], graph: Any, *, weight: str | None = "weight", label: str | None = "name"
) -> Graph:
    """Graph of an igraph graph.

    Weighted if its edges have the attribute `weight`, labelled if its vertices have the attribute `label`.
    Raises InputError for another object, and for weights that aren't real numbers.
    """
    if isinstance(graph, type) or not hasattr(graph, "get_edgelist"):
        raise InputError(f"graph is a graph of igraph's, not {shown(graph)}")
    for argument, name in (("weight", weight), ("label", label)):
        if name is not None and not isinstance(name, str):
            raise InputError(f"{argument} is the name of an attribute, not {shown(name)}")
    ends = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
    weights = edge_weights(graph.es[weight], weight) if weight in graph.es.attributes() else None
    labels = node_labels(graph.vs[label]) if label in graph.vs.attributes() else None
    edges = LabelledEdges(ends[:, 0], ends[:, 1], graph.vcount(), weights, graph.is_directed(), labels)
    return cls.from_edges(**edges._asdict())


def from_rustworkx(cls: type[Graph], graph: Any, *, weight: str | None = "weight") -> Graph:
    """Graph of a rustworkx graph.

    Weighted if an edge's payload is a number, or a mapping with the key `weight`; edges without a weight then
    weigh 1. With ``weight=None`` there are no weights. The nodes' payloads become labels if they are all
    strings or all integers, no two the same; else the nodes' indices do, if there are gaps between them.
    Raises InputError for another object, and for weights that aren't real numbers.
    """
    if isinstance(graph, type) or not hasattr(graph, "weighted_edge_list"):
        raise InputError(f"graph is a graph of rustworkx's, not {shown(graph)}")
    if weight is not None and not isinstance(weight, str):
        raise InputError(f"weight is a key of the edges' payloads, not {shown(weight)}")
    indices = list(graph.node_indices())
    position = {node: place for place, node in enumerate(indices)}
    rows = list(graph.weighted_edge_list())
    src, dst = (np.array([position[row[end]] for row in rows], np.int64) for end in (0, 1))
    values = [row[2].get(weight) if isinstance(row[2], Mapping) else row[2] for row in rows]
    weighted = weight is not None and any(value is not None for value in values)
    weights = edge_weights((1 if value is None else value for value in values), weight) if weighted else None
    payloads = list(graph.nodes())
    alike = {type(payload) for payload in payloads} in ({str}, {int})
    names = payloads if alike and len(set(payloads)) == len(payloads) else indices
    directed = hasattr(graph, "successors")  # only of directed graphs
    edges = LabelledEdges(src, dst, len(indices), weights, directed, node_labels(names))
    return cls.from_edges(**edges._asdict())


def to_networkx(graph: Graph) -> Any:
    """This graph as NetworkX's: a Graph or DiGraph, or with parallel edges a MultiGraph or MultiDiGraph.

    Nodes are the labels, or the ids; weights are the edges' attribute ``weight``. Raises InputError for two
    equal labels, or if NetworkX isn't installed.
    """
    networkx = library("networkx", "wavefront[networkx]")
    host = graph.to_device("cpu")
    src, dst, weights = edges_once(host)
    parallel = bool(((src[1:] == src[:-1]) & (dst[1:] == dst[:-1])).any())
    kind = {
        (False, False): networkx.Graph,
        (True, False): networkx.DiGraph,
        (False, True): networkx.MultiGraph,
        (True, True): networkx.MultiDiGraph,
    }[host.directed, parallel]
    made = kind()
    nodes = list(range(host.num_vertices)) if host.labels is None else host.labels.tolist()
    try:
        num_nodes = len(set(nodes))  # NetworkX would take a list of two for a node and its attributes
        made.add_nodes_from(nodes)
    except (TypeError, ValueError) as error:
        raise InputError(f"a label can't be a node of NetworkX's: {error}") from None
    if num_nodes < len(nodes):
        raise InputError("two vertices have the same label: NetworkX can't tell them apart")
    ends = [[nodes[vertex] for vertex in ids.tolist()] for ids in (src, dst)]
    if weights is None:
        made.add_edges_from(zip(*ends, strict=True))
    else:
        made.add_weighted_edges_from(zip(*ends, weights.tolist(), strict=True))
    return made


def to_igraph(graph: Graph) -> Any:
    """This graph as igraph's: labels are the vertices' attribute ``name``, weights the edges' ``weight``.

    Raises InputError if igraph isn't installed.
    """
    igraph = library("igraph")
    host = graph.to_device("cpu")
    src, dst, weights = edges_once(host)
    ends = np.column_stack([src, dst]).tolist()
    made = igraph.Graph(host.num_vertices, ends, directed=host.directed)
    if host.labels is not None:
        made.vs["name"] = host.labels.tolist()
    if weights is not None:
        made.es["weight"] = weights.tolist()
    return made


def to_rustworkx(graph: Graph) -> Any:
    """This graph as rustworkx's: payloads of nodes are labels or ids, those of edges weights or None.

    Raises InputError if rustworkx isn't installed.
    """
    rustworkx = library("rustworkx")
    host = graph.to_device("cpu")
    src, dst, weights = edges_once(host)
    made = rustworkx.PyDiGraph() if host.directed else rustworkx.PyGraph()
    made.add_nodes_from(list(range(host.num_vertices)) if host.labels is None else host.labels.tolist())
    payloads = [None] * src.size if weights is None else weights.tolist()
    made.add_edges_from(list(zip(src.tolist(), dst.tolist(), payloads, strict=True)))
    return made


def to_pandas(graph: Graph) -> Any:
    """The edges as a pandas DataFrame: columns source, target and, if there are weights, weight.

    The ends are labels, or ids in a graph without labels. An undirected edge is there once. Raises
    InputError if pandas isn't installed.
    """
    pandas = library("pandas")
    host = graph.to_device("cpu")
    src, dst, weights = edges_once(host)
    names = None
    if host.labels is not None:
        names = host.labels if host.labels.dtype.kind in "iu" else np.array(host.labels.tolist(), object)
    ends = {"source": src, "target": dst}
    columns = ends if names is None else {name: names[ids] for name, ids in ends.items()}
    return pandas.DataFrame(columns if weights is None else columns | {"weight": weights})


def library(name: str, install: str | None = None) -> ModuleType:
    """A library that isn't required. Raises InputError, saying how it is installed, if it isn't."""
    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(f"this needs {name}: pip install {install or name}") from error
