"""Rule checks that need no oracle: do these ranks stay the same when the walk takes one more step?"""

from collections.abc import Mapping
from sys import float_info

import numpy as np

from ..errors import InputError, checked_flag, checked_number
from ..graph import Graph
from ..graph.vertices import named, require_graph, vertex_shares
from .rules import ValidationError, real_numbers

ROUNDING = 1e-9  # of the sums over all vertices


def validate_pagerank(
    graph: Graph,
    ranks: np.ndarray,
    *,
    damping: float = 0.85,
    tolerance: float = 1e-6,
    personalization: Mapping[int, float] | np.ndarray | None = None,
    weighted: bool = False,
) -> None:
    """Check ranks that have converged; the other arguments must be those of the computation.

    Raises
    ------
    ValidationError
        Naming the rule, and the vertex: (1) there is one rank per vertex, none negative, (2) the ranks add
        up to 1, (3) one more step of the walk changes the ranks by no more than the tolerance in all. Rule 1
        names the first vertex that breaks it, rule 3 the vertex that changes most.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    damping = checked_number("damping", damping, "a chance from 0 to 1", 0, 1)
    tolerance = checked_number("tolerance", tolerance, "a number, 0 or more", 0, float_info.max)
    ranks = real_numbers("ranks", ranks).astype(np.float64)
    if ranks.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{ranks.shape} ranks for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(~(ranks >= 0))).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has rank {ranks[bad[0]]}")
    if ranks.size and not abs(ranks.sum() - 1) <= ROUNDING:
        raise ValidationError("2", f"the ranks add up to {ranks.sum()}")
    change = np.abs(_stepped(graph, ranks, damping, personalization, weighted) - ranks)
    if not change.sum() <= tolerance + ROUNDING:
        v = change.argmax()
        problem = f"a step changes the ranks by {change.sum():.3g} in all"
        raise ValidationError("3", f"{problem}, vertex {named(graph, v)}'s by {change[v]:.3g}")


def _stepped(
    graph: Graph,
    ranks: np.ndarray,
    damping: float,
    personalization: Mapping[int, float] | np.ndarray | None,
    weighted: bool,
) -> np.ndarray:
    """The ranks after one more step."""
    num_vertices = graph.num_vertices
    src, dst, weights = graph.coo
    if checked_flag("weighted", weighted) and weights is None:
        raise InputError("weighted=True needs a graph with weights")
    strength = weights if weighted and weights is not None else np.ones(src.size)
    leaving = np.bincount(src, strength, minlength=num_vertices)
    kept = leaving[src] > 0
    passed = ranks[src[kept]] * strength[kept] / leaving[src[kept]]
    arriving = np.bincount(dst[kept], passed, minlength=num_vertices)
    if personalization is None:
        restart = np.full(num_vertices, 1 / max(1, num_vertices))
    else:
        restart = vertex_shares(graph, personalization, "personalization")
    restarting = 1 - damping * ranks[leaving > 0].sum()
    stepped: np.ndarray = damping * arriving + restarting * restart
    return stepped
