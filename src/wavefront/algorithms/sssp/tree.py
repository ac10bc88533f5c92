"""The predecessors of a search for shortest paths, found from its distances."""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_exch, atomic_min
from ...device import Cpu, Device
from ...filters import Filters, extended, keeps_of
from ...frontier import Frontier
from ...graph import Graph
from ...graph.weight_types import is_reached
from ...operators import advance
from ...operators.functors import Functor, kept_with_functor
from ..result import result_array
from ..rounds import advance_in_rounds
from .weights import edge_weight, weights_of

SMALL = 8  # a tree of fewer than one in so many vertices is small


class Tree(NamedTuple):
    """The arrays that predecessors are found from, and the predecessors found."""

    weights: Any
    distances: Any
    predecessors: Any  # V ids: -1 for sources, `none` where there is none yet
    none: int


class Steps(NamedTuple):
    """What predecessors are found from step by step."""

    weights: Any
    distances: Any
    predecessors: Any
    entered: Any  # V int32: the step in which the vertex got its predecessor; -1: before; 0: not yet
    step: int = 0


def enter_from_nearer(source, neighbor, edge, tree):
    """Make the source the neighbor's predecessor if it is nearer, on a shortest path, and the smallest."""
    start, end = tree.distances[source], tree.distances[neighbor]
    on_path = start < end and end < inf and start + edge_weight(edge, tree.weights) == end
    if on_path and source < tree.predecessors[neighbor]:
        atomic_min(tree.predecessors, neighbor, source)
    return False


def enter_on_shortest(source, neighbor, edge, steps, step):
    """Make the source the predecessor, the smallest of this step, of a neighbor on a shortest path.

    Returns whether the neighbor had no predecessor yet.
    """
    end, entered = steps.distances[neighbor], steps.entered[neighbor]
    if entered not in (0, step):
        return False
    if not end < inf or steps.distances[source] + edge_weight(edge, steps.weights) != end:
        return False
    atomic_min(steps.predecessors, neighbor, source)
    return entered == 0 and atomic_exch(steps.entered, neighbor, step) == 0


@kept_with_functor
def along(keeps: Functor, enter: Functor) -> Functor:
    """A functor that enters vertices, but only along edges that are kept."""

    def enter_kept(source, neighbor, edge, problem):
        return keeps(source, neighbor, edge, problem) and enter(source, neighbor, edge, problem)

    return enter_kept


@kept_with_functor
def in_step_along(keeps: Functor, enter: Functor) -> Functor:
    """As `along`, of functors for `advance_in_rounds`."""

    def enter_kept(source, neighbor, edge, problem, step):
        return keeps(source, neighbor, edge, problem) and enter(source, neighbor, edge, problem, step)

    return enter_kept


def tree(
    graph: Graph, sources: np.ndarray, distances: Any, device: Device, filters: Filters | None = None
) -> Any:
    """The predecessors, where no weight is negative: V vertex ids, -1 where there is none.

    An edge from a nearer vertex can't close a cycle. Edges between vertices equally near can, so these are
    followed step by step.
    """
    xp, none = device.xp, graph.num_vertices
    reached = distances < inf
    found = xp.flatnonzero(reached)
    is_small = isinstance(device, Cpu) and SMALL * found.size < none  # then few passes over all vertices
    if is_small:
        parents = result_array(graph, graph.csr.dst.dtype)
        parents.fill(-1)
        parents[found] = none
    else:
        parents = xp.full(none, none, graph.csr.dst.dtype)
    parents[xp.asarray(sources)] = -1
    if filters is None and not graph.directed and not isinstance(device, Cpu):
        from .tree_on_gpu import enter_nearer  # here, since only a GPU needs its kernel

        if enter_nearer(graph, parents, distances, device):
            return parents
        parents[~reached] = none
    problem: Any = Tree(weights_of(graph), distances, parents, none)
    nearer = enter_from_nearer
    if filters is not None:
        nearer = along(keeps_of(filters, len(Tree._fields)), nearer)
        problem = extended(problem, filters)
    frontier = Frontier(graph, device=device, queue_sizing=0).load(found)
    advance(graph, frontier, nearer, problem, output=None)
    if is_small:
        if not (parents[found] == none).any():
            return parents
        parents[~reached] = none
    del frontier, found  # the steps need their memory
    entered = parents < none
    if bool((reached > entered).any()):
        _enter_by_steps(graph, Tree(*problem[:4]), entered, device, filters)
    parents[parents == none] = -1
    return parents


def complete(
    graph: Graph, distances: Any, parents: Any, device: Device, filters: Filters | None = None
) -> None:
    """Replace V among the parents, of vertices that no nearer one leads to, as `tree` does.

    Distances are as the search or its caller has them.
    """
    none = graph.num_vertices
    parents[~is_reached(distances)] = none
    _enter_by_steps(graph, Tree(weights_of(graph), distances, parents, none), parents < none, device, filters)
    parents[parents == none] = -1


def tree_by_steps(
    graph: Graph, sources: np.ndarray, distances: Any, device: Device, filters: Filters | None = None
) -> Any:
    """The predecessors on shortest paths of the fewest edges, whatever the weights: ids, -1 for none.

    A source has one if its distance is less than 0.
    """
    xp, none = device.xp, graph.num_vertices
    parents = xp.full(none, none, graph.csr.dst.dtype)
    starts = xp.asarray(sources)
    parents[starts[distances[starts] == 0]] = -1
    problem = Tree(weights_of(graph), distances, parents, none)
    _enter_by_steps(graph, problem, parents < none, device, filters)
    parents[parents == none] = -1
    return parents


def _enter_by_steps(
    graph: Graph, problem: Tree, entered: Any, device: Device, filters: Filters | None = None
) -> None:
    """Give a predecessor to every vertex that shortest paths lead to from the vertices that have entered.

    Edges are followed only from vertices that have entered, to others, step by step: so no cycle is closed,
    and which predecessor is taken doesn't depend on the timing.
    """
    steps: Any = Steps(*problem[:3], entered=-entered.astype(np.int32))
    enter = enter_on_shortest
    if filters is not None:
        enter = in_step_along(keeps_of(filters, len(Steps._fields)), enter)
        steps = extended(steps, filters)
    starts = device.xp.flatnonzero(entered).astype(graph.csr.dst.dtype)
    advance_in_rounds(graph, starts, enter, steps, device)


def path_to(vertex: int, parents: np.ndarray) -> list[int]:
    """The vertices from the root of the tree to this one."""
    path = [vertex]
    while (vertex := int(parents[vertex])) >= 0:
        path.append(vertex)
    return path[::-1]
