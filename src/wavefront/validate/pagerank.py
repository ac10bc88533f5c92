"""Rule checks that need no oracle: do these ranks stay the same when the walk takes one more step?"""

from collections.abc import Mapping

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph import Graph
from ..graph.edges import as_array
from .rules import ValidationError

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
    graph = graph.to_device("cpu")
    ranks = Cpu().array(as_array(ranks))
    if ranks.dtype.kind != "f":
        raise InputError(f"ranks must be floating-point numbers, not {ranks.dtype}")
    ranks = ranks.astype(np.float64)
    if ranks.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{ranks.shape} ranks for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(~(ranks >= 0))).size:
        raise ValidationError("1", f"vertex {bad[0]} has rank {ranks[bad[0]]}")
    if ranks.size and not abs(ranks.sum() - 1) <= ROUNDING:
        raise ValidationError("2", f"the ranks add up to {ranks.sum()}")
    change = np.abs(_stepped(graph, ranks, damping, personalization, weighted) - ranks)
    if not change.sum() <= tolerance + ROUNDING:
        v = change.argmax()
        raise ValidationError(
            "3", f"a step changes the ranks by {change.sum():.3g} in all, vertex {v}'s by {change[v]:.3g}"
        )


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
    strength = weights if weighted and weights is not None else np.ones(src.size)
    leaving = np.bincount(src, strength, minlength=num_vertices)
    kept = leaving[src] > 0
    passed = ranks[src[kept]] * strength[kept] / leaving[src[kept]]
    arriving = np.bincount(dst[kept], passed, minlength=num_vertices)
    restart = np.full(num_vertices, 1.0)
    if isinstance(personalization, Mapping):
        restart[:] = 0
        restart[list(personalization)] = list(personalization.values())
    elif personalization is not None:
        restart[:] = Cpu().array(as_array(personalization))
    restarting = 1 - damping * ranks[leaving > 0].sum()
    stepped: np.ndarray = damping * arriving + restarting * restart / restart.sum()
    return stepped
