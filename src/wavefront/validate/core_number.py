"""Rule checks that need no oracle: are these the graph's core numbers?

Seidman, "Network structure and minimum degree", Social Networks 1983. No number is too large if every vertex
has enough neighbors of its number or above. No number is too small if the vertices, lowest numbers first, can
be removed so that each has no more neighbors left than its number. The check removes them with NumPy and
SciPy, in rounds of all vertices that can go at once; a path takes as many rounds as half its length.
"""

from typing import Any

import numpy as np

from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, signed_integers


def validate_core_number(graph: Graph, cores: np.ndarray) -> None:
    """Check core numbers of an undirected graph.

    Parameters
    ----------
    cores
        V integers.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) there is one number per vertex, none
        negative, (2) a vertex of number k has at least k neighbors of number k or more, (3) removed in the
        order of their numbers, vertices of number k have at most k neighbors left.
    """
    require_graph(graph)
    graph = graph.to_device("cpu").simplified()
    cores = signed_integers("cores", cores)
    if cores.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{cores.shape} core numbers for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(cores < 0)).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has core number {cores[bad[0]]}")
    src, dst, _ = graph.coo
    supporting = np.bincount(src[cores[dst] >= cores[src]], minlength=graph.num_vertices)
    if (bad := np.flatnonzero(supporting < cores)).size:
        v = bad[0]
        found = f"{supporting[v]} neighbors of that number or more"
        raise ValidationError("2", f"vertex {named(graph, v)} of core number {cores[v]} has {found}")
    matrix, remaining = graph.to_scipy(), graph.out_degrees.astype(np.int64)
    order = np.argsort(cores, kind="stable")
    for level in np.split(order, np.flatnonzero(np.diff(cores[order])) + 1):
        if level.size:
            _take_away(graph, level, matrix, cores, remaining)


def _take_away(
    graph: Graph, level: np.ndarray, matrix: Any, cores: np.ndarray, remaining: np.ndarray
) -> None:
    """Rule 3, for the vertices of one number."""
    number, gone = cores[level[0]], 0
    ready = level[remaining[level] <= number]
    while ready.size:
        gone += ready.size
        remaining[ready] = -1
        neighbors, lost = np.unique(matrix[ready].indices, return_counts=True)
        here = remaining[neighbors] >= 0
        neighbors, lost = neighbors[here], lost[here]
        remaining[neighbors] -= lost
        ready = neighbors[(cores[neighbors] == number) & (remaining[neighbors] <= number)]
    if gone < level.size:
        v = level[remaining[level] >= 0][0]
        kept = f"vertex {named(graph, v)} of core number {number} can't be removed"
        raise ValidationError("3", f"{kept}: it has {remaining[v]} neighbors left")
