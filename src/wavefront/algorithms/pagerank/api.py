"""PageRank: the share of its time that an endless random walk spends at each vertex.

The walk follows an out-edge of where it is, each as likely as the others or in proportion to its weight;
with chance 1 - damping, and always where no edge leads on, it starts anew at a vertex drawn by the
personalisation. Source: Page, Brin, Motwani and Winograd, "The PageRank Citation Ranking", Stanford 1999,
section 2; walks that end are restarted as in Langville and Meyer, "Deeper Inside PageRank", Internet
Mathematics 2004, section 3.

Power iteration in pull form: each vertex first stores its contribution to each out-neighbor, then each adds
up the contributions of its in-neighbors. No two threads write the same element, so there are no atomics on
ranks. On the CPU a graph gives the same ranks each time; on a GPU the last digits may differ (gather.py).
Work O(V + E) per iteration; the change falls at least by the factor `damping` each time. On the CPU blocks.py
does the same in blocks, which takes fewer iterations. So does semi_iteration.py's method on undirected graphs
whose changes fall slowly; there a change may grow for a while.
"""

from __future__ import annotations

from dataclasses import dataclass
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_flag, checked_integer, checked_number
from ...frontier import Frontier
from ...graph.vertices import named, require_graph, vertex_shares
from ...operators import neighbor_reduce
from ...progress import reporting
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from . import blocks, one_launch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from ...graph import Graph
    from ...progress import Progress

DAMPING = 0.85  # the paper's
TOLERANCE = 1e-6
MAX_ITERATIONS = 100
# Bounds of the sum of the weights that leave a vertex: a rank divided by the sum must keep full precision.
LEAST_SUM, LARGEST_SUM = 1e-200, 1e200


@dataclass(frozen=True, eq=False)
class PageRankResult:
    """PageRank of every vertex.

    Attributes
    ----------
    ranks
        V float64, not negative, their sum 1.
    iterations
        How many were run.
    converged
        Whether one more step would change the ranks by less than the tolerance.
    device
        The device that ran.
    """

    graph: Graph
    ranks: np.ndarray
    iterations: int
    converged: bool
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> PageRankResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        end = "converged" if self.converged else "not converged"
        return f"PageRankResult({self.ranks.size:,} vertices, {self.iterations} iterations, {end})"


def pagerank(
    graph: Graph,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    max_iterations: int = MAX_ITERATIONS,
    personalization: Mapping[int, float] | ArrayLike | None = None,
    *,
    weighted: bool = False,
    device: str | Device = "auto",
    progress: Progress = False,
) -> PageRankResult:
    """PageRank of every vertex; each of parallel edges counts, an undirected edge in both directions.

    Parameters
    ----------
    damping
        The chance to follow an edge, 0 to 1.
    tolerance
        Stop when one more step of the walk is sure to change the ranks by less in all: the sum of the
        absolute differences. NetworkX multiplies its `tol` by the number of vertices; this tolerance is not
        multiplied.
    max_iterations
        Iterations at most. Ranks that have not converged by then are returned, and `converged` is false.
    personalization
        Where the walk starts anew: numbers for some vertices, the others' being 0, or V numbers. They are
        divided by their sum. By default every vertex is as likely.
    weighted
        Whether an edge is taken in proportion to its weight. By default all are alike, whatever their
        weights: those of most graphs are lengths, not strengths. NetworkX counts weights by default.
    device
        As for `bfs`.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For a damping, tolerance, limit or personalisation that isn't as above, weights that are asked for but
        not there, or that are negative, infinite or NaN, or at a vertex add up to less than 1e-200 or more
        than 1e200.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    damping = checked_number("damping", damping, "a chance from 0 to 1", 0, 1)
    tolerance = checked_number("tolerance", tolerance, "a number, 0 or more", 0, float_info.max)
    limit = checked_integer("max_iterations", max_iterations, 1)
    weighted = checked_flag("weighted", weighted)
    restart = _restart(graph, personalization)
    where = get_device(device, graph.device)
    told = {"weighted": weighted, "personalization": personalization}
    reports = reporting(progress, "pagerank")
    with reports as report, working_on(where, shortage, "pagerank", graph, told):
        graph = graph.to_device(where)
        leaving = _leaving(graph, where, weighted)
        if isinstance(where, Cpu):
            steps = blocks.first_step(graph, leaving, weighted, restart, tolerance, where, limit)
            found = blocks.iterate(steps, graph, damping, tolerance, limit, where, report)
        else:
            given = graph, leaving, weighted, where.xp.asarray(restart), damping, tolerance, limit, where
            found = one_launch.iterate(*given, report)
    return PageRankResult(graph, *found, where)


class Strengths(NamedTuple):
    """The edges' weights, to be added up."""

    weights: Any  # E


def weight(source, neighbor, edge, strengths):
    """The edge's weight."""
    return strengths.weights[edge]


def _leaving(graph: Graph, device: Device, weighted: bool) -> Any:
    """V numbers: the out-edges of each vertex, or the sum of their weights."""
    if not weighted:
        return graph.out_degrees
    xp = device.xp
    everyone = Frontier(graph, device=device, queue_sizing=0).load_all()
    sums = xp.empty(graph.num_vertices)
    neighbor_reduce(graph, weight, Strengths(_checked_weights(graph, xp)), sums, frontier=everyone)
    _require_range(graph, sums)
    return sums


def _checked_weights(graph: Graph, xp: Any) -> Any:
    weights = graph.csr.weights
    if weights is None:
        raise InputError("weighted=True needs a graph with weights")
    wrong = ~(xp.isfinite(weights) & (weights >= 0))
    if bool(wrong.any()):
        edge = int(wrong.argmax())
        src, dst = named(graph, graph.coo.src[edge]), named(graph, graph.coo.dst[edge])
        raise InputError(
            "weights must be finite and not negative: an edge is taken in proportion to its own; "
            f"edge {src} -> {dst} has {weights[edge]}"
        )
    return weights


def _require_range(graph: Graph, sums: Any) -> None:
    wrong = ((sums > 0) & (sums < LEAST_SUM)) | (sums > LARGEST_SUM)
    if bool(wrong.any()):
        vertex = int(wrong.argmax())
        raise InputError(
            f"the weights of a vertex's out-edges must add up to {LEAST_SUM:g} to {LARGEST_SUM:g}, or 0; "
            f"those of vertex {named(graph, vertex)} add up to {float(sums[vertex]):g}"
        )


def _restart(graph: Graph, personalization: Mapping[int, float] | ArrayLike | None) -> np.ndarray:
    """The chance to start anew at each vertex, or one number if they are equal."""
    if personalization is None:
        return np.full(1, 1 / max(1, graph.num_vertices))
    return vertex_shares(graph, personalization, "personalization")
