"""Breadth-first search over GPUs that reach one another's memory: one launch per GPU holds all levels.

As in bfs.py, a level is pushed or pulled by all ranks; but GPUs store what they found straight into the
others' memory, and meet there, without their hosts: a meeting takes microseconds, a collective tens of them.
A GPU that waits for another gives up after peer_memory.DEADLINE, and so do all: DeviceError on every rank.

A kernel waits for those of the other ranks, and while it does so its GPU neither allocates memory nor loads
a kernel. So all ranks meet before a launch, when they have allocated what the search needs.

peer_kernel.py is the kernel, peer_state.py says what it works on.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cuda, Python
from ..intrinsics.warp import WARP_SIZE
from .graph import DistributedGraph, kept_while
from .peer_kernel import search_over_peers
from .peer_memory import FOREVER, Shared, any_shared_of, require_met, shared_of
from .peer_state import PIECE, Lists, Own, Plan

# See bfs.py, and decision 0017. Alpha on two H200, by the pull before this one, Kronecker 24: 0.66 ms with 4,
# 0.41 with 14, 0.39 with 50. By this pull, on one H200 as one rank: 1.03 with 50, at least 1.07 with
# 5, 15, 150, 600; beta: 1.03 with 24, 0.92 with 100 and with 400.
ALPHA, BETA = 50.0, 100.0
# Per block; one block per multiprocessor. On one H200 as one rank, 512, 768 and 1024 took 0.371, 0.337 and
# 0.353 ms for Kronecker 24, and 1.060, 0.945 and 0.931 for 26.
THREADS = 768
NARROW_LIST = 64  # edges of a vertex, at most, where levels may be narrow: two steps of a warp
NARROW_EDGES = 1 << 16  # of a level that is narrow, at most
LOOKED_AT = 32  # in-neighbors among which the best are chosen
NONE = np.int64((1 << 63) - 1)  # in place of a key
PLACE = (1 << 32) - 1  # of a key


class Peers(NamedTuple):
    """What the breadth-first searches of a graph use again and again."""

    shared: Shared
    lists: Lists  # without ids
    own: Own  # without results
    kernels: dict[Any, Any]  # bound to these fields; key: predecessors or not, and the stream


def peers_of(graph: DistributedGraph, room: int) -> Peers | None:
    """What searches need; None where GPUs don't reach one another's memory. A collective, the first time."""
    return peers_with(graph, shared_of(graph, room))


def any_peers_of(graph: DistributedGraph) -> Peers | None:
    """As `peers_of`, with whatever room the graph's inboxes have by now."""
    return peers_with(graph, any_shared_of(graph))


def peers_with(graph: DistributedGraph, shared: Shared | None) -> Peers | None:
    """As `peers_of`, in this memory."""
    if shared is None:
        return None

    def made() -> Peers:
        plan = shared.plan._replace(narrow=most_in_narrow(graph, shared))
        return peers_in(graph, shared._replace(plan=plan))

    return kept_while(graph, "_peers", shared, made)


def most_in_narrow(graph: DistributedGraph, shared: Shared) -> int:
    """`Plan.narrow`, for this memory; a collective."""
    degrees, longest = graph.device.xp.diff(graph.out.ptr), 1
    if not shared.has_atomics:
        longest = FOREVER  # edges: no level is narrow
    elif degrees.size:
        longest = max(1, int(degrees.max()))
    everyone = np.empty(graph.partition.size, np.int64)
    graph.communicator.gather(everyone, np.array([longest], np.int64))
    longest = int(everyone.max())
    return min(shared.plan.room, NARROW_EDGES) // longest if longest <= NARROW_LIST else 0


def peers_in(graph: DistributedGraph, shared: Shared) -> Peers:
    """A graph's lists and scratch in this shared memory."""
    xp = graph.device.xp
    nothing = xp.empty(0, np.int32)
    firsts, others = best_neighbors(graph, shared.plan.linked * WARP_SIZE)
    lists = Lists(*graph.out[:2], *graph.into[:2], firsts, others, None)
    own = Own(
        bits=shared.words.view(np.uint32),
        words=shared.words,
        queue=xp.empty(entries_of(graph), np.int64),
        state=shared.state,
        levels=nothing,
        parents=None,
    )
    return Peers(shared, lists, own, {})


def entries_of(graph: DistributedGraph) -> int:
    """The most entries of a queue that lists a vertex once."""
    return graph.partition.owned + int(graph.out.places.size) // PIECE + 1


def best_neighbors(graph: DistributedGraph, count: int) -> tuple[Any, Any]:
    """`Lists.firsts` and `Lists.others` of so many vertices."""
    xp, into = graph.device.xp, graph.into
    owned = min(count, graph.partition.owned)
    firsts = xp.full(count, -1, into.places.dtype)
    is_small = into.places.dtype == np.int32
    others = xp.full(4 * count, -1, np.int32) if is_small else None
    graph.device.for_each(owned, note_best, graph.partition.stride, into.ptr, into.places, firsts, others)
    return firsts, others


def note_best(vertex, stride, ptr, places, firsts, others):
    """Note a vertex's first in-neighbor, and of the LOOKED_AT after it the four of highest degree.

    Local positions are in order of degree, nearly.
    """
    start, end = ptr[vertex], ptr[vertex + 1]
    if start < end:
        firsts[vertex] = places[start] if end - start > 1 else -2 - places[start]
    if others is not None:
        note_others(4 * vertex, start + 1, end, stride, places, others)


def note_others(slot, start, end, stride, places, others):
    """Note the best of a list from edge `start` on."""
    a, b, c, d = NONE, NONE, NONE, NONE  # local position << 32 | place, rising
    for edge in range(start, min(end, start + LOOKED_AT)):
        place = np.int64(places[edge])
        d = min(d, place % stride << 32 | place)
        c, d = min(c, d), max(c, d)
        b, c = min(b, c), max(b, c)
        a, b = min(a, b), max(a, b)
    last = place_of(d)
    others[slot], others[slot + 1], others[slot + 2] = place_of(a), place_of(b), place_of(c)
    others[slot + 3] = last if end - start > 4 else -2 - last


def place_of(key):
    """The place in a key of `note_others`; -1 for none."""
    return key & PLACE if key != NONE else np.int64(-1)


def arguments_of(peers: Peers, results: tuple[Any, Any], ids: Any, plan: Plan) -> tuple[Any, ...]:
    """The kernel's arguments, for a search with these results."""
    own = peers.own._replace(levels=results[0], parents=results[1])
    return peers.lists._replace(ids=ids), own, peers.shared.everyone, plan


def bfs(
    graph: DistributedGraph,
    peers: Peers,
    source: int,
    target: int | None,
    predecessors: bool,
    alpha: float,
    beta: float,
    last_level: int = FOREVER,
) -> tuple[Any, Any]:
    """Levels and predecessors of the own vertices; the search ends at the target's level, or at the last.

    Raises DeviceError, on every rank, if they haven't met in time. The next search begins anew.
    """
    device, xp = graph.device, graph.device.xp
    assert isinstance(device, Cuda)
    levels = xp.empty(graph.partition.owned, np.int32)
    parents = xp.empty(graph.partition.owned, graph.ids.dtype) if predecessors else None
    ids = graph.all_ids if predecessors else None
    asked = asked_of(graph, source, target, alpha, beta, last_level)
    changed = results_of(levels, parents) | {f"plan.{name}": value for name, value in asked.items()}
    kernel = kernel_of(peers, search_over_peers, (levels, parents), ids, device)
    graph.communicator.barrier()
    blocks, threads = device.running_at_once(THREADS)
    device.relaunch(blocks, threads, kernel, changed)
    require_met(graph, peers.shared)
    return levels, parents


def asked_of(
    graph: DistributedGraph,
    source: int,
    target: int | None,
    alpha: float,
    beta: float,
    last_level: int = FOREVER,
) -> dict[str, Any]:
    """The fields of a plan that differ from search to search."""
    start, goal = graph.local(source), None if target is None else graph.local(target)
    return {
        "source": -1 if start is None else start,
        "target": -1 if goal is None else goal,
        "has_target": int(target is not None),
        "alpha": alpha,
        "beta": beta,
        "last_level": 0 if target == source else last_level,
    }


def results_of(levels: Any, parents: Any) -> dict[str, Any]:
    """The search's results, by the names of a kernel's arguments."""
    return {"own.levels": levels} if parents is None else {"own.levels": levels, "own.parents": parents}


def kernel_of(
    peers: Peers, kernel: Any, results: tuple[Any, Any], ids: Any, device: Cuda | Python, *more: Any
) -> Any:
    """The kernel, bound to what a graph's searches have in common; `more` are its further arguments."""
    stream = None if device.xp is np else device.xp.cuda.get_current_stream().ptr
    key = kernel, ids is not None, stream
    if key not in peers.kernels:
        # Without elements, so that what is bound doesn't keep the first search's results.
        levels, parents = (None if array is None else array[:0].copy() for array in results)
        arguments = arguments_of(peers, (levels, parents), ids, peers.shared.plan)
        peers.kernels[key] = device.bind(kernel, *arguments, *more, threads=THREADS)
    return peers.kernels[key]
