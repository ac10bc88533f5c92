"""hybrid: a functor on every edge, with the neighbor lists at hand.

PMPP 4e, chapter 15: a thread per vertex reads neighbor lists, a thread per edge the edge list. Some work
needs both: given an edge, the neighbors of its two ends.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from ..device import working_on
from ..errors import InputError, require_one_of
from ..frontier import Frontier
from ..graph import Graph
from ..graph.vertices import require_graph
from .functors import Functor, check, check_problem, kept_with_functor, require_frontier_of


class NeighborLists(NamedTuple):
    """The neighbor lists that a functor reads: vertex v's is ``ids[ptr[v]:ptr[v + 1]]``, in rising order."""

    ptr: Any
    ids: Any


def hybrid(
    graph: Graph,
    functor: Functor,
    problem: Any,
    *,
    over: Literal["out", "in"] = "out",
    frontier: Frontier | None = None,
) -> None:
    """Call ``functor(source, neighbor, edge, lists, problem)`` for every edge, one thread per edge.

    The ends come from the edge list (COO). Its result is ignored. Edges are called in any order.

    Parameters
    ----------
    functor
        `edge` is the slot in the CSR view, `lists` a `NeighborLists` of all vertices: the functor walks the
        lists of `source` and `neighbor`, or of any vertex.
    problem
        As of `advance`.
    over
        Whether `lists` holds the out-neighbors (CSR) or the in-neighbors (CSC).
    frontier
        The edges to call the functor for, each once for every time it is in the frontier; by default all.

    Raises
    ------
    InputError
        For a functor with other parameters or one that can't be compiled, a frontier of vertices or
        of another graph, or an argument that isn't as above.
    """
    require_graph(graph)
    require_one_of("over", over, ("out", "in"))
    check(functor, ("source", "neighbor", "edge", "lists", "problem"), "ignored")
    if frontier is None:
        frontier = Frontier(graph, "edges", queue_sizing=0).load_all()
    require_frontier_of(graph, "frontier", frontier)
    if frontier.type != "edges":
        raise InputError("hybrid takes a frontier of edges, not of vertices")
    device = frontier.device
    check_problem(problem, device)
    graph = graph.to_device(device)
    lists = NeighborLists(*(graph.csc if over == "in" else graph.csr)[:2])
    src, dst, _ = graph.coo
    with working_on(device):
        device.for_each(frontier.size, _caller(functor), frontier.items, src, dst, lists, problem)


@kept_with_functor
def _caller(functor: Functor) -> Callable[..., None]:
    def call(index, edges, src, dst, lists, problem):
        edge = edges[index]
        functor(src[edge], dst[edge], edge, lists, problem)

    return call
