"""Levels of few edges on CPU ranks: a level is one compiled call and one gather, two where much is sent.

A rank pushes its frontier and tells all ranks at once what it found and, as pairs of places, what it sends.
What arrives is claimed when the next level begins: by what all ranks were told alike, a level ends. They know
a bound for what the next level sends, too, for which outboxes must have room: an edge of the frontier gives a
pair at most, and a vertex that was sent has no more edges than any has.

A rank that has the whole frontier pushes level after level by itself, while nothing is to be sent.

Work as of a push. Long graphs have thousands of such levels; one by bfs.py's own messages takes 55 us beside
its work.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from .graph import DistributedGraph
from .search import EDGES, NEXT, PULLED_FOR, SENT, Search
from .steps_cpu import claimed, kept, push_share, take_in

MOST_PAIRS = 1 << 15  # that all ranks send, at most
# Of a message, which threads show by a copy up to together.SMALL; further pairs go in a second one.
FEW_PAIRS = 253
# Words of a message, before the pairs, each a place and the parent's place.
FOUND, FOUND_EDGES, PAIRS, AHEAD_BY, AHEAD_EDGES, HEADER = range(6)
MESSAGE = HEADER + 2 * FEW_PAIRS  # words


class Boxes(NamedTuple):
    """The messages of a level."""

    own: Any
    everyone: Any  # rank by rank
    more: Any  # the pairs beyond FEW_PAIRS, likewise


class FrontierTotals(NamedTuple):
    """What all ranks know of the next frontier, and of how it was found."""

    found: int  # vertices of all ranks, at most: what two ranks sent counts twice
    edges: int  # that leave them, about
    bound: int  # for the pairs that any one rank will send in the next level
    most: int  # pairs that one rank has sent
    ahead_by: int  # levels that one rank did by itself beyond the one that all pushed
    ahead_edges: int  # that leave the frontiers of those levels


class SmallLevels:
    """The small levels of one search, one after another."""

    def __init__(self, graph: DistributedGraph, device: Cpu, search: Search) -> None:
        self.ranks, self.size = graph.communicator, graph.partition.size
        self.boxes, self.most = _kept_boxes(graph)
        # Pairs that a level may send: one whose frontier has no more edges than that.
        self.room = min(MOST_PAIRS // self.size, search.room)
        lists = kept(graph)
        self._push: Callable[..., tuple[int, int]] = device.bind(
            push_small, self.boxes, lists.listed, lists.out, search
        )
        self._read: Callable[..., tuple[int, ...]] = device.bind(
            read, self.boxes.everyone, graph.partition.rank
        )
        # A frontier of one rank with so few edges is pushed again in any case, and has room in the outboxes.
        self.most_ahead = min(self.room, int(graph.num_vertices / PULLED_FOR))
        self.has_all = False  # whether this rank has the whole frontier
        self._claim: Callable[..., tuple[int, int]] = device.bind(
            claim_arrived, self.boxes, lists.out, search
        )
        self.more = -1  # words of the last level's second message; -1 if there is nothing to be claimed

    def push(self, head: int, end: int, level: int) -> tuple[int, int, FrontierTotals]:
        """Push the frontier from `head`, to which what arrives is added behind `end`.

        Returns where what this rank found is in the queue, and what all were told.
        """
        head, end = self._push(head, end, level, self.more, self.most_ahead if self.has_all else -1)
        boxes = self.boxes
        self.ranks.gather(boxes.everyone, boxes.own[:MESSAGE])
        *totals, has_all = self._read(self.most)
        told, self.has_all = FrontierTotals(*totals), bool(has_all)
        self.more = more = 2 * max(0, told.most - FEW_PAIRS)
        if more:
            self.ranks.gather(boxes.more[: self.size * more], boxes.own[MESSAGE : MESSAGE + more])
        return head, end, told

    def finish(self, end: int, level: int) -> tuple[int, int]:
        """Claim what the last level sent. Returns the queue's end and the edges that leave what it found."""
        end, edges = self._claim(end, level, self.more)
        self.more, self.has_all = -1, False
        return end, edges


def _kept_boxes(graph: DistributedGraph) -> tuple[Boxes, int]:
    """Memory for messages, and the most edges of a vertex; the first call is a collective."""
    if "_boxes" not in vars(graph):
        size = graph.partition.size
        words = 2 * (MOST_PAIRS // size)
        own = np.array([np.diff(graph.out.ptr).max(initial=0)], np.int64)
        most = np.empty(size, np.int64)
        graph.communicator.gather(most, own)
        boxes = Boxes(
            np.zeros(HEADER + max(words, 2 * FEW_PAIRS), np.int64),
            np.zeros(size * MESSAGE, np.int64),
            np.zeros(size * words, np.int64),
        )
        vars(graph)["_boxes"] = boxes, int(most.max())
    found: tuple[Boxes, int] = vars(graph)["_boxes"]
    return found


def push_small(boxes, listed, out, search, head, end, level, more, most_ahead):
    """Claim what the level before sent, push its vertices, and write the message.

    Then push what was found, level by level, while `most_ahead` or fewer edges leave it and nothing is to be
    sent: never if that is -1.
    Returns where what was found last begins and ends in the queue.
    """
    stop, _ = claim_arrived(boxes, out, search, end, level - 1, more)
    counters, own, slot = search.counters, boxes.own, HEADER
    ahead_by, ahead_edges = np.int64(0), np.int64(0)
    while True:
        counters[:] = 0
        counters[NEXT] = stop
        if stop > head:
            push_share(0, (head, stop, 1), level + ahead_by, True, listed, out, search)
        if counters[NEXT] == stop or counters[EDGES] > most_ahead or counters[SENT:].any():
            break
        ahead_by += 1
        ahead_edges += counters[EDGES]
        head, stop = stop, np.int64(counters[NEXT])
    for owner in range(counters.size - SENT):
        first = 2 * owner * search.room
        for row in range(first, first + 2 * counters[SENT + owner], 2):
            own[slot] = owner * search.stride + search.outboxes[row]
            own[slot + 1] = search.first + search.outboxes[row + 1]
            slot += 2
    own[FOUND], own[FOUND_EDGES], own[PAIRS] = counters[NEXT] - stop, counters[EDGES], (slot - HEADER) // 2
    own[AHEAD_BY], own[AHEAD_EDGES] = ahead_by, ahead_edges
    return stop, np.int64(counters[NEXT])


def claim_arrived(boxes, out, search, end, level, more):
    """Claim and label what other ranks sent in this level. Returns the queue's end, and the edges found."""
    edges, counters = np.int64(0), search.counters
    counters[NEXT] = end
    if more >= 0:
        for rank in range(counters.size - SENT):
            first = rank * MESSAGE
            pairs = boxes.everyone[first + PAIRS]
            if search.first == rank * search.stride:
                edges += boxes.everyone[first + FOUND_EDGES]
            else:
                few = first + HEADER + 2 * min(pairs, FEW_PAIRS)
                edges += claim_pairs(boxes.everyone, first + HEADER, few, level, out, search)
                last = rank * more + 2 * max(np.int64(0), pairs - FEW_PAIRS)
                edges += claim_pairs(boxes.more, rank * more, last, level, out, search)
    return np.int64(counters[NEXT]), edges


def claim_pairs(words, first, last, level, out, search):
    """Claim the own vertices among the pairs in these words; returns their edges."""
    edges = np.int64(0)
    for row in range(first, last, 2):
        place = words[row]
        if 0 <= place - search.first < search.stride and claimed(place, True, search):
            edges += take_in(place, words[row + 1] - search.first, level, True, out, search)
    return edges


def read(everyone, rank, most_edges):
    """What the messages say together: `FrontierTotals`, and whether this rank has all that was found.

    No vertex of the graph has more than `most_edges` edges.
    """
    ahead_by, ahead_edges, own = np.int64(0), np.int64(0), everyone[rank * MESSAGE + FOUND]
    found, edges, sent, largest, most = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for first in range(0, everyone.size, MESSAGE):
        found += everyone[first + FOUND]
        edges += everyone[first + FOUND_EDGES]
        sent += everyone[first + PAIRS]
        largest = max(largest, everyone[first + FOUND_EDGES])
        most = max(most, everyone[first + PAIRS])
        ahead_by = max(ahead_by, everyone[first + AHEAD_BY])
        ahead_edges += everyone[first + AHEAD_EDGES]
    about = edges * (found + sent) // found if found else sent  # vertices are dealt like cards
    bound = largest + sent * most_edges
    return found + sent, about, bound, most, ahead_by, ahead_edges, found + sent == own
