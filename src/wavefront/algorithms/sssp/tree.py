"""The predecessors of a search for shortest paths, found from its distances."""

from math import inf
from typing import Any, NamedTuple

from ...atomics import atomic_cas, atomic_min
from ...device import Device
from ...frontier import Frontier
from ...graph import Graph
from ...operators import advance, enact
from .weights import edge_weight, weights_of


class Tree(NamedTuple):
    """The arrays that predecessors are found from, and the predecessors found."""

    weights: Any
    distances: Any
    predecessors: Any  # V ids, `none` where there is none yet
    source: int
    none: int


def enter_from_nearer(source, neighbor, edge, tree):
    """Make the source the neighbor's predecessor if it is nearer, on a shortest path, and the smallest."""
    start, end = tree.distances[source], tree.distances[neighbor]
    on_path = start < end and end < inf and start + edge_weight(edge, tree.weights) == end
    if on_path and source < tree.predecessors[neighbor]:
        atomic_min(tree.predecessors, neighbor, source)
    return False


def enter_from_as_near(source, neighbor, edge, tree):
    """Make the source the predecessor of a neighbor that is as near and has none, on a shortest path."""
    distance = tree.distances[source]
    if tree.predecessors[neighbor] != tree.none or neighbor == tree.source:
        return False
    if distance != tree.distances[neighbor] or distance + edge_weight(edge, tree.weights) != distance:
        return False
    return atomic_cas(tree.predecessors, neighbor, tree.none, source) == tree.none


def tree(graph: Graph, source: int, distances: Any, device: Device) -> Any:
    """The predecessors: V vertex ids, -1 where there is none.

    An edge from a nearer vertex can't close a cycle. Edges between vertices equally near can, so these are
    followed only from vertices that a path from the source leads to already, to vertices without predecessor.
    """
    xp, none = device.xp, graph.num_vertices
    parents = xp.full(none, none, graph.csr.dst.dtype)
    problem = Tree(weights_of(graph), distances, parents, source, none)
    reached = distances < inf
    frontier = Frontier(graph, device=device, queue_sizing=0).load(xp.flatnonzero(reached))
    advance(graph, frontier, enter_from_nearer, problem, output=None)
    entered = parents < none
    entered[source] = True
    if bool((reached & ~entered).any()):
        frontier.load(xp.flatnonzero(entered))
        enact(lambda _: advance(graph, frontier, enter_from_as_near, problem), frontier)
    parents[parents == none] = -1
    return parents
