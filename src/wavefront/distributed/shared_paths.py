"""Shortest paths by CPU ranks that share memory: one compiled call per rank holds all rounds of a search.

The rounds are those of sssp_on_cpu.py. A rank stores its offers into its inbox at their owner, by turns of
rounds, so that a rank that is a meeting ahead touches nothing that another still reads. An inbox has room for
all places of its owner. What messages tell besides is in the rows that ranks show as they meet. A round costs
a meeting, of a microsecond or less.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..intrinsics.prefetch import prefetch
from .graph import DistributedGraph, kept_while
from .host_memory import SENT_TO, Shared, run_together, shared_memory_of
from .meeting_on_cpu import LINE, SIGNS, Room, meet, next_row, row_of
from .sssp_rounds import (
    AHEAD,
    FACTOR,
    NEXT,
    OFFERED,
    Offers,
    accept,
    begin,
    entries_of,
    number_by,
    relax_buckets,
    take_width,
    write_header,
)

NUMBERS = 2  # of an offer: a place, and a distance
# As in sssp_rounds.py, where a message costs more. In turns in one process, by 4096 and 32768: Kronecker 20
# took 101 and 114 ms, road-FLA 31.0 and 34.3; nine other graphs did not tell.
FOLLOWED_EDGES = 4096


class Inboxes(NamedTuple):
    """Where ranks that share memory meet, and what they offer each other."""

    room: Room
    rows: Any  # float64: what the room's words hold
    words: Any  # int64: by turns of rounds, for each owner and sender, so many `numbers`; or all distances
    offered: Any  # the same, float64
    numbers: int


class Plan(NamedTuple):
    """What a search is to do."""

    source: int  # the source's position, where it is this rank's, else -1
    most_entries: int
    stride: int
    idle: int  # whether to do nothing


def inboxes_of(graph: DistributedGraph) -> Inboxes | None:
    """Where ranks of a graph meet; None, on every rank, if they share no memory. First a collective."""
    shared = shared_memory_of(graph)
    if shared is None:
        return None
    return kept_while(graph, "_inboxes", shared, lambda: _new_inboxes(graph, shared))


def _new_inboxes(graph: DistributedGraph, shared: Shared) -> Inboxes | None:
    part, numbers = graph.partition, NUMBERS * graph.partition.stride
    memory = graph.communicator.symmetric(2 * part.size * numbers)
    if memory is None:
        return None
    rows, offered = shared.room.words.view(np.float64), memory.everyone.view(np.float64)
    return Inboxes(shared.room, rows, memory.everyone, offered, numbers)


def lower(graph: DistributedGraph, inboxes: Inboxes, offers: Offers, search: Any, local: int) -> None:
    """Lower the distances of own vertices from the source, at this local position; -1 if it isn't here.

    Raises DeviceError as `run_together`.
    """
    room = inboxes.room
    offers = offers._replace(signs=room.words, own_sign=room.rank * LINE + SIGNS)
    plan = Plan(local, entries_of(FOLLOWED_EDGES, graph), graph.partition.stride, 0)
    run_together(graph, lower_together, offers, search, inboxes, plan)


def distances_of_all(graph: DistributedGraph, distances: np.ndarray) -> np.ndarray | None:
    """The distances at all places, from each rank's: once for all ranks, so that their caches hold them once.

    They are where inboxes are, until the next search, which begins with a meeting: no rank begins it before
    all have read them. None, on every rank, if ranks share no memory. A collective.
    """
    inboxes, part = inboxes_of(graph), graph.partition
    if inboxes is None:
        return None
    shared: np.ndarray = inboxes.words.view(distances.dtype)[: part.size * part.stride]
    shared[part.first : part.first + part.owned] = distances
    graph.communicator.barrier()
    return shared


def lower_together(offers, search, inboxes, plan):
    """Relax until no rank has an entry or an offer; whether all ranks came to all meetings."""
    if plan.idle:
        return True
    begin(offers, search, plan.source)
    bucket, until, factor, is_first = 0.0, 0.0, 1.0, True
    while bucket < inf:
        take_width(factor, bucket, offers, search)
        if not is_first:
            take_offers(offers, search, inboxes)
        is_first = False
        count, following = relax_buckets(bucket, until, plan.most_entries, offers, search)
        post(count, following, offers, search, inboxes, plan)
        if not meet(inboxes.room):
            return False
        bucket, until, factor = read_rows(inboxes)
    return meet(inboxes.room)  # as in shared_levels.py


def inbox_of(turn, owner, sender, inboxes):
    """Where the inbox of one rank's offers to another one begins."""
    size = inboxes.room.size
    return (((turn & 1) * size + owner) * size + sender) * inboxes.numbers


def take_offers(offers, search, inboxes):
    """Lower own vertices' distances to what others offered before the last meeting."""
    room = inboxes.room
    for other in range(room.size):
        count = room.words[row_of(other, room) + SENT_TO + room.rank]
        first = inbox_of(room.met[0], room.rank, other, inboxes)
        accept(inboxes.offered, first, first + NUMBERS * count, offers, search)


def post(count, following, offers, search, inboxes, plan):
    """Store what is listed into the inboxes of its owners, and note what to show at the next meeting."""
    room = inboxes.room
    row = next_row(room)
    room.words[row + SENT_TO : row + SENT_TO + room.size] = 0
    for slot in range(count):
        prefetch(offers.known, offers.listed[min(slot + AHEAD, count - 1)])
        place = np.int64(offers.listed[slot])
        owner = place // plan.stride
        sent = room.words[row + SENT_TO + owner]
        first = inbox_of(room.met[0] + 1, owner, room.rank, inboxes) + NUMBERS * sent
        inboxes.offered[first], inboxes.offered[first + 1] = place, offers.known[place]
        room.words[row + SENT_TO + owner] = sent + 1
        offers.is_listed[place] = False
    write_header(following, offers, search)
    for field in range(NEXT, FACTOR + 1):
        inboxes.rows[row + field] = offers.own[field]


def read_rows(inboxes):
    """The next bucket, the one that this rank may get offers in, and the factor: as `read_messages`."""
    room, bucket, until, factor = inboxes.room, inf, inf, 0.0
    for other in range(room.size):
        row = row_of(other, room)
        bucket = min(bucket, inboxes.rows[row + NEXT])
        until = min(until, inboxes.rows[row + (OFFERED if other == room.rank else NEXT)])
        factor = max(factor, inboxes.rows[row + FACTOR])
    factor = factor if factor > 0 else 1.0
    return number_by(bucket, factor), number_by(until, factor), factor
