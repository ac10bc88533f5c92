"""Many breadth-first searches at once over GPUs that reach one another's memory: one launch per GPU.

The method is that of multi_source_bfs.py, without its hosts. A GPU that waits for another gives up after
peer_memory.DEADLINE, and so do all: DeviceError on every rank. peer_sources.py is the kernel.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cuda
from ..frontier import UNVISITED
from .graph import DistributedGraph, kept_while
from .peer_memory import Shared, any_shared_of, arguments_in, kernel_for, require_met
from .peer_sources import LONG, Words, sources_over_peers
from .peer_state import LOCAL_BITS, PIECE
from .peers import PeerMemory

THREADS = 1024  # per block; one block per multiprocessor


class Kept(NamedTuple):
    """What the searches of a graph use again."""

    shared: Shared
    words: Words
    kernels: dict[Any, Any]  # by stream


def label(graph: DistributedGraph, sources: list[int], levels: Any) -> bool:
    """Label own vertices, in a row for each of at most 64 sources; whether GPUs reach one another's memory.

    Raises DeviceError, on every rank, if they haven't met in time.
    """
    kept, device = _kept(graph), graph.device
    if kept is None:
        return False
    assert isinstance(device, Cuda)
    begin(graph, kept.words, sources, levels)
    arguments = *arguments_in(graph, kept.shared), kept.words
    kernel = kernel_for(kept.kernels, sources_over_peers, arguments, device, THREADS)
    changed = {"words.levels": levels.reshape(-1), "words.every": every_of(sources)}
    graph.communicator.barrier()
    device.relaunch(*device.running_at_once(THREADS), kernel, changed)
    require_met(graph, kept.shared)
    return True


def every_of(sources: list[int]) -> int:
    """A word with a bit for each source, as int64."""
    return -1 if len(sources) == 64 else (1 << len(sources)) - 1


def begin(graph: DistributedGraph, words: Words, sources: list[int], levels: Any) -> None:
    """Nothing is reached but the sources, each in its search."""
    words.seen[:] = graph.device.array(first_words(graph, sources, levels))


def first_words(graph: DistributedGraph, sources: list[int], levels: Any) -> np.ndarray:
    """A bit for each source in its owner's int64 words; levels are 0 there, else -1."""
    words = np.zeros(graph.partition.owned, np.uint64)
    levels[:] = UNVISITED
    for number, source in enumerate(sources):
        local = graph.local(source)
        if local is not None:
            words[local] |= np.uint64(1 << number)
            levels[number, local] = 0
    return words.view(np.int64)


def _kept(graph: DistributedGraph) -> Kept | None:
    """What searches need; a collective where it isn't known."""
    shared = any_shared_of(graph)
    if shared is None:
        return None

    def made() -> Kept | None:
        memory = graph.communicator.symmetric(2 * graph.partition.size * graph.partition.stride)
        return None if memory is None else Kept(shared, words_of(graph, memory), {})

    return kept_while(graph, "_sources_of_peers", shared, made)


def words_of(graph: DistributedGraph, memory: PeerMemory) -> Words:
    """The arrays of searches that have not begun, in this shared memory."""
    xp, owned = graph.device.xp, graph.partition.owned
    pieces = pieces_of(graph)
    return Words(
        own=memory.own,
        everyone=memory.everyone,
        starts=memory.starts,
        seen=xp.zeros(owned, np.int64),
        gathered=xp.zeros(1 + int((pieces & (1 << LOCAL_BITS) - 1).max()) if pieces.size else 0, np.int64),
        pieces=pieces,
        levels=xp.empty(0, np.int32),
        every=0,
    )


def pieces_of(graph: DistributedGraph) -> Any:
    """The pieces of own vertices' long lists of in-neighbors, as in `Words`."""
    xp = graph.device.xp
    degrees = xp.diff(graph.into.ptr)
    long = xp.flatnonzero(degrees > LONG)
    counts = -(-degrees[long].astype(np.int64) // PIECE)
    ends = xp.cumsum(counts)
    total = int(ends[-1]) if long.size else 0
    which = xp.searchsorted(ends, xp.arange(total), side="right")
    return long[which] | (xp.arange(total) - (ends - counts)[which]) << LOCAL_BITS
