"""advance: visit a frontier's edges; the neighbors, or edges, that a functor accepts are the next frontier.

Source: Gunrock (Wang et al., TOPC 2017, section 4.1). Three ways to share the work of a push among threads:

- ``thread``: one thread walks one item's list. No preparation; a hub delays its thread, on a GPU its warp.
- ``buckets``: items by degree; 1, 32 or 256 threads per list (Merrill and Garland, PPoPP 2012).
- ``edges``: prefix sum of the degrees and a load-balancing search; every thread gets equally many edges.
"""

from typing import Any, Literal, get_args

from ..device import Cpu, working_on
from ..errors import InputError, checked_flag, require_one_of
from ..frontier import Frontier, Kind
from ..graph import Graph
from ..graph.vertices import require_graph
from . import pull, push
from .functors import Functor, Result, both, check, check_problem, require_frontier_of

LoadBalance = Literal["auto", "thread", "buckets", "edges"]

EDGE = ("source", "neighbor", "edge", "problem")
INDEXED_EDGE = ("source", "neighbor", "edge", "rank", "index", "problem")


def advance(
    graph: Graph,
    frontier: Frontier,
    functor: Functor | None = None,
    problem: Any = None,
    *,
    cond: Functor | None = None,
    apply: Functor | None = None,
    direction: Literal["push", "pull"] = "push",
    unvisited: Frontier | None = None,
    load_balance: LoadBalance = "auto",
    output: Kind | None = "vertices",
    compact: bool = True,
    idempotent: bool = False,
    unique: bool = False,
) -> None:
    """Call the functor on the edges of the frontier; replace the frontier by what the functor accepts.

    Parameters
    ----------
    frontier
        Vertices, or edges, each standing for its destination. Push visits the out-edges of each vertex.
    functor
        ``functor(source, neighbor, edge, problem) -> bool``, in plain Python. `edge` is the slot in the CSR
        view in either direction. With two more parameters, ``functor(source, neighbor, edge, rank, index,
        problem)`` also gets the edge's rank in the source's list and its number among all edges visited; this
        form needs push and ``load_balance="edges"``, which "auto" then chooses.
    problem
        A NamedTuple of numbers and of one-dimensional arrays on the frontier's device.
    cond, apply
        Instead of `functor`: an edge is accepted if ``cond(...) and apply(...)``, so `apply` is called where
        `cond` holds. An `apply` that returns nothing accepts; one that returns a value must do so everywhere.
    direction
        "pull" visits the in-edges of `unvisited` that come from the frontier, for each vertex up to the first
        accepted edge. Vertices with an accepted edge become the frontier and leave `unvisited`, which holds
        vertices on the same device.
    output
        Content of the next frontier: the neighbors, or the edges. With None the functor is called all the
        same, but nothing is written: the frontier, and in a pull `unvisited`, stay as they are.
    compact
        If false, ``load_balance="edges"`` outputs one slot per edge visited, -1 for an edge that wasn't
        accepted; `filter` removes these slots.
    idempotent
        Whether the functor may accept a vertex more than once, since it doesn't claim; the output then holds
        the vertex as many times, and `filter` can cull. If false, the functor must claim: accept each vertex
        once, by an atomic. A pull accepts a vertex once in either case.
    unique
        Whether the operator outputs each accepted vertex once, so that the functor need not claim.

    Raises
    ------
    InputError
        For a functor with other parameters or one that can't be compiled, one that returns a value in some
        places only, a frontier of another graph, a problem that isn't as above, a combination that isn't
        supported, or more vertices output than there are without `idempotent` or `unique`.
    """
    require_graph(graph)
    require_one_of("direction", direction, ("push", "pull"))
    require_one_of("load_balance", load_balance, get_args(LoadBalance))
    if output is not None:
        require_one_of("output", output, get_args(Kind))
    require_frontier_of(graph, "frontier", frontier, output or "vertices")
    compact, unique = checked_flag("compact", compact), checked_flag("unique", unique)
    bounded = unique or not checked_flag("idempotent", idempotent)
    accepted_by, indexed = _functor(functor, cond, apply)
    check_problem(problem, frontier.device)
    graph = graph.to_device(frontier.device)
    if direction == "pull":
        if unvisited is None or indexed or output == "edges" or load_balance not in ("auto", "thread"):
            raise InputError(
                "a pull takes unvisited= and load_balance='thread', outputs no edges, gives no rank or index"
            )
        _check_unvisited(graph, frontier, unvisited)
        with working_on(frontier.device):
            pull.gather(graph, frontier, unvisited, accepted_by, problem, output is not None)
        return
    balance = _balance(load_balance, frontier, indexed or not compact)
    if (indexed or not compact) and balance != "edges":
        raise InputError(f"rank, index and compact=False need load_balance='edges', not {balance!r}")
    form = push.Form(accepted_by, indexed, frontier.type == "edges", output, unique)
    with working_on(frontier.device):
        if balance == "edges":
            push.by_edges(graph, frontier, form, problem, compact, bounded)
        else:
            push.by_lists(graph, frontier, form, problem, balance, bounded)


def _check_unvisited(graph: Graph, frontier: Frontier, unvisited: Frontier) -> None:
    require_frontier_of(graph, "unvisited", unvisited)
    if unvisited is frontier:
        raise InputError("unvisited is another frontier than the one that is advanced")
    if unvisited.type != "vertices" or unvisited.device.name != frontier.device.name:
        raise InputError(f"unvisited must hold vertices on {frontier.device.name}, not be {unvisited!r}")


def _functor(functor: Functor | None, cond: Functor | None, apply: Functor | None) -> tuple[Functor, bool]:
    """The functor to run, and whether it takes rank and index."""
    codes = [getattr(given, "__code__", None) for given in (functor, cond, apply)]
    indexed = any(code is not None and code.co_argcount == len(INDEXED_EDGE) for code in codes)
    results: tuple[Result, ...] = "needed", "needed", "optional"
    for given, result in zip((functor, cond, apply), results, strict=True):
        if given is not None:
            check(given, INDEXED_EDGE if indexed else EDGE, result)
    if functor is not None and cond is None and apply is None:
        return functor, indexed
    if functor is None and cond is not None and apply is not None:
        return both(cond, apply, indexed), indexed
    raise InputError("advance takes a functor, or else cond= and apply=")


def _balance(load_balance: LoadBalance, frontier: Frontier, needs_edges: bool) -> str:
    if load_balance != "auto":
        return load_balance
    if needs_edges:
        return "edges"
    # On the CPU, threads take the next chunk of the frontier when they finish one: that balances the lists.
    return "thread" if isinstance(frontier.device, Cpu) else "edges"
