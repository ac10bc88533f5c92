"""Communities by label propagation: every vertex takes the label that most of its neighbors have.

Source: Raghavan, Albert and Kumara, "Near linear time algorithm to detect community structures in large-scale
networks", Physical Review E 2007. If all changed at once, two sides of a bipartite graph would swap their
labels for ever. So labels get a new random order in every iteration, and a vertex may only change to a higher
label: of two neighbors that want each other's label, one waits. Source: the "pick-less" iterations of Sahu,
"nu-LPA: Fast GPU-based Label Propagation Algorithm for Community Detection", 2024, which keep one order. The
order also decides between equally frequent labels, so that nothing depends on timing.

The labels around a vertex are counted in a hash table of two slots per edge. Only vertices that wait, or
around which a label changed, are looked at again. At most O(E) work per iteration. A GPU runs many iterations
in one launch: one_launch.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_counts, checked_integer
from ...graph.arrays import has_int32_ids
from ...graph.vertices import require_graph
from ...operators import Frontier, advance, compute, enact, filter
from ...progress import Progress, Report, reporting
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
    from ...graph import Graph

KEYS = 1 << 31  # orders of the labels
SPREAD = 0x45D9F3B  # a multiplier that spreads bits; times 32 bits it fits int64
LOW_32 = 0xFFFFFFFF


@dataclass(frozen=True, eq=False)
class LabelPropagationResult:
    """The community of each vertex.

    Attributes
    ----------
    communities
        V integers of the vertex ids' type, from 0 to `num_communities` - 1: the community of each vertex.
    num_communities
        How many there are.
    iterations
        How many ran.
    converged
        Whether every vertex has a label that is among the most frequent of its neighbors'.
    device
        The device that ran.
    """

    graph: Graph
    communities: np.ndarray
    num_communities: int
    iterations: int
    converged: bool
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> LabelPropagationResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        state = "converged" if self.converged else "stopped"
        sizes = f"{self.num_communities:,} communities of {self.communities.size:,} vertices"
        return f"LabelPropagationResult({sizes}, {state} after {self.iterations:,} iterations)"


class Votes(NamedTuple):
    """The labels, and what an iteration makes of them."""

    src_ptr: Any
    dst: Any
    labels: Any
    wanted: Any  # the label that each vertex will take
    stale: Any  # 1 if the vertex is to be looked at
    table: Any  # labels, from slot 2 * src_ptr[v] on those around v
    counts: Any  # how often each label in `table` occurs; 0 for a free slot
    order: int  # a label's place in the iteration's order is its bits, flipped where this has a 1


def label_propagation(
    graph: Graph,
    *,
    seed: int = 0,
    max_iterations: int = 100,
    device: str | Device = "auto",
    progress: Progress = False,
) -> LabelPropagationResult:
    """Find communities of an undirected graph by label propagation (Raghavan et al. 2007).

    Each of parallel edges votes, self-loops don't; a vertex without neighbors is a community of its own.

    Parameters
    ----------
    seed
        0 or more. Another seed gives other communities; the same seed gives the same on every device.
    max_iterations
        Where to stop if labels still change: 1 or more, below 2**31.
    device, progress
        As for `bfs` and `read`.

    Raises
    ------
    InputError
        For a directed graph, or a seed or limit that isn't as above.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    if graph.directed:
        raise InputError("label propagation needs an undirected graph; build or read it as undirected")
    rng = np.random.default_rng(checked_integer("seed", seed, 0, None))
    (limit,) = checked_counts(max_iterations=max_iterations)
    where = get_device(device, graph.device)
    told = reporting(progress, "label_propagation")
    with told as report, working_on(where, shortage, "label_propagation", graph, {}):
        votes, iterations = _propagate(graph.to_device(where), rng, limit, where, report)
        names, communities = where.xp.unique(votes.labels, return_inverse=True)
        found, converged = communities.astype(votes.labels.dtype), not bool(votes.stale.any())
        return LabelPropagationResult(graph, found, names.size, iterations, converged, where)


def _propagate(
    graph: Graph, rng: np.random.Generator, limit: int, device: Device, report: Report | None
) -> tuple[Votes, int]:
    """The labels once they are at rest, or the limit is reached; and the iterations."""
    votes = _first_votes(graph, device.xp)
    if not isinstance(device, Cpu) and has_int32_ids(graph):  # it packs a label into 31 bits
        from . import one_launch  # here, since only a GPU needs its kernels

        return votes, one_launch.propagate(graph, votes, rng, limit, device, report)
    everyone, changed = Frontier(graph, device=device), Frontier(graph, device=device)

    def step(iteration: int) -> bool:
        ordered = votes._replace(order=int(rng.integers(KEYS)))
        compute(everyone, vote, ordered)
        changed.load_all()
        filter(changed, adopt, ordered)
        advance(graph, changed, look_again, ordered, output=None)
        if report is not None:
            report(iteration, limit)
        return not votes.stale.any()

    return votes, enact(step, everyone.load_all(), max_iterations=limit).iterations


def _first_votes(graph: Graph, xp: Any) -> Votes:
    """Every vertex has a label of its own, and is to be looked at."""
    dtype = graph.csr.dst.dtype
    labels = xp.arange(graph.num_vertices, dtype=dtype)
    stale = xp.ones(graph.num_vertices, np.int8)
    table, counts = xp.empty(2 * graph.num_edges, dtype), xp.empty(2 * graph.num_edges, dtype)
    return Votes(*graph.csr[:2], labels, labels.copy(), stale, table, counts, 0)


def vote(vertex, votes):
    """Choose the label that the vertex will take."""
    if not votes.stale[vertex]:
        return
    decide(vertex, most_frequent(vertex, votes), votes)


def decide(vertex, label, votes):
    """Note the label that the vertex will take, unless it has to wait."""
    if label ^ votes.order >= votes.labels[vertex] ^ votes.order:
        votes.wanted[vertex] = label
        votes.stale[vertex] = 0


def most_frequent(vertex, votes):
    """The vertex's label if none is more frequent around it, else the most frequent one."""
    first, size = 2 * votes.src_ptr[vertex], 2 * (votes.src_ptr[vertex + 1] - votes.src_ptr[vertex])
    for slot in range(first, first + size):
        votes.counts[slot] = 0
    own = best = votes.labels[vertex]
    own_count = best_count = 0
    for edge in range(votes.src_ptr[vertex], votes.src_ptr[vertex + 1]):
        if votes.dst[edge] == vertex:
            continue
        label = votes.labels[votes.dst[edge]]
        slot = first_place(label, first, size)
        while votes.counts[slot] and votes.table[slot] != label:
            slot = next_place(slot, first, size)
        count = votes.counts[slot] + 1
        votes.table[slot], votes.counts[slot] = label, count
        if label == own:
            own_count = count
        if beats(label, count, best, best_count, votes):
            best, best_count = label, count
    return own if own_count == best_count else best


def beats(label, count, best, best_count, votes):
    """Whether a label is more frequent than the best so far, or as frequent and higher."""
    return count > best_count or (count == best_count and label ^ votes.order > best ^ votes.order)


def first_place(label, first, size):
    """The slot of a label in a table of `size` slots, unless another label has taken it."""
    bits = np.int64(label) & LOW_32
    bits = (bits ^ bits >> 16) * SPREAD & LOW_32
    bits = (bits ^ bits >> 16) * SPREAD & LOW_32
    return first + ((bits ^ bits >> 16) * size >> 32)


def next_place(slot, first, size):
    """The slot to try after this one."""
    return slot + 1 if slot + 1 < first + size else first


def adopt(vertex, votes):
    """Give the vertex the label that it wants; returns whether its label changed."""
    if votes.wanted[vertex] == votes.labels[vertex]:
        return False
    votes.labels[vertex] = votes.wanted[vertex]
    return True


def look_again(source, neighbor, edge, votes):
    """The neighbor of a vertex that changed may want another label."""
    votes.stale[neighbor] = 1
    return False
