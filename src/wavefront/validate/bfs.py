"""Rule checks that need no oracle: is this a breadth-first search tree of that graph?

The five rules are those of the Graph 500 benchmark's specification, section "Validation", read for directed
edges. The checks are NumPy over whole arrays and share no code with the traversals.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import checked_integer
from ..graph import Graph
from ..graph.vertices import checked_vertices, named, require_graph
from .kept import kept_graph
from .rules import ValidationError, signed_integers

MOST_LEVELS = 2**31 - 1


def validate_bfs(
    graph: Graph,
    source: int | Sequence[int] | np.ndarray,
    levels: np.ndarray,
    predecessors: np.ndarray | None = None,
    *,
    depth_limit: int | None = None,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check the levels, and the predecessors if given, of a search from one or several sources.

    Parameters
    ----------
    levels
        V integers; -1 = not reached.
    predecessors
        V vertex ids; -1 for the sources and for unreached vertices.
    depth_limit
        The level at which the search stopped, by its limit or at its target; vertices further away must
        be unreached.
    vertex_filter, edge_filter
        Those of the search: it is checked as one of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) the tree has no cycle and is
        rooted at the sources, (2) tree edges connect levels that differ by one, (3) an edge leads at
        most one level on, (4) every reachable vertex is reached, (5) tree edges are edges of the graph.
    """
    require_graph(graph)
    graph = kept_graph(graph, vertex_filter, edge_filter)
    sources = np.unique(checked_vertices(graph, source, "source"))
    last = MOST_LEVELS if depth_limit is None else checked_integer("depth_limit", depth_limit, 0, None)
    levels = signed_integers("levels", levels)
    _check_roots(graph, sources, levels)
    _check_edges(graph, levels, min(last, MOST_LEVELS))
    if predecessors is None:
        _check_entered(graph, levels)
    else:
        _check_tree(graph, levels, signed_integers("predecessors", predecessors))


def _check_roots(graph: Graph, sources: np.ndarray, levels: np.ndarray) -> None:
    if levels.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{levels.shape} levels for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(levels < -1)).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has level {levels[bad[0]]}")
    roots = np.flatnonzero(levels == 0)
    if (odd := np.setxor1d(roots, sources)).size:
        kind = "a source but has level" if odd[0] in sources else "no source but has level"
        raise ValidationError("1 (roots)", f"vertex {named(graph, odd[0])} is {kind} {levels[odd[0]]}")


def _check_edges(graph: Graph, levels: np.ndarray, last: int) -> None:
    """Rules 3 and 4: from a reached vertex, an edge leads at most one level on, to a reached vertex."""
    src, dst, _ = graph.coo
    if (deep := np.flatnonzero(levels > last)).size:
        raise ValidationError(
            "4", f"vertex {named(graph, deep[0])} has level {levels[deep[0]]} beyond {last}"
        )
    reached = levels[src] >= 0
    if (skips := np.flatnonzero(reached & (levels[dst] > levels[src] + 1))).size:
        u, v = src[skips[0]], dst[skips[0]]
        edge = f"edge {named(graph, u)} -> {named(graph, v)}"
        raise ValidationError("3", f"{edge} leads from level {levels[u]} to {levels[v]}")
    missed = reached & (levels[src] < last) & (levels[dst] == -1)
    if (misses := np.flatnonzero(missed)).size:
        u, v = src[misses[0]], dst[misses[0]]
        source, end = named(graph, u), named(graph, v)
        raise ValidationError("4", f"edge {source} -> {end} leaves level {levels[u]}, but {end} is unreached")


def _check_entered(graph: Graph, levels: np.ndarray) -> None:
    """Rule 2 without predecessors: every reached vertex but a source has an in-neighbor one level closer."""
    src, dst, _ = graph.coo
    entered = np.zeros(graph.num_vertices, bool)
    entered[dst[(levels[src] >= 0) & (levels[dst] == levels[src] + 1)]] = True
    if (orphans := np.flatnonzero((levels > 0) & ~entered)).size:
        v = orphans[0]
        problem = f"vertex {named(graph, v)} has level {levels[v]} but no in-neighbor of the level before"
        raise ValidationError("2", problem)


def _check_tree(graph: Graph, levels: np.ndarray, predecessors: np.ndarray) -> None:
    """Rules 1, 2 and 5. With levels falling by one along every tree edge there can be no cycle."""
    if predecessors.shape != levels.shape:
        raise ValidationError("1", f"{predecessors.shape} predecessors for {levels.size} vertices")
    expected = levels > 0
    has_one = predecessors != -1
    if (odd := np.flatnonzero(expected != has_one)).size:
        v = odd[0]
        problem = f"vertex {named(graph, v)} of level {levels[v]} has predecessor {predecessors[v]}"
        raise ValidationError("1", problem)
    children = np.flatnonzero(expected)
    parents = predecessors[children]
    outside = (parents < 0) | (parents >= graph.num_vertices)
    if outside.any():
        v = children[outside][0]
        raise ValidationError("5", f"vertex {named(graph, v)}'s predecessor {predecessors[v]} is no vertex")
    jumps = levels[parents] != levels[children] - 1
    if jumps.any():
        u, v = parents[jumps][0], children[jumps][0]
        edge = f"tree edge {named(graph, u)} -> {named(graph, v)}"
        raise ValidationError("2", f"{edge} joins levels {levels[u]} and {levels[v]}")
    absent = ~_has_edges(graph, parents, children)
    if absent.any():
        u, v = parents[absent][0], children[absent][0]
        raise ValidationError("5", f"tree edge {named(graph, u)} -> {named(graph, v)} is no edge")


def _has_edges(graph: Graph, src: np.ndarray, dst: np.ndarray) -> np.ndarray:
    """Whether each src[i] -> dst[i] is an edge, by binary searches for all of them at once."""
    low = graph.csr.src_ptr[src].astype(np.int64)
    end = graph.csr.src_ptr[src + 1].astype(np.int64)
    high = end.copy()
    while (low < high).any():
        middle = (low + high) // 2
        open_ = low < high
        before = np.zeros(src.size, bool)
        before[open_] = graph.csr.dst[middle[open_]] < dst[open_]
        low = np.where(open_ & before, middle + 1, low)
        high = np.where(open_ & ~before, middle, high)
    found: np.ndarray = low < end
    found[found] = graph.csr.dst[low[found]] == dst[found]
    return found
