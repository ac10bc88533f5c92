"""The steps of build_in_cache.py: two counting sorts, or one where lists ascend after it."""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..device.team import together
from ..intrinsics.jobs import CURSOR
from .bucket import SHORT, sort_by_insertion

SAMPLE = 1024  # ids that show whether edges are probably in order
COUNT, ADD_UP, OFFSETS, MOVE = range(4)  # steps that list edges, followed by one more
CHECK = 4  # the step after the edges are listed, which ends here if each list ascends
SPELL_OUT = 9  # the step after the reverse edges are listed
END = 14  # after those are listed in turn, which takes no fifth step
STEPS = CHECK + 1  # of each of the three times


class Given(NamedTuple):
    """Edges to be listed."""

    key: Any  # E vertices
    value: Any  # E neighbors
    payload: Any  # E integers that move with the neighbors; empty without weights
    both: bool  # whether each edge, unless it is a self-loop, is also an edge from `value` to `key`


class Lists(NamedTuple):
    """The lists of all vertices."""

    ptr: Any  # V + 1 offsets
    value: Any  # their entries
    payload: Any  # of each entry; empty without weights


class Shares(NamedTuple):
    """The threads' parts: chunks of the edges, ranges of the vertices; and what is found out."""

    counts: Any  # threads x V uint32: a chunk's edges by vertex, then the slots of the next ones
    totals: Any  # threads int64: the edges of a range of vertices, then its first slot
    found: Any  # threads int64: the longest list of a range; whether a long one falls
    backward: Any  # 1 bool: whether given edges are taken from the last to the first
    ids: Any  # 2 int64: the least and the largest id, to be found out first; empty if they are known


def count_chunk(first, last, given, counts):
    """Count the edges of a chunk by the vertex whose list they go to."""
    keys, values = given.key[first:last], given.value[first:last]
    counts[:] = 0
    if not given.both:
        for key in keys:
            counts[np.uint64(key)] += np.uint32(1)
        return
    for edge in range(keys.size):
        vertex, neighbor = np.uint64(keys[edge]), np.uint64(values[edge])
        counts[vertex] += np.uint32(1)
        counts[neighbor] += np.uint32(vertex != neighbor)


def add_up(counts, lengths):
    """Add up the chunks' counts of a range of vertices; returns their edges, and the longest list."""
    lengths[:] = 0
    for row in counts:
        for vertex in range(row.size):
            lengths[vertex] += row[vertex]
    total, longest = np.int64(0), np.int64(0)
    for length in lengths:
        total += length
        longest = max(longest, np.int64(length))
    return total, longest


def subtract_from(minuends, row):
    """Replace each number of the row by its difference."""
    for place in range(row.size):
        row[place] = minuends[place] - row[place]


def store_offsets(start, counts, ends):
    """Replace the lengths of a range of lists by their ends, and each chunk's counts by its first slots."""
    for vertex in range(ends.size):
        start += ends[vertex]
        ends[vertex] = start
    last = counts.shape[0] - 1
    subtract_from(ends, counts[last])
    for number in range(last - 1, -1, -1):
        subtract_from(counts[number + 1], counts[number])


def move(edge, vertex, neighbor, payload, cursors, lists):
    """Move an edge to the next slot of the vertex's list."""
    slot = cursors[vertex]
    cursors[vertex] = slot + np.uint32(1)
    lists.value[slot] = neighbor
    if payload.size:
        lists.payload[slot] = payload[edge]


def move_chunk(first, last, backward, given, cursors, lists):
    """Move the edges of a chunk to the lists."""
    keys, values, payload = given.key[first:last], given.value[first:last], given.payload[first:last]
    first_edge, next_edge = (keys.size - 1, -1) if backward else (0, 1)
    edge, step = np.uint64(first_edge), np.uint64(next_edge)
    for _ in range(keys.size):
        vertex, neighbor = np.uint64(keys[edge]), np.uint64(values[edge])
        move(edge, vertex, neighbor, payload, cursors, lists)
        if given.both and vertex != neighbor:
            move(edge, neighbor, vertex, payload, cursors, lists)
        edge += step


def falls(first, last, lists):
    """How often an entry of a list of a range of vertices is less than the one before."""
    ptr, value, one = lists.ptr, lists.value, np.uint64(1)
    begin, end = np.uint64(ptr[first]), np.uint64(ptr[last])
    falling = np.int64(0)
    entries = value[begin:end]
    for slot in range(1, entries.size):
        falling += entries[slot - 1] > entries[slot]
    for vertex in range(np.uint64(first), np.uint64(last)):  # not from one list to the next
        start = np.uint64(ptr[vertex])
        if begin < start < end:
            falling -= (start != np.uint64(ptr[vertex + one])) & (value[start - one] > value[start])
    return falling


def sort_short(first, last, lists):
    """Sort the short lists of a range of vertices; returns whether a long one falls."""
    if falls(first, last, lists) == 0:
        return np.int64(0)
    for vertex in range(first, last):
        begin, end = np.uint64(lists.ptr[vertex]), np.uint64(lists.ptr[vertex + 1])
        if end - begin <= np.uint64(SHORT):
            sort_by_insertion(begin, end, lists)
        elif falls(vertex, vertex + 1, lists):
            return np.int64(1)
    return np.int64(0)


def spell_out(first, last, ptr, vertices):
    """Write each vertex of a range to the slots of its list."""
    for vertex in range(first, last):
        for slot in range(ptr[vertex], ptr[vertex + 1]):
            vertices[slot] = vertex


def list_part(step, number, size, backward, given, lists, shares):
    """A step that lists the first `size` edges, for a chunk of them or a range of the vertices."""
    parts, count = shares.counts.shape
    first, last = count * number // parts, count * (number + 1) // parts
    chunk = parts - 1 - number if backward else number
    begin, end = size * chunk // parts, size * (chunk + 1) // parts
    counts, ends = shares.counts[:, first:last], lists.ptr[first + 1 : last + 1]
    if step == COUNT:
        count_chunk(begin, end, given, shares.counts[number])
    elif step == ADD_UP:
        shares.totals[number], shares.found[number] = add_up(counts, ends)
    elif step == OFFSETS:
        store_offsets(shares.totals[number], counts, ends)
    else:
        move_chunk(begin, end, backward, given, shares.counts[number], lists)


def work(thread, step, given, turned, again, lists, reverse, shares, job):
    """One thread's part of a step: chunks or ranges as long as there are any."""
    parts, count = shares.counts.shape
    number = atomic_add(job, CURSOR, 1)
    while number < parts:
        first, last = count * number // parts, count * (number + 1) // parts
        if step < CHECK:
            list_part(step, number, given.key.size, shares.backward[0], given, lists, shares)
        elif step == CHECK:
            shares.found[number] = sort_short(first, last, lists)
        elif step < SPELL_OUT:
            list_part(step - STEPS, number, turned.key.size, False, turned, reverse, shares)
        elif step == SPELL_OUT:
            spell_out(first, last, reverse.ptr, again.value)
        else:
            used = np.int64(reverse.ptr[reverse.ptr.size - 1])  # self-loops may leave entries unused
            list_part(step - 2 * STEPS, number, used, False, again, lists, shares)
        number = atomic_add(job, CURSOR, 1)


def most(found):
    """The largest number of those found in ranges of vertices."""
    largest = np.int64(0)
    for number in found:
        largest = max(largest, number)
    return largest


def scan(totals):
    """Replace the ranges' edges by those of all ranges before."""
    start = np.int64(0)
    for number in range(totals.size):
        total = totals[number]
        totals[number] = start
        start += total


def seems_to_ascend(ids):
    """Whether some of the ids, far apart, ascend."""
    step = max(np.int64(1), ids.size // SAMPLE)
    falling = 0
    for place in range(step, ids.size, step):
        falling += ids[place - step] > ids[place]
    return falling == 0


def least_and_most(keys, values):
    """The least and the largest of these ids, of which there are some."""
    least = most = keys[0]
    for edge in range(keys.size):  # slices have no negative indices, so that these are vector instructions
        least = min(least, min(keys[edge], values[edge]))
        most = max(most, max(keys[edge], values[edge]))
    return np.int64(least), np.int64(most)


def seems_to_descend(ids):
    """Whether some of the ids, far apart, descend, the last below the first."""
    step = max(np.int64(1), ids.size // SAMPLE)
    if ids[ids.size - 1] >= ids[0]:
        return False
    rising = 0
    for place in range(step, ids.size, step):
        rising += ids[place - step] < ids[place]
    return rising == 0


def ascends(ids):
    """Whether the ids ascend."""
    falling, first = 0, 1
    while first < ids.size and falling == 0:
        before, after = ids[first - 1 : first - 1 + SAMPLE], ids[first : first + SAMPLE]
        for place in range(after.size):
            falling += before[place] > after[place]
        first += SAMPLE
    return falling == 0


def list_edges(step, given, turned, again, lists, reverse, shares, job, team):
    """Store sorted lists, from this step on.

    Returns false if an id is out of range, or if there is to be room for lists of the reverse edges.
    """
    if shares.ids.size:
        least, most_ = least_and_most(given.key, given.value)
        shares.ids[0], shares.ids[1] = least, most_
        if least < 0 or most_ >= shares.counts.shape[1]:
            return False
    ascend = False
    if step == COUNT:
        ascend = not given.both and ascends(given.value)
        shares.backward[0] = not ascend and given.payload.size == 0 and seems_to_descend(given.key)
    while step < END:
        arguments = step, given, turned, again, lists, reverse, shares, job
        together(work, arguments, shares.totals.size, job, team)
        if step % STEPS == ADD_UP:
            scan(shares.totals)
        elif step == OFFSETS and most(shares.found) > SHORT:
            if not (shares.backward[0] or seems_to_ascend(given.key) or seems_to_ascend(given.value)):
                if not reverse.ptr.size:
                    return False
                step = CHECK
        elif step == MOVE and ascend:
            return True
        elif step == CHECK:
            falls_still = most(shares.found) != 0
            if not (falls_still and reverse.ptr.size):
                return not falls_still
        step += 1
    return True
