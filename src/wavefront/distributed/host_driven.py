"""Breadth-first search over GPUs whose hosts carry what they tell each other, however they are joined.

The steps, and which follows which, are those of peer_kernel.py. Here a step is a launch of its own, and hosts
meet in its stead. What a GPU sends another lies in its own memory until a collective brings it: in the place
of the inbox for what that rank sends, which is still empty. Segments of the bitmap travel by a collective,
too. So a level costs a launch and a look at its counters, tens of microseconds, and as much per collective.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from .fused_peers import THREADS, Peers, asked_of, kernel_of, peers_in, results_of
from .graph import DistributedGraph
from .peer_kernel import (
    END,
    LEAVE,
    PUBLISH,
    PULL,
    PUSH,
    RECEIVE,
    SHARE,
    Now,
    decided,
    first_step,
    meets_alone,
    take_one_step,
)
from .peer_meeting import Told
from .peer_memory import plan_of, shared_in
from .peer_state import (
    ASKED,
    NOW_FOUND,
    NOW_TAIL,
    NOW_TARGET,
    SLOT,
    TO_READER,
    Plan,
    inbox_of,
)
from .peers import PeerMemory

NOTHING = Told(0, 0, 0, 0, 0, 0, 0, 0)
FIELDS = [f"now.{name}" for name in Now._fields]


class Kept(NamedTuple):
    """What a graph's searches use again and again."""

    peers: Peers
    outboxes: Any  # two, by turns of levels: a row of `room` pairs for each rank
    rows: Any  # what each rank told last
    # Views of these arrays; each saves microseconds in every step.
    own_row: Any  # what this rank tells
    counts: Any  # of it, what counts anew in each step
    arriving: Any  # of `rows`, the pairs that each rank sends here
    slots: Any  # two, by turns of meetings: where the kernel looks how many they are


def bfs(
    graph: DistributedGraph,
    room: int,
    source: int,
    target: int | None,
    predecessors: bool,
    alpha: float,
    beta: float,
) -> tuple[Any, Any]:
    """As `fused_peers.bfs`; `room`: pairs of an outbox."""
    search = _Search(graph, _kept(graph, room), predecessors, asked_of(graph, source, target, alpha, beta))
    now = first_step(search.plan, 0, 0)
    while now.step != END:
        now = decided(search.plan, now, search.told(now), meets_alone(search.plan, now))
    if graph.device.xp is not np:  # the next search may be on another stream
        graph.device.xp.cuda.get_current_stream().synchronize()
    return search.levels, search.parents


def _kept(graph: DistributedGraph, room: int) -> Kept:
    known_room, known = vars(graph).get("_host_driven", (None, None))
    if known_room != room:
        known = _new_kept(graph, room)
        vars(graph)["_host_driven"] = room, known
    found: Kept = known
    return found


def _new_kept(graph: DistributedGraph, room: int) -> Kept:
    xp, part, plan = graph.device.xp, graph.partition, plan_of(graph, room)
    words = xp.zeros(plan.failed, np.int64)
    # A kernel stores pairs into this rank's inbox at the owner's: with these starts, the owner's inbox here.
    starts = room * (np.arange(part.size) - part.rank)
    memory = PeerMemory(words, words, graph.device.array(starts), has_atomics=False)
    outboxes = words[plan.inboxes : plan.slots].reshape(2, part.size, room)
    peers = peers_in(graph, shared_in(graph, plan, memory))
    state = peers.own.state
    rows = xp.empty((part.size, state.size - NOW_TARGET), np.int64)
    slots = words[plan.slots : plan.failed].reshape(2, part.size + 1, SLOT)[:, :-1, TO_READER]
    return Kept(
        peers,
        outboxes,
        rows,
        own_row=state[NOW_TARGET:],
        counts=state[NOW_FOUND:],
        arriving=rows[:, ASKED - NOW_TARGET + part.rank],
        slots=(slots[0], slots[1]),
    )


class _Search:
    """One rank's steps."""

    def __init__(
        self, graph: DistributedGraph, kept: Kept, predecessors: bool, asked: dict[str, Any]
    ) -> None:
        device: Any = graph.device
        self.device = device
        self.ranks, self.kept, xp = graph.communicator, kept, graph.device.xp
        self.plan: Plan = kept.peers.shared.plan._replace(**asked)
        self.own, self.words = kept.peers.own, graph.partition.words
        self.grid = device.running_at_once(THREADS)
        self.levels = xp.empty(graph.partition.owned, np.int32)
        self.parents = xp.empty(graph.partition.owned, graph.ids.dtype) if predecessors else None
        results, ids = (self.levels, self.parents), graph.all_ids if predecessors else None
        first = first_step(self.plan, 0, 0)
        self.kernel = kernel_of(kept.peers, take_one_step, results, ids, device, first)
        self.changed = results_of(*results) | {f"plan.{name}": value for name, value in asked.items()}
        self.arrived: tuple[Any, Any] = kept.outboxes[0, 0, :0], np.zeros(self.plan.size, np.int64)

    def told(self, now: Now) -> Told:
        """Take the step; returns what ranks tell of it, as far as it matters what comes next."""
        if now.step in (PUBLISH, SHARE):
            other = self.plan.size * self.words - now.bitmap
            self._gather(now.bitmap if now.step == PUBLISH else other)
            return NOTHING if now.step == PUBLISH else self._summed(self._rows())
        if now.step == RECEIVE:
            self._deliver(now)
        self.changed.update(zip(FIELDS, map(int, now), strict=True))
        self.device.relaunch(*self.grid, self.kernel, self.changed)
        if now.step == LEAVE or (now.step == PULL and self.plan.size > 1):  # told with the segments
            return NOTHING
        rows = self._own_row() if meets_alone(self.plan, now) else self._rows()
        told = self._summed(rows)
        if now.step == PUSH and told.sent and not told.overflows:
            self._send(now, rows[:, ASKED - NOW_TARGET :])
        return told

    def _own_row(self) -> np.ndarray:
        """What this rank tells, in a row: the state's words from NOW_TARGET on."""
        row = Cpu().array(self.kept.own_row).copy()
        self.kept.counts.fill(0)
        return row.reshape(1, -1)

    def _rows(self) -> np.ndarray:
        """What all ranks tell, a row each."""
        rows = self.kept.rows
        self.ranks.gather(rows.reshape(-1), self.kept.own_row)
        self.kept.counts.fill(0)
        return Cpu().array(rows).copy()

    def _summed(self, rows: np.ndarray) -> Told:
        """What ranks tell together."""
        asked, sums = rows[:, ASKED - NOW_TARGET :], rows.sum(axis=0).tolist()
        tails, target, (found, edges) = rows[:, NOW_TAIL - NOW_TARGET].tolist(), sums[0], sums[2:4]
        tail = tails[self.plan.rank if len(tails) > 1 else 0]
        received, overflows = int(asked[:, self.plan.rank].sum()), int((asked > self.plan.room).sum())
        return Told(found, edges, int(asked.sum()), target, overflows, 0, tail, received)

    def _send(self, now: Now, asked: np.ndarray) -> None:
        """Send what is in the outboxes; `asked` has the pairs from each rank for each rank."""
        counts, sizes = asked[self.plan.rank], asked[:, self.plan.rank]
        boxes = zip(self.kept.outboxes[now.level & 1], counts.tolist(), strict=True)
        sent = [box[:count] for box, count in boxes if count] or [self.arrived[0][:0]]
        whole = sent[0] if len(sent) == 1 else self.device.xp.concatenate(sent)
        self.arrived = self.ranks.exchange(whole, counts, sizes)

    def _deliver(self, now: Now) -> None:
        """Put what has arrived into the inboxes, and how much it is into the slots."""
        plan, words, (pairs, counts), end = self.plan, self.own.words, self.arrived, 0
        self.kept.slots[int(now.number) & 1][:] = self.kept.arriving
        for sender, count in enumerate(counts.tolist()):
            first, inbox, end = end, inbox_of(plan, now.level, sender), end + count
            if count:
                words[inbox : inbox + count] = pairs[first:end]
        self.arrived = pairs[:0], np.zeros_like(counts)

    def _gather(self, bitmap: int) -> None:
        """Fetch the others' segments of a bitmap; the own one lies in its place."""
        whole = self.own.bits[bitmap : bitmap + self.plan.size * self.words]
        first = self.plan.rank * self.words
        self.ranks.gather(whole, whole[first : first + self.words])
