"""The predecessors of a search for shortest paths, found from its distances."""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_exch, atomic_min
from ...device import Device
from ...filters import Filters, extended, keeps_of
from ...frontier import Frontier
from ...graph import Graph
from ...operators import advance, enact
from ...operators.functors import Functor, kept_with_functor
from .weights import edge_weight, weights_of


class Tree(NamedTuple):
    """The arrays that predecessors are found from, and the predecessors found."""

    weights: Any
    distances: Any
    predecessors: Any  # V ids: -1 for sources, `none` where there is none yet
    none: int


class Ties(NamedTuple):
    """What predecessors as near as their vertices are found from."""

    weights: Any
    distances: Any
    predecessors: Any
    entered: Any  # V int32: the step in which the vertex got its predecessor; -1: before; 0: not yet
    step: int


def enter_from_nearer(source, neighbor, edge, tree):
    """Make the source the neighbor's predecessor if it is nearer, on a shortest path, and the smallest."""
    start, end = tree.distances[source], tree.distances[neighbor]
    on_path = start < end and end < inf and start + edge_weight(edge, tree.weights) == end
    if on_path and source < tree.predecessors[neighbor]:
        atomic_min(tree.predecessors, neighbor, source)
    return False


def enter_from_as_near(source, neighbor, edge, ties):
    """Make the source the predecessor, the smallest of this step, of a neighbor as near, on a shortest path.

    Returns whether the neighbor had no predecessor yet.
    """
    distance, entered = ties.distances[source], ties.entered[neighbor]
    if entered not in (0, ties.step):
        return False
    if distance != ties.distances[neighbor] or distance + edge_weight(edge, ties.weights) != distance:
        return False
    atomic_min(ties.predecessors, neighbor, source)
    return entered == 0 and atomic_exch(ties.entered, neighbor, ties.step) == 0


@kept_with_functor
def along(keeps: Functor, enter: Functor) -> Functor:
    """A functor that enters vertices, but only along edges that are kept."""

    def enter_kept(source, neighbor, edge, problem):
        return keeps(source, neighbor, edge, problem) and enter(source, neighbor, edge, problem)

    return enter_kept


def tree(
    graph: Graph, sources: np.ndarray, distances: Any, device: Device, filters: Filters | None = None
) -> Any:
    """The predecessors: V vertex ids, -1 where there is none.

    An edge from a nearer vertex can't close a cycle. Edges between vertices equally near can, so these are
    followed only from vertices that a path from a source leads to already, to vertices without predecessor,
    step by step: which predecessor is taken doesn't depend on the timing.
    """
    xp, none = device.xp, graph.num_vertices
    parents = xp.full(none, none, graph.csr.dst.dtype)
    parents[xp.asarray(sources)] = -1
    problem: Any = Tree(weights_of(graph), distances, parents, none)
    nearer, as_near = enter_from_nearer, enter_from_as_near
    if filters is not None:
        nearer = along(keeps_of(filters, len(Tree._fields)), nearer)
        as_near = along(keeps_of(filters, len(Ties._fields)), as_near)
        problem = extended(problem, filters)
    reached = distances < inf
    frontier = Frontier(graph, device=device, queue_sizing=0).load(xp.flatnonzero(reached))
    advance(graph, frontier, nearer, problem, output=None)
    entered = parents < none
    if bool((reached > entered).any()):
        frontier.load(xp.flatnonzero(entered))
        ties: Any = Ties(problem.weights, distances, parents, entered=-entered.astype(np.int32), step=0)
        if filters is not None:
            ties = extended(ties, filters)
        enact(lambda step: advance(graph, frontier, as_near, ties._replace(step=step)), frontier)
    parents[parents == none] = -1
    return parents
