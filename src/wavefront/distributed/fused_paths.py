"""Shortest paths over GPUs that reach one another's memory: one launch per GPU holds all steps.

The method is that of sssp.py, without its hosts: GPUs store what they offer into the others' memory, and meet
there, in microseconds. Predecessors come with the distances, in words (peer_path_keys.py), where these hold
them. A GPU that waits for another gives up after peer_memory.DEADLINE, and so do all: DeviceError on every
rank. peer_paths.py is the kernel.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.sssp.api import GPU_FIRST_WEIGHTS
from ..algorithms.sssp.one_launch import FEW_EDGES, MANY_EDGES, NARROWED, most_edges
from ..algorithms.sssp.words import (
    MISSING,
    NOBODY,
    ROUNDED,
    TOLD_SIZE,
    UNREACHED,
    Ends,
    last_exact,
    unpack,
)
from ..device import Cpu, Cuda
from ..frontier.bitmap import WORD_SIZE
from ..graph.weight_types import search_type
from .fused_peers import entries_of
from .graph import DistributedGraph, kept_while
from .peer_memory import LEAST_ROOM, Shared, any_shared_of, arguments_in, kernel_for, require_met
from .peer_path_keys import DISTANCES, WORDS, PeerKeys
from .peer_path_queue import SO_FAR, Paths
from .peer_paths import search_of
from .peer_state import PAIR
from .peers import PeerMemory
from .tree import complete, with_lengths
from .typical import typical_weight_at

THREADS = 1024  # per block; one block per multiprocessor
# Edges of all ranks' queues, by the mean degree, beyond which a step uses bitmaps; at least an entry for so
# many places, since the bitmaps' words are all looked at.
MANY, MANY_SHARE = 1 << 17, 1024
BEYOND = "_has_distances_beyond_words"  # among a graph's attributes


class Width(NamedTuple):
    """How wide buckets are."""

    first: float
    adapts: bool  # whether later ones are as wide as their work asks for


class Kept(NamedTuple):
    """What the searches of a graph use again."""

    shared: Shared
    paths: Paths  # with room for words
    kernels: dict[PeerKeys, dict[Any, Any]]  # by stream


def shortest_paths(
    graph: DistributedGraph, source: int, delta: float | None, predecessors: bool
) -> tuple[Any, Any] | None:
    """The distances of own vertices, as floats, and the ids of their predecessors, -1 where there is none.

    Without a delta, buckets are as wide as their work asks for. No predecessors if they aren't asked for, or
    are still to be found: words don't hold the distances. None where GPUs don't reach one another's memory.
    Raises DeviceError, on every rank, if they haven't met in time.
    """
    kept, dtype = _kept(graph), graph.out.weights.dtype
    if kept is None:
        return None
    width = Width(first_width(graph), adapts=True) if delta is None else Width(delta, adapts=False)
    local = graph.local(source)
    if predecessors and dtype != np.float64 and graph.num_vertices < NOBODY and BEYOND not in vars(graph):
        unpacked = _unpacked(graph, source, local, _searched(graph, kept, local, width, WORDS))
        if unpacked is not None:
            return unpacked
        vars(graph)[BEYOND] = True
    return _searched(graph, kept, local, width, DISTANCES).copy(), None


def _searched(graph: DistributedGraph, kept: Kept, local: int | None, width: Width, keys: PeerKeys) -> Any:
    """The keys of own vertices behind a search; the source has this local position if the rank owns it."""
    device, part, paths = graph.device, graph.partition, with_keys(graph, kept.paths, keys)
    assert isinstance(device, Cuda)
    begin(graph, kept.shared, paths, local)
    arguments, kernels = arguments_of(graph, kept.shared, paths), kept.kernels.setdefault(keys, {})
    kernel = kernel_for(kernels, search_of(keys), arguments, device, THREADS)
    graph.communicator.barrier()
    changed = {f"paths.{name}": value for name, value in limits_of(graph, width).items()}
    device.relaunch(*device.running_at_once(THREADS), kernel, changed)
    require_met(graph, kept.shared)
    return paths.keys[part.first : part.first + part.owned]


def _unpacked(graph: DistributedGraph, source: int, local: int | None, found: Any) -> tuple[Any, Any] | None:
    """The distances and predecessors in these words; None if a distance of some rank is rounded."""
    xp, weights = graph.device.xp, graph.out.weights
    distances, parents = xp.empty(found.size, search_type(weights)), xp.empty(found.size, graph.ids.dtype)
    told, ends = xp.zeros(TOLD_SIZE, np.int32), Ends(inf, last_exact(weights), inf, -1)
    graph.device.for_each(found.size, unpack, found, ends, distances, parents, told)
    if local is not None:
        parents[local] = -1
    everyone = graph.communicator.sum(Cpu().array(told).astype(np.int64))
    if everyone[ROUNDED]:
        return None
    if everyone[MISSING]:
        complete(graph, source, distances, parents)
    return distances, parents


def first_width(graph: DistributedGraph) -> float:
    """The first bucket's width by default, as one GPU has it; a collective where it isn't known."""
    if "_first_width" not in vars(graph):
        own = np.array([int((graph.device.xp.diff(graph.out.ptr) > 0).sum())], np.int64)
        degree = max(1.0, graph.num_edges / max(1, int(graph.communicator.sum(own)[0])))
        weight = typical_weight_at(graph, degree)
        vars(graph)["_first_width"] = GPU_FIRST_WEIGHTS * weight / degree**1.5 or inf
    return float(vars(graph)["_first_width"])


def limits_of(graph: DistributedGraph, width: Width) -> dict[str, Any]:
    """The fields of `Paths` that say how wide buckets are."""
    size, delta = graph.partition.size, width.first
    few_edges, least = (FEW_EDGES * size, delta / NARROWED) if width.adapts else (0, inf)
    many, most = MANY_EDGES * size, most_edges(graph.num_edges, size)
    return {"delta": delta, "few_edges": few_edges, "many_edges": many, "most_edges": most, "least": least}


def with_keys(graph: DistributedGraph, paths: Paths, keys: PeerKeys) -> Paths:
    """The arrays of a search by keys of this kind, in memory for words."""
    if keys is WORDS:
        return paths
    places = graph.partition.size * graph.partition.stride
    return paths._replace(keys=paths.keys.view(search_type(graph.out.weights))[:places])


def begin(graph: DistributedGraph, shared: Shared, paths: Paths, local: int | None) -> None:
    """Nothing is reached but the source, which waits, where the rank owns it."""
    shared.state[SO_FAR] = 0
    paths.keys[:] = UNREACHED if paths.keys.dtype == np.int64 else inf
    for bits in (paths.queued, paths.waiting, paths.late):
        bits[:] = 0
    if local is not None:
        paths.keys[graph.partition.first + local] = 0
        paths.waiting[local // WORD_SIZE] = 1 << local % WORD_SIZE


def _kept(graph: DistributedGraph) -> Kept | None:
    """What searches need; a collective where it isn't known."""
    shared = any_shared_of(graph)
    if shared is None:
        return None

    def made() -> Kept | None:
        memory = graph.communicator.symmetric(words_of_inboxes(graph, room_of(graph)))
        return None if memory is None else Kept(shared, paths_of(graph, memory), {})

    return kept_while(graph, "_paths_of_peers", shared, made)


def room_of(graph: DistributedGraph) -> int:
    """Pairs of an inbox: all senders together may offer every vertex of a rank a distance."""
    part = graph.partition
    return max(LEAST_ROOM, part.stride // part.size)


def words_of_inboxes(graph: DistributedGraph, room: int) -> int:
    """Words of all inboxes of a rank, for so many pairs each."""
    return 2 * PAIR * graph.partition.size * room


def paths_of(graph: DistributedGraph, memory: PeerMemory) -> Paths:
    """The arrays of a search that has not begun, with inboxes in this memory."""
    xp, part, entries = graph.device.xp, graph.partition, entries_of(graph)
    places, degree = part.size * part.stride, graph.num_edges / max(1, graph.num_vertices)
    return Paths(
        weights=with_lengths(graph.out, xp).weights,
        keys=xp.empty(places, np.int64),
        ids=graph.ids,
        queue=xp.empty(2 * entries, np.int64),
        queued=xp.empty(2 * part.words, np.uint32),
        waiting=xp.empty(part.words, np.uint32),
        late=xp.empty(part.size * part.words, np.uint32),
        inbox=memory.own,
        inboxes=memory.everyone,
        starts=memory.starts,
        entries=entries,
        words=part.words,
        **limits_of(graph, Width(1.0, adapts=False)),
        many=max(int(MANY / max(1.0, degree)), places // MANY_SHARE),
    )


def arguments_of(graph: DistributedGraph, shared: Shared, paths: Paths) -> tuple[Any, ...]:
    """The arguments of the kernel, whose plan has the room of these inboxes."""
    lists, own, everyone, plan = arguments_in(graph, shared)
    return lists, own, everyone, plan._replace(room=paths.inbox.size // (2 * PAIR * plan.size)), paths
