"""The levels of a search by CPU ranks that share memory: what shared_bfs.py has each rank do in one call."""

from typing import Any, NamedTuple

import numpy as np

from ..intrinsics.prefetch import prefetch
from .host_memory import AHEAD, BEFORE, EDGES, FOUND, OTHERS, SENT_TO, TARGET
from .meeting_on_cpu import give_sign, meet, next_row, row_of
from .partition import RIDER_WORDS
from .search import EDGES as OWN_EDGES
from .search import NEXT, PULLED_FOR
from .steps_cpu import AHEAD as FETCHED_AHEAD
from .steps_cpu import CHUNK, ROW, claimed, list_words, pull_words

SIGN_AFTER = 4096  # vertices pushed, or of which words are looked at, between two signs of life


class OwnSearch(NamedTuple):
    """What a rank's search reads and writes by itself; names as in `Search`."""

    levels: Any
    parents: Any
    ids: Any
    queue: Any
    froms: Any  # where the queue's vertices were found from: places
    found: Any  # in words of 64 bits
    counters: Any
    words: Any  # the bitmap of all places, in words of 32 bits: visited, or sent to the owner
    sent: Any  # pairs that are in each other rank's inbox of this one
    read: Any  # pairs of each rank that were read
    first: int
    stride: int


class Plan(NamedTuple):
    """What a search is to do."""

    starts: int  # whether the source is this rank's
    goal: int  # the target's position, where it is this rank's, else -1
    has_target: int
    alpha: float
    beta: float
    num_vertices: int
    num_edges: int
    most: int  # edges of a vertex
    idle: int  # whether to do nothing


def search_levels(given, search, shared, plan):
    """Label all own vertices that are reached; whether all ranks came to all meetings."""
    room, pulls, bitmap, level = shared.room, False, np.int64(0), np.int64(0)
    head, end, size = np.int64(0), np.int64(plan.starts), np.int64(1)
    before, left = np.int64(plan.num_vertices), np.int64(plan.num_edges)
    if plan.idle:
        return True
    while size:
        level += 1
        if pulls:
            pull(level, bitmap, given.inward, search, shared, plan)
            if not meet(room):
                return False
            bitmap = 1 - bitmap
            before, size = size, total(FOUND, room)
            if total(TARGET, room):
                break
            if size <= before and size < plan.num_vertices / plan.beta:
                pulls, head = False, end
                end = listed(end, bitmap, given.out, search, shared)
            continue
        is_whole = size == end - head and not plan.has_target
        head, end = push_levels(head, end, level, is_whole, given, search, shared, plan)
        if not meet(room):
            return False
        level += total(AHEAD, room)
        end = receive(end, level, given.out, search, shared)
        before, size = total(BEFORE, room), total(FOUND, room) + total(OTHERS, room)
        left -= total(EDGES, room)
        limit = max(left / plan.alpha, plan.num_vertices / PULLED_FOR)
        if plan.has_target or size * plan.most > limit:
            slot = next_row(room)
            room.words[slot + FOUND], room.words[slot + EDGES] = end - head, search.counters[OWN_EDGES]
            room.words[slot + TARGET] = has_target(search, plan)
            if not meet(room):
                return False
            if total(TARGET, room):
                break
            size = total(FOUND, room)
            pulls = size > before and total(EDGES, room) > limit
            if pulls:
                publish(bitmap, search, shared)
                if not meet(room):
                    return False
    return meet(room)  # here a rank that came to the one before just in time hears that another had given up


def total(field, room):
    """The sum over all ranks of a field that they showed at the last meeting."""
    found = np.int64(0)
    for other in range(room.size):
        found += room.words[row_of(other, room) + field]
    return found


def has_target(search, plan):
    """Whether the target is this rank's, and labelled."""
    return np.int64(plan.goal >= 0 and search.levels[plan.goal] >= 0)


def push_levels(head, end, level, is_whole, given, search, shared, plan):
    """Push a level, and note what to show. Returns where what was found begins and ends in the queue.

    A rank that has the whole frontier pushes what it found, too, while that has so few edges that it is
    pushed in any case, and all of it is its own.
    """
    room, counters, few = shared.room, search.counters, plan.num_vertices / PULLED_FOR
    ahead, edges, slot = np.int64(-1), np.int64(0), next_row(room)
    room.words[slot + OTHERS : slot + SENT_TO + room.size] = 0
    while True:
        ahead += 1
        counters[NEXT], counters[OWN_EDGES] = end, 0
        for begin in range(head, end, SIGN_AFTER):
            give_sign(room)
            edges += push(begin, min(begin + SIGN_AFTER, end), given, search, shared)
        label(end, level + ahead, given.out, search)
        others = room.words[slot + OTHERS]
        if not is_whole or counters[NEXT] == end or counters[OWN_EDGES] > few or others:
            break
        head, end = end, np.int64(counters[NEXT])
    room.words[slot + FOUND], room.words[slot + EDGES] = counters[NEXT] - end, edges
    room.words[slot + AHEAD], room.words[slot + BEFORE] = ahead, end - head
    return end, np.int64(counters[NEXT])


def push(begin, end, given, search, shared):
    """Claim or send the unvisited neighbors of a part of the frontier; returns the edges that leave that."""
    out, row, counters, edges = given.out, given.listed[0], search.counters, np.int64(0)
    for index in range(begin, end):
        if index + 2 * FETCHED_AHEAD < end:
            prefetch(out.ptr, search.queue[index + 2 * FETCHED_AHEAD])
            prefetch(out.places, out.ptr[search.queue[index + FETCHED_AHEAD]])
        vertex = search.queue[index]
        start: Any = np.int64(out.ptr[vertex])
        stop: Any = np.int64(out.ptr[vertex + 1])
        edges += stop - start
        for first in range(start, stop, ROW):
            unseen = np.int64(0)
            for edge in range(first, min(first + ROW, stop)):
                place = row[unseen] = out.places[edge]
                unseen += 1 - np.int64(search.words[place >> 5] >> np.uint32(place & 31) & np.uint32(1))
            for slot in range(unseen):
                place = np.int64(row[slot])
                if claimed(place, True, search):
                    if 0 <= place - search.first < search.stride:
                        search.froms[counters[NEXT]] = search.first + vertex
                        search.queue[counters[NEXT]] = place - search.first
                        counters[NEXT] += 1
                    else:
                        send(place, search.first + vertex, search, shared)
    return edges


def inbox_of(owner, sender, shared):
    """Where the inbox of one rank's pairs for another one begins."""
    size = shared.room.size
    return (owner * (size - 1) + sender - (sender > owner)) * (shared.inboxes.size // (size * (size - 1)))


def send(place, parent, search, shared):
    """Put another rank's vertex and its parent into its inbox."""
    owner, rank, row = place // search.stride, shared.room.rank, next_row(shared.room)
    slot = inbox_of(owner, rank, shared) + 2 * search.sent[owner]
    shared.inboxes[slot], shared.inboxes[slot + 1] = place - owner * search.stride, parent
    search.sent[owner] += 1
    shared.room.words[row + OTHERS] += 1
    shared.room.words[row + SENT_TO + owner] += 1


def label(begin, level, out, search):
    """Label the own vertices from this place of the queue on, and count their edges.

    Apart from the push, so that what is written is fetched before its turn.
    """
    end, edges = np.int64(search.counters[NEXT]), np.int64(0)
    for index in range(begin, end):
        soon = search.queue[min(index + 2 * FETCHED_AHEAD, end - 1)]
        prefetch(search.levels, soon)
        prefetch(out.ptr, soon)
        local = search.queue[index]
        search.levels[local] = level
        if search.parents.size:
            search.parents[local] = search.ids[search.froms[index]]
        edges += np.int64(out.ptr[local + 1]) - np.int64(out.ptr[local])
    search.counters[OWN_EDGES] += edges


def receive(end, level, out, search, shared):
    """Claim and label what others sent, and append it to the queue from `end` on; returns its new end.

    By now others may append what they find from these to the inbox: how many there are was shown.
    """
    room, counters = shared.room, search.counters
    for other in range(room.size):
        count = room.words[row_of(other, room) + SENT_TO + room.rank]
        slot = inbox_of(room.rank, other, shared) + 2 * search.read[other]
        search.read[other] += count
        for pair in range(slot, slot + 2 * count, 2):
            local = np.int64(shared.inboxes[pair])
            if claimed(search.first + local, True, search):
                search.queue[counters[NEXT]], search.froms[counters[NEXT]] = local, shared.inboxes[pair + 1]
                counters[NEXT] += 1
    label(end, level, out, search)
    return np.int64(counters[NEXT])


def publish(bitmap, search, shared):
    """Write this rank's segment of the bitmap that all read."""
    length = search.words.size // shared.room.size
    first = shared.room.rank * length
    for word in range(first, first + length):
        shared.bitmaps[bitmap * search.words.size + word] = search.words[word]


def pull(level, bitmap, inward, search, shared, plan):
    """Look for parents of own vertices, write the own segment of the other bitmap, and note what to show."""
    room, half = shared.room, shared.wide.size // 2
    length = half // room.size
    begin, other = bitmap * half, (1 - bitmap) * half + room.rank * length
    seen, later = shared.wide[begin : begin + half], shared.wide[other : other + length]
    bitmaps = seen, seen[room.rank * length :], later, search.found
    words = length - RIDER_WORDS // 2
    search.counters[NEXT] = 0
    for chunk in range((words + CHUNK - 1) // CHUNK):
        give_sign(room)
        pull_words(chunk, words, level, bitmaps, inward, search)
    slot = next_row(room)
    room.words[slot + FOUND] = search.counters[NEXT]
    room.words[slot + TARGET] = has_target(search, plan)


def listed(end, bitmap, out, search, shared):
    """Note what all visited, and append what the last pull found to the queue; returns its new end."""
    for word in range(search.words.size):
        search.words[word] = shared.bitmaps[bitmap * search.words.size + word]
    words = search.found.size - RIDER_WORDS // 2
    search.counters[NEXT], search.counters[OWN_EDGES] = end, 0
    for chunk in range((words + CHUNK - 1) // CHUNK):
        list_words(chunk, words, search.found, out, search)
    return np.int64(search.counters[NEXT])
