"""Breadth-first search over ranks, level by level: the loop that all ranks run together.

A level is pushed or pulled by all ranks. **Push**: a rank claims the unvisited neighbors that are its own,
and sends the others to their owners as pairs (local id, parent), each at most once, since it notes in its
copy of the bitmap what it has sent. **Pull**: against a full copy of the bitmap of visited vertices each rank
looks for parents of its own; then the ranks' segments are gathered. Sums of the next frontier ride in the
segments, so that a pulled level has one collective; a pushed one has the exchange and a sum.

A pull may take any visited neighbor for a parent: levels before are complete, so that an unvisited vertex
has no neighbor of an earlier level than the last. An outbox that would overflow redoes its level as pull.

Work O(V + E) for few levels; every level costs at least its collectives. steps_cpu.py holds the loops over a
rank's own vertices, search.py what they work on. GPUs that reach one another's memory search without their
hosts, in one launch each: fused_peers.py; others step by step: host_driven.py.
"""

from typing import Any

import numpy as np

from ..device import Cpu, working_on
from ..errors import checked_flag, checked_integer, checked_positive
from ..frontier.bitmap import WORD_SIZE
from . import fused_peers, host_driven, shared_bfs, steps_cpu
from .graph import DistributedGraph, Segment
from .host_memory import shared_memory_of
from .partition import RIDER_WORDS
from .peer_memory import ROOM_SHARE, usual_room
from .search import EDGES, NEXT, PULLED_FOR, SENT, TARGET, Frontier, Search, new_search
from .small_levels import FrontierTotals, SmallLevels


def bfs(
    graph: DistributedGraph,
    source: int,
    *,
    predecessors: bool = True,
    target: int | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    room: int | None = None,
) -> Segment:
    """Breadth-first search from one vertex; every rank calls this, and gets the part of its own vertices.

    Parameters
    ----------
    source
        A vertex id.
    predecessors
        Whether to record them.
    target
        Stop once this vertex has its level; that level is complete, deeper vertices are unreached.
    alpha, beta
        When to pull: with more than 1/alpha of the edges not yet inspected in the frontier; and when to push
        again: with less than 1/beta of the vertices in it. By default what suits the device. Whatever alpha
        is, pulls don't begin with a frontier of fewer edges than one for every 64 vertices of the graph. But
        a level for which an outbox has no room is pulled.
    room
        Pairs that a rank sends each other one in a level, at most; by default an eighth as many as a rank has
        vertices, on CPUs half as many.

    Raises
    ------
    InputError
        For a source or target that is no vertex, or an argument out of its range.
    DeviceError
        If GPUs that share their memory waited for one of them too long; on every rank.
    """
    source = graph.checked_vertex(source, "source")
    predecessors = checked_flag("predecessors", predecessors)
    usual: Any = steps_cpu if isinstance(graph.device, Cpu) else fused_peers
    alpha, beta = checked_positive(
        alpha=usual.ALPHA if alpha is None else alpha, beta=usual.BETA if beta is None else beta
    )
    if room is None:
        room = usual_room(graph, steps_cpu.ROOM_SHARE if isinstance(graph.device, Cpu) else ROOM_SHARE)
    room = checked_integer("room", room, 1)
    if target is not None:
        target = graph.checked_vertex(target, "target")
    with working_on(graph.device):
        if not isinstance(graph.device, Cpu):
            found = _on_gpus(graph, room, source, target, predecessors, alpha, beta)
            return Segment(graph, source, *found)
        shared = shared_memory_of(graph)
        if shared is not None:
            found = shared_bfs.bfs(graph, shared, source, target, predecessors, alpha, beta)
            return Segment(graph, source, *found)
        goal = None if target is None else graph.local(target)
        search = new_search(graph, predecessors, room)
        _Levels(graph, search, goal, alpha, beta, target is not None).label(graph.local(source))
        return Segment(graph, source, search.levels, search.parents if predecessors else None)


def _on_gpus(graph: DistributedGraph, room: int, *search: Any) -> tuple[Any, Any]:
    """Levels and predecessors of the search that the GPUs' memory allows."""
    peers = fused_peers.peers_of(graph, room)
    if peers is None:
        return host_driven.bfs(graph, room, *search)
    return fused_peers.bfs(graph, peers, *search)


class _Levels:
    """The levels of one search: push or pull, and what the ranks tell each other."""

    def __init__(
        self,
        graph: DistributedGraph,
        search: Search,
        goal: int | None,
        alpha: float,
        beta: float,
        has_target: bool,
    ) -> None:
        self.graph, self.search, self.alpha, self.beta = graph, search, alpha, beta
        self.goal = goal  # the target's position, where this rank owns it
        assert isinstance(graph.device, Cpu)
        self.device, self.small = graph.device, None
        if graph.partition.size > 1 and not has_target:
            self.small = SmallLevels(graph, graph.device, search)
        self.edges_left, self.before = graph.num_edges, graph.partition.num_vertices
        self.ranks, self.part = graph.communicator, graph.partition
        first = self.part.rank * self.part.words
        self.own_words = search.words[first : first + self.part.words]
        self.is_current = False  # whether the bitmap knows what all ranks visited

    def label(self, local: int | None) -> None:
        """Label every reached vertex; `local` is the source's position where this rank owns it."""
        edges = 0 if local is None else self._start(local)
        frontier = self._summed(0, int(local is not None), edges)
        pulls, level = False, 0
        while frontier.size and not frontier.has_target:
            level += 1
            if not pulls and not self._is_pulled(frontier.size, frontier.edges) and self._is_small(frontier):
                frontier, level = self._push_small(frontier, level)
                continue
            if not pulls:
                pulls = self._is_pulled(frontier.size, frontier.edges)
            elif frontier.size <= self.before and frontier.size < self.part.num_vertices / self.beta:
                pulls = False
                frontier = self._listed(frontier)
            self.edges_left, self.before = self.edges_left - frontier.edges, frontier.size
            pushed = None if pulls else self._push(frontier, level)
            pulls = pushed is None
            frontier = self._pull(frontier, level) if pushed is None else pushed

    def _is_pulled(self, size: int, edges: int) -> bool:
        """Whether a frontier of so many vertices and edges, behind a push, is to be pulled."""
        is_much = edges > max(self.edges_left / self.alpha, self.part.num_vertices / PULLED_FOR)
        return is_much and size > self.before

    def _start(self, local: int) -> int:
        """Label the source; returns the edges that leave it."""
        self.search.levels[local] = 0
        self.search.queue[0] = local
        self.own_words[local // WORD_SIZE] = 1 << local % WORD_SIZE
        first, end = self.graph.out.ptr[local : local + 2].tolist()
        return int(end - first)

    def _summed(self, head: int, end: int, edges: int) -> Frontier:
        own = np.array([end - head, edges, self._has_target()], np.int64)
        return Frontier(head, end, *self.ranks.sum(own).tolist())

    def _has_target(self) -> bool:
        return self.goal is not None and bool(self.search.levels[self.goal] >= 0)

    def _is_small(self, frontier: Frontier) -> bool:
        return self.small is not None and frontier.edges <= self.small.room

    def _push_small(self, frontier: Frontier, level: int) -> tuple[Frontier, int]:
        """Push this level and the next ones while they are small; the last one's frontier and number."""
        assert self.small is not None
        self.is_current = False
        told = FrontierTotals(frontier.size, frontier.edges, frontier.edges, 0, 0, 0)
        head, end = frontier.head, frontier.end
        while True:
            self.edges_left, self.before = self.edges_left - told.edges, told.found
            head, end, told = self.small.push(head, end, level)
            level += told.ahead_by
            self.edges_left -= told.ahead_edges
            is_large = told.bound > self.small.room
            if not told.found or is_large or self._is_pulled(told.found, told.edges):
                break
            level += 1
        end, edges = self.small.finish(end, level)
        return self._summed(head, end, edges), level

    def _push(self, frontier: Frontier, level: int) -> Frontier | None:
        """Push a level; None if an outbox has no room for it, and the level is still to be done."""
        search, part = self.search, self.part
        self.is_current = False
        may_overflow = frontier.edges > search.room and part.size > 1
        if may_overflow:
            search.segment[:] = self.own_words
        search.counters[:] = 0
        search.counters[NEXT] = frontier.end
        steps_cpu.push(self.device, self.graph, search, frontier, level)
        sent = search.counters[SENT:]
        if may_overflow and self.ranks.sum(np.array([(sent > search.room).any()], np.int64))[0]:
            self.own_words[:] = search.segment
            return None
        if part.size > 1:
            self._receive(sent, level)
        return self._summed(frontier.end, int(search.counters[NEXT]), int(search.counters[EDGES]))

    def _receive(self, sent: np.ndarray, level: int) -> None:
        """Send what is in the outboxes, and claim what arrives."""
        search, room = self.search, self.search.room
        rows = search.outboxes.reshape(-1, 2)
        boxes = [rows[rank * room : rank * room + count] for rank, count in enumerate(sent.tolist())]
        pairs, sizes = self.ranks.exchange(np.concatenate(boxes), sent)
        end = 0
        for sender, count in enumerate(sizes.tolist()):
            first, end = end, end + count
            if count:
                parents = sender * self.part.stride
                received = pairs[first:end].reshape(-1)
                steps_cpu.claim(self.device, self.graph, search, received, parents, level)

    def _pull(self, frontier: Frontier, level: int) -> Frontier:
        """Pull a level, and gather the bitmap: then it is current."""
        search = self.search
        if not self.is_current:
            search.segment[:] = self.own_words
            self.ranks.gather(search.words, search.segment)
            self.is_current = True
        search.counters[:] = 0
        steps_cpu.pull(self.device, self.graph, search, level)
        if self.goal is not None:
            search.counters[TARGET] = self._has_target()
        search.segment[-RIDER_WORDS:].view(np.int64)[:] = search.counters[:SENT]
        self.ranks.gather(search.words, search.segment)
        riders = search.words.reshape(self.part.size, -1)[:, -RIDER_WORDS:]
        sums = np.ascontiguousarray(riders).view(np.int64).sum(axis=0)
        return Frontier(frontier.end, frontier.end, *sums.tolist())

    def _listed(self, frontier: Frontier) -> Frontier:
        """The frontier that a pull left in a bitmap, listed behind the queue's end, and its edges."""
        search = self.search
        search.counters[:] = 0
        search.counters[NEXT] = frontier.end
        steps_cpu.list_found(self.device, self.graph, search)
        return self._summed(frontier.end, int(search.counters[NEXT]), int(search.counters[EDGES]))
