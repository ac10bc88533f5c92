"""PageRank over GPUs that reach one another's memory: one launch per GPU holds many iterations, mostly all.

The method is that of pagerank.py, without its hosts. A GPU that waits for another gives up after
peer_memory.DEADLINE, and so do all: DeviceError on every rank. peer_ranks.py is the kernel.

Where the tolerance allows it, contributions are float32, as on one GPU: that halves what GPUs send one
another, and what they gather.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.pagerank.blocks import FLOAT32_TOLERANCE
from ..algorithms.pagerank.gather import HUGE, PIECE
from ..algorithms.pagerank.one_launch import ROUNDED_OFF, WORK_AT_ONCE
from ..device import Cpu, Cuda
from ..intrinsics.warp import WARP_SIZE
from .graph import DistributedGraph, kept_while
from .peer_memory import Shared, any_shared_of, arguments_in, kernel_for, require_met
from .peer_ranks import (
    CONVERGED,
    ITERATIONS,
    PACE_SIZE,
    ROW,
    TURN,
    WEIGHT,
    Pieces,
    Walk,
    ranks_over_peers,
)
from .peers import WORD, PeerMemory

THREADS = 1024  # per block; one block per multiprocessor
# Edges from which on a list is long, if a warp has at most so many of these to add up: where warps have
# little to do, more of them share the lists of neighboring vertices. Else HUGE.
LEAST, PER_WARP = (8, 32, 128), 8
MOST_PIECES = 1 << 12  # of a list


class Kept(NamedTuple):
    """What the walks on a graph whose contributions are of one type use again."""

    shared: Shared
    pieces: Pieces
    walk: Walk
    kernels: dict[Any, Any]  # by stream


def iterate(
    graph: DistributedGraph, damping: float, tolerance: float, limit: int
) -> tuple[Any, int, bool] | None:
    """Ranks of own vertices, how many iterations were run, and whether they converged; a collective.

    None where GPUs don't reach one another's memory. Raises DeviceError, on every rank, if they haven't met
    in time.
    """
    dtype, rounded_off = form_of(tolerance)
    kept, device = _kept(graph, dtype), graph.device
    if kept is None:
        return None
    assert isinstance(device, Cuda)
    arguments = *arguments_in(graph, kept.shared), kept.pieces, kept.walk
    kernel = kernel_for(kept.kernels, ranks_over_peers, arguments, device, THREADS)
    kept.walk.pace[:] = 0
    pace, at_once = np.zeros(PACE_SIZE), at_once_of(graph)
    while pace[ITERATIONS] < limit and not pace[CONVERGED]:
        last = min(limit, int(pace[ITERATIONS]) + at_once)
        goal = float(tolerance - rounded_off)
        changed = {"walk.damping": float(damping), "walk.tolerance": goal, "walk.limit": last}
        graph.communicator.barrier()
        device.relaunch(*device.running_at_once(THREADS), kernel, changed)
        require_met(graph, kept.shared)
        pace = Cpu().array(kept.walk.pace)
    ranks = ranks_in(graph, kept.walk, pace)
    if pace[WEIGHT]:
        ranks = normalized(graph, ranks)
    return ranks, int(pace[ITERATIONS]), bool(pace[CONVERGED])


def form_of(tolerance: float) -> tuple[type, float]:
    """The type of contributions, and what of the ranks' changes it rounds off at most."""
    return (np.float32, ROUNDED_OFF) if tolerance >= FLOAT32_TOLERANCE else (np.float64, 0.0)


def at_once_of(graph: DistributedGraph) -> int:
    """Iterations of a launch, at most: about a second, for so long Ctrl-C waits."""
    return max(8, WORK_AT_ONCE * graph.partition.size // (graph.num_edges + graph.num_vertices))


def ranks_in(graph: DistributedGraph, walk: Walk, pace: np.ndarray) -> Any:
    """The ranks of own vertices where the walk is; those that were extrapolated are to be normalized."""
    first, last = int(pace[TURN]) * walk.distinct, max(0, walk.distinct - 1)
    ranks = graph.device.xp.empty(graph.partition.owned)
    ranks[:last] = walk.ranks[first : first + last]
    ranks[last:] = walk.ranks[first + last : first + last + 1]
    return ranks


def normalized(graph: DistributedGraph, ranks: Any) -> Any:
    """Ranks that were extrapolated, none of them below 0, over their sum; a collective."""
    ranks = graph.device.xp.maximum(ranks, 0.0)
    return ranks / float(graph.communicator.sum(np.array([float(ranks.sum())]))[0])


def _kept(graph: DistributedGraph, dtype: type) -> Kept | None:
    """What walks need; a collective where it isn't known. None if there are no vertices, too."""
    shared = any_shared_of(graph) if graph.num_vertices else None
    if shared is None:
        return None

    def made() -> dict[type, Kept] | None:
        assert isinstance(graph.device, Cuda)
        blocks, threads = graph.device.running_at_once(THREADS)
        every = np.zeros(graph.partition.size, np.int64)
        every[graph.partition.rank] = blocks
        rows = int(graph.communicator.sum(every).max())
        memory = graph.communicator.symmetric(words_of(graph, rows))
        if memory is None:
            return None
        pieces = pieces_of(graph, least_of(graph, blocks * threads // WARP_SIZE))
        walks = walks_of(graph, memory, rows)
        return {dtype: Kept(shared, pieces, walk, {}) for dtype, walk in walks.items()}

    kept = kept_while(graph, "_ranks_of_peers", shared, made)
    return None if kept is None else kept[dtype]


def words_of(graph: DistributedGraph, rows: int) -> int:
    """Words of a rank's memory: the contributions of all places and a row for each block, all twice.

    Contributions in float32 leave half of their room unused.
    """
    return 2 * graph.partition.size * (graph.partition.stride + ROW * rows)


def walks_of(graph: DistributedGraph, memory: PeerMemory, rows: int) -> dict[type, Walk]:
    """The arrays of a walk that has not begun, in this memory, which has so many rows for each rank.

    One for each type of contributions; but for these, they are the same arrays.
    """
    xp, owned = graph.device.xp, graph.partition.owned
    linked = xp.flatnonzero(xp.diff(graph.out.ptr) + xp.diff(graph.into.ptr))
    distinct = min(owned, 1 + int(linked[-1]) + 1 if linked.size else 1)
    words, all_words = memory.own.view(np.float64), memory.everyone.view(np.float64)
    walk = Walk(
        contributions=words,
        everyone=all_words,
        starts=memory.starts,
        words=words,
        all_words=all_words,
        word_starts=memory.starts,
        rows=rows,
        ranks=xp.empty(2 * distinct),
        distinct=distinct,
        pace=xp.zeros(PACE_SIZE),
        directed=int(graph.directed),
        damping=0.0,
        tolerance=0.0,
        limit=0,
    )
    narrow = walk._replace(
        contributions=words.view(np.float32),
        everyone=all_words.view(np.float32),
        starts=memory.starts * (WORD // np.dtype(np.float32).itemsize),
    )
    return {np.float64: walk, np.float32: narrow}


def least_of(graph: DistributedGraph, warps: int) -> int:
    """Edges of a long list, where the GPU has so many warps."""
    lengths = graph.device.xp.diff(graph.into.ptr)
    for least in LEAST:
        if int((lengths >= least).sum()) <= PER_WARP * warps:
            return least
    return HUGE


def pieces_of(graph: DistributedGraph, least: int) -> Pieces:
    """The pieces of own vertices' lists of in-neighbors of so many edges or more."""
    xp, ptr = graph.device.xp, graph.into.ptr.astype(np.int64)
    lengths = xp.diff(ptr)
    long = xp.flatnonzero(lengths >= least)
    end = int(long[-1]) + 1 if long.size else 0
    lengths = xp.where(lengths[:end] >= least, lengths[:end], 0)
    sizes = xp.maximum(PIECE if least == HUGE else PIECE // 4, -(-lengths // MOST_PIECES))
    firsts = xp.zeros(end + 1, np.int64)
    firsts[1:] = xp.cumsum(-(-lengths // sizes))
    number = xp.arange(int(firsts[-1]))
    owner = xp.searchsorted(firsts[1:], number, side="right")
    start = ptr[owner] + (number - firsts[owner]) * sizes[owner]
    stop = xp.minimum(start + sizes[owner], ptr[owner + 1])
    bounds = xp.stack([start, stop], axis=1).reshape(-1)
    return Pieces(firsts, bounds, xp.empty(number.size), xp.empty(end), least)
