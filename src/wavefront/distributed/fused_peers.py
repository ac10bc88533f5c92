"""Breadth-first search over GPUs that reach one another's memory: one launch per GPU holds all levels.

As in bfs.py, a level is pushed or pulled by all ranks; but GPUs store what they found straight into the
others' memory, and meet there, without their hosts: a meeting takes microseconds, a collective tens of them.
A GPU that waits for another gives up after DEADLINE, and so do all: DeviceError on every rank.

A kernel waits for those of the other ranks, and while it does so its GPU neither allocates memory nor loads
a kernel. So all ranks meet before a launch, when they have allocated what the search needs.

peer_kernel.py is the kernel, peer_state.py says what it works on.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu, Cuda, Python
from ..errors import DeviceError
from ..intrinsics.warp import WARP_SIZE
from .graph import DistributedGraph
from .peer_kernel import search_over_peers
from .peer_state import ASKED, PIECE, SLOT, Everyone, Lists, Own, Plan
from .peers import PeerMemory

# See bfs.py, and decision 0017. Alpha on two H200, by the pull before this one, Kronecker 24: 0.66 ms with 4,
# 0.41 with 14, 0.39 with 50. By this pull, on one H200 as one rank: 1.03 with 50, at least 1.07 with
# 5, 15, 150, 600; beta: 1.03 with 24, 0.92 with 100 and with 400.
ALPHA, BETA = 50.0, 100.0
ROOM_SHARE = 8  # an inbox holds at least a pair for every so many vertices of a rank
# Per block; one block per multiprocessor. On one H200 as one rank, 512, 768 and 1024 took 0.371, 0.337 and
# 0.353 ms for Kronecker 24, and 1.060, 0.945 and 0.931 for 26.
THREADS = 768
DEADLINE = 7_000_000_000  # nanoseconds: all ranks have ended within 10 s
FOREVER = 1 << 40  # levels
MOST_RANKS = WARP_SIZE  # a lane of a warp hears one
LOOKED_AT = 32  # in-neighbors among which the best are chosen
NONE = np.int64((1 << 63) - 1)  # in place of a key
PLACE = (1 << 32) - 1  # of a key


class Peers(NamedTuple):
    """What the searches of a graph use again and again."""

    lists: Lists  # without ids
    own: Own  # without results
    everyone: Everyone
    plan: Plan  # of no search yet
    failed: int  # the place of the word FAILED
    kernels: dict[Any, Any]  # bound to these fields; key: predecessors or not, and the stream


def peers_of(graph: DistributedGraph, room: int) -> Peers | None:
    """What searches need; None where GPUs don't reach one another's memory. A collective, the first time."""
    known_room, known = vars(graph).get("_peers", (None, None))
    if known_room != room:
        known = _new_peers(graph, room)
        vars(graph)["_peers"] = room, known
        vars(graph).pop("_spoiled", None)
    found: Peers | None = known
    return found


def _new_peers(graph: DistributedGraph, room: int) -> Peers | None:
    device, ranks, part = graph.device, graph.communicator, graph.partition
    waits_in_vain = device.xp is np and part.size > 1  # the simulator runs one kernel after the other
    if not isinstance(device, Cuda) or waits_in_vain or part.size > MOST_RANKS:
        return None
    plan = plan_of(graph, room)
    memory = ranks.symmetric(plan.failed + 1)
    return None if memory is None else arrays_of(graph, plan, memory)


def plan_of(graph: DistributedGraph, room: int) -> Plan:
    """The sizes in a plan, and where things lie in the shared memory; the searches' own fields are empty."""
    part, xp = graph.partition, graph.device.xp
    used = xp.diff(graph.out.ptr) + xp.diff(graph.into.ptr)
    linked = xp.flatnonzero(used)
    words = 0 if not linked.size else int(linked[-1]) // WARP_SIZE + 1
    inboxes = part.size * part.words  # two bitmaps, of half as many words of 8 bytes each
    slots = inboxes + 2 * part.size * room
    return Plan(
        rank=part.rank,
        size=part.size,
        stride=part.stride,
        owned=part.owned,
        linked=words,
        num_vertices=part.num_vertices,
        num_edges=graph.num_edges,
        room=room,
        inboxes=inboxes,
        slots=slots,
        failed=slots + 2 * (part.size + 1) * SLOT,
        source=-1,
        target=-1,
        has_target=0,
        last_level=FOREVER,
        alpha=ALPHA,
        beta=BETA,
        deadline=DEADLINE,
    )


def arrays_of(graph: DistributedGraph, plan: Plan, memory: PeerMemory) -> Peers:
    """A graph's lists and scratch in this shared memory."""
    part, xp = graph.partition, graph.device.xp
    nothing = xp.empty(0, np.int32)
    lists = Lists(*graph.out[:2], *graph.into[:2], *best_neighbors(graph, plan.linked * WARP_SIZE), None)
    entries = part.owned + graph.out.places.size // PIECE + 1  # of the queue, which lists a vertex once
    own = Own(
        bits=memory.own.view(np.uint32),
        words=memory.own,
        queue=xp.empty(entries, np.int64),
        state=xp.zeros(ASKED + part.size, np.int64),
        levels=nothing,
        parents=None,
    )
    everyone = Everyone(memory.everyone.view(np.uint32), memory.everyone, memory.starts)
    return Peers(lists, own, everyone, plan, plan.failed, {})


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
    return peers.lists._replace(ids=ids), own, peers.everyone, plan


def bfs(
    graph: DistributedGraph,
    peers: Peers,
    source: int,
    target: int | None,
    predecessors: bool,
    alpha: float,
    beta: float,
) -> tuple[Any, Any]:
    """Levels and predecessors of the own vertices, of which the search from the source ends at the target's.

    Raises DeviceError, on every rank, if they haven't met within DEADLINE. The next search begins anew.
    """
    device, xp = graph.device, graph.device.xp
    assert isinstance(device, Cuda)
    levels = xp.empty(graph.partition.owned, np.int32)
    parents = xp.empty(graph.partition.owned, graph.ids.dtype) if predecessors else None
    ids = graph.all_ids if predecessors else None
    asked = asked_of(graph, source, target, alpha, beta)
    changed = results_of(levels, parents) | {f"plan.{name}": value for name, value in asked.items()}
    kernel = kernel_of(peers, search_over_peers, (levels, parents), ids, device)
    graph.communicator.barrier()
    blocks, threads = device.running_at_once(THREADS)
    device.relaunch(blocks, threads, kernel, changed)
    if xp is not np:  # waits without a lock that another rank's launch might need
        xp.cuda.get_current_stream().synchronize()
    if Cpu().array(peers.own.words[peers.failed :])[0]:
        # Counters are out of step, and FAILED stays set: all ranks, on each of which it is, begin anew. Until
        # they meet to do so, a late one's kernel may write into this memory.
        vars(graph)["_spoiled"] = vars(graph).pop("_peers", None)
        raise DeviceError(f"rank {graph.partition.rank} stops: not all ranks came to a meeting in time")
    return levels, parents


def asked_of(
    graph: DistributedGraph, source: int, target: int | None, alpha: float, beta: float
) -> dict[str, Any]:
    """The fields of a plan that differ from search to search."""
    start, goal = graph.local(source), None if target is None else graph.local(target)
    return {
        "source": -1 if start is None else start,
        "target": -1 if goal is None else goal,
        "has_target": int(target is not None),
        "alpha": alpha,
        "beta": beta,
        "last_level": 0 if target == source else FOREVER,
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
        arguments = arguments_of(peers, (levels, parents), ids, peers.plan)
        peers.kernels[key] = device.bind(kernel, *arguments, *more, threads=THREADS)
    return peers.kernels[key]
