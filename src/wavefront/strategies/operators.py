"""Breadth-first search on the operators: Gunrock's model (Wang et al., ACM TOPC 2017), a functor and a step.

A push advances along the out-edges of the frontier. A pull advances along the in-edges of the unvisited
vertices, for each up to the first edge from the frontier. The rule of ../direction.py chooses between them.
One functor serves both. It claims the neighbor by a compare-and-swap, since in a push several threads may
reach a neighbor at the same time. The thread that claims it records the predecessor, so each vertex has one
predecessor and is in the frontier once.

O(V + E) work when it pushes; a level that pulls also costs the vertices that were unvisited at the last pull.
Prefer fused for speed; start from this method to write a traversal of your own.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Device
from ..direction import Direction
from ..enactor import Stop, reached
from ..filters import Filters, extended, keeps_of
from ..frontier import UNVISITED, claim, initial_labels
from ..graph import Graph
from ..operators import Frontier, advance, enact, filter
from ..operators.functors import Functor, kept_with_functor
from ..trace import Trace

ALPHA = 20.0  # dimensionless; on Kronecker 18, 10 takes the same time
BETA = 18.0  # dimensionless; the GAP Benchmark Suite's value


class Search(NamedTuple):
    """The problem: the labels found so far, and the level to give."""

    levels: Any
    predecessors: Any  # empty if they aren't recorded
    curr_level: int


def discover(source, neighbor, edge, search):
    """Label the neighbor unless another thread has."""
    if not claim(search.levels, neighbor, search.curr_level):
        return False
    if search.predecessors.size:
        search.predecessors[neighbor] = source
    return True


@kept_with_functor
def discover_along(keeps: Functor) -> Functor:
    """`discover`, but only along edges that are kept."""

    def discover_kept(source, neighbor, edge, search):
        if search.levels[neighbor] != UNVISITED or not keeps(source, neighbor, edge, search):
            return False
        return discover(source, neighbor, edge, search)

    return discover_kept


def is_unvisited(vertex, search):
    """Whether the vertex is still to be found."""
    return search.levels[vertex] == UNVISITED


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    alpha: float = ALPHA,
    beta: float = BETA,
    switch: str = "vertices",
    filters: Filters | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, pushed or pulled as the rule has it."""
    functor = discover if filters is None else discover_along(keeps_of(filters, len(Search._fields)))
    rule = Direction(graph, alpha, beta, switch)
    _ = graph.csc  # the view that a pull reads is built before the search, as in the other methods
    levels, parents = initial_labels(graph, sources, device, predecessors)
    frontier = Frontier(graph, device=device).load(sources)
    unvisited = Frontier(graph, device=device).load_all()

    def step(curr_level: int) -> bool:
        if trace is not None:
            trace.start()
        edges = graph.out_degrees.take(frontier.items).sum(dtype=np.int64) if rule.by_edges else 0
        direction = rule.next(len(frontier), int(edges))
        search = Search(levels, parents, curr_level)
        if filters is not None:
            search = extended(search, filters)
        if direction == "pull":
            filter(unvisited, is_unvisited, search)
            advance(graph, frontier, functor, search, direction="pull", unvisited=unvisited)
        else:
            advance(graph, frontier, functor, search)
        if trace is not None:
            trace.record(levels, direction, curr_level, curr_level + 1)
        return reached(stop, levels, curr_level + 1)

    if not reached(stop, levels, 1):
        enact(step, frontier)
    return levels, parents
