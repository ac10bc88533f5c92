"""The memory in which a graph's searches over peers meet; peer_state.py says what lies where in it.

A search that a rank came to too late leaves counters out of step: then the next search makes new memory.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu, Cuda
from ..errors import DeviceError
from ..intrinsics.warp import WARP_SIZE
from .graph import DistributedGraph
from .peer_state import ASKED, SLOT, Everyone, Lists, Own, Plan
from .peers import PeerMemory

DEADLINE = 7_000_000_000  # nanoseconds: all ranks have ended within 10 s
FOREVER = 1 << 40  # levels
MOST_RANKS = WARP_SIZE  # a lane of a warp hears one
ROOM_SHARE = 8  # an inbox holds at least a pair for every so many vertices of a rank
LEAST_ROOM = 1 << 10  # pairs of an inbox or outbox


class Shared(NamedTuple):
    """What all searches of a graph over peers use."""

    plan: Plan  # of no search yet
    words: Any  # this rank's memory
    everyone: Everyone
    state: Any
    has_atomics: bool  # PeerMemory's


def shared_of(graph: DistributedGraph, room: int) -> Shared | None:
    """The graph's memory, with inboxes for so many pairs; a collective where it isn't known.

    None where GPUs don't reach one another's memory.
    """
    known_room, known = vars(graph).get("_shared_memory_of_gpus", (None, None))
    if known_room != room:
        known = _new_shared(graph, room)
        vars(graph)["_shared_memory_of_gpus"] = room, known
        vars(graph).pop("_spoiled", None)
    found: Shared | None = known
    return found


def any_shared_of(graph: DistributedGraph) -> Shared | None:
    """As `shared_of`, with whatever room the graph's inboxes have by now."""
    known_room, _ = vars(graph).get("_shared_memory_of_gpus", (None, None))
    return shared_of(graph, usual_room(graph, ROOM_SHARE) if known_room is None else known_room)


def usual_room(graph: DistributedGraph, share: int) -> int:
    """Pairs of an inbox by default: one for so many vertices of a rank; one rank sends nothing."""
    ranks = graph.partition.size
    return max(LEAST_ROOM, graph.num_vertices // ranks // share if ranks > 1 else 0)


def _new_shared(graph: DistributedGraph, room: int) -> Shared | None:
    device, ranks, part = graph.device, graph.communicator, graph.partition
    waits_in_vain = device.xp is np and part.size > 1  # the simulator runs one kernel after the other
    lacks = not isinstance(device, Cuda) or waits_in_vain or part.size > MOST_RANKS
    if ranks.sum(np.array([lacks], np.int64))[0]:  # asked of all: ranks may have devices of both kinds
        return None
    plan = plan_of(graph, room)
    memory = ranks.symmetric(plan.failed + 1)
    return None if memory is None else shared_in(graph, plan, memory)


def shared_in(graph: DistributedGraph, plan: Plan, memory: PeerMemory) -> Shared:
    """What searches use of this memory."""
    everyone = Everyone(memory.everyone.view(np.uint32), memory.everyone, memory.starts)
    state = graph.device.xp.zeros(ASKED + plan.size, np.int64)
    return Shared(plan, memory.own, everyone, state, memory.has_atomics)


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
        narrow=0,
        inboxes=inboxes,
        slots=slots,
        failed=slots + 2 * (part.size + 1) * SLOT,
        source=-1,
        target=-1,
        has_target=0,
        last_level=FOREVER,
        alpha=1.0,
        beta=1.0,
        deadline=DEADLINE,
    )


def require_met(graph: DistributedGraph, shared: Shared) -> None:
    """Wait for this rank's kernel. Raises DeviceError, on every rank, if one came too late to a meeting."""
    xp = graph.device.xp
    if xp is not np:  # waits without a lock that another rank's launch might need
        xp.cuda.get_current_stream().synchronize()
    if Cpu().array(shared.words[shared.plan.failed :])[0]:
        # Counters are out of step, and FAILED stays set: all ranks, on each of which it is, begin anew. Until
        # they meet to do so, a late one's kernel may write into this memory.
        vars(graph)["_spoiled"] = vars(graph).pop("_shared_memory_of_gpus", None)
        raise DeviceError(f"rank {graph.partition.rank} stops: not all ranks came to a meeting in time")


def arguments_in(graph: DistributedGraph, shared: Shared) -> tuple[Any, ...]:
    """The lists, and what ranks meet in, as kernels without results of a search take them."""
    nothing = graph.device.xp.empty(0, np.int64)
    lists = Lists(*graph.out[:2], *graph.into[:2], nothing, None, None)
    own = Own(shared.words.view(np.uint32), shared.words, nothing, shared.state, nothing, None)
    return lists, own, shared.everyone, shared.plan


def kernel_for(
    kernels: dict[Any, Any], kernel: Any, arguments: tuple[Any, ...], device: Cuda, threads: int
) -> Any:
    """The kernel, bound to its arguments once for each stream."""
    stream = None if device.xp is np else device.xp.cuda.get_current_stream().ptr
    if stream not in kernels:
        kernels[stream] = device.bind(kernel, *arguments, threads=threads)
    return kernels[stream]
