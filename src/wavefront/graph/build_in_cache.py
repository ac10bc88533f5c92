"""From edges in any order to sorted neighbor lists, where a counter per vertex fits in a core's cache.

Each thread counts the edges of its chunk by source, then moves their destinations to the lists: no atomics,
stable. Then short lists are sorted by insertion. Where a long list doesn't ascend, all are made anew from the
lists of the reverse edges: listed by destination first, edges come to each list in ascending order. Two
counting sorts take as long for one order of the edges as for another.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..device import Cpu
from ..device.memory import allocated
from ..device.team import together
from ..intrinsics.jobs import CURSOR, JOB_SIZE
from .arrays import index_dtype
from .bucket import SHORT, sort_by_insertion

MOST_VERTICES = 1 << 17  # whose counters, 4 bytes each, fit in the second cache
MOST_EDGES = 1 << 21  # stored: their lists can be written to in any order without many cache misses
THREAD_EDGES = 1 << 15  # that a thread takes at least
SAMPLE = 1024  # ids that show whether edges are probably in order
COUNT, ADD_UP, OFFSETS, MOVE = range(4)  # steps that list edges, followed by one more
CHECK = 4  # the step after the edges are listed, which ends here if each list ascends
SPELL_OUT = 9  # the step after the reverse edges are listed
END = 14  # after those are listed in turn, which takes no fifth step
STEPS = CHECK + 1  # of each of the three times
GRAPH = "a graph of {:,} vertices and {:,} edges"  # what memory is for


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
    """The threads' parts: chunks of the edges, ranges of the vertices."""

    counts: Any  # threads x V uint32: a chunk's edges by vertex, then the slots of the next ones
    totals: Any  # threads int64: the edges of a range of vertices, then its first slot
    found: Any  # threads int64: the longest list of a range; whether a long one falls


def fits_in_cache(num_edges: int, num_vertices: int) -> bool:
    """Whether so many stored edges of so many vertices are sorted here."""
    return num_edges <= MOST_EDGES and num_vertices <= MOST_VERTICES


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


def move_chunk(first, last, given, cursors, lists):
    """Move the edges of a chunk to the lists."""
    keys, values, payload = given.key[first:last], given.value[first:last], given.payload[first:last]
    for edge in range(keys.size):
        vertex, neighbor = np.uint64(keys[edge]), np.uint64(values[edge])
        move(edge, vertex, neighbor, payload, cursors, lists)
        if given.both and vertex != neighbor:
            move(edge, neighbor, vertex, payload, cursors, lists)


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


def list_part(step, number, given, lists, shares):
    """A step that lists edges, for a chunk of them or a range of the vertices."""
    parts, count = shares.counts.shape
    first, last = count * number // parts, count * (number + 1) // parts
    begin, end = given.key.size * number // parts, given.key.size * (number + 1) // parts
    counts, ends = shares.counts[:, first:last], lists.ptr[first + 1 : last + 1]
    if step == COUNT:
        count_chunk(begin, end, given, shares.counts[number])
    elif step == ADD_UP:
        shares.totals[number], shares.found[number] = add_up(counts, ends)
    elif step == OFFSETS:
        store_offsets(shares.totals[number], counts, ends)
    else:
        move_chunk(begin, end, given, shares.counts[number], lists)


def work(thread, step, given, turned, again, lists, reverse, shares, job):
    """One thread's part of a step: chunks or ranges as long as there are any."""
    parts, count = shares.counts.shape
    number = atomic_add(job, CURSOR, 1)
    while number < parts:
        first, last = count * number // parts, count * (number + 1) // parts
        if step < CHECK:
            list_part(step, number, given, lists, shares)
        elif step == CHECK:
            shares.found[number] = sort_short(first, last, lists)
        elif step < SPELL_OUT:
            list_part(step - STEPS, number, turned, reverse, shares)
        elif step == SPELL_OUT:
            spell_out(first, last, reverse.ptr, again.value)
        else:
            list_part(step - 2 * STEPS, number, again, lists, shares)
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


def list_edges(step, given, turned, again, lists, reverse, shares, job, team):
    """Store sorted lists, from this step on; returns false if there are to be lists of the reverse edges."""
    while step < END:
        arguments = step, given, turned, again, lists, reverse, shares, job
        together(work, arguments, shares.totals.size, job, team)
        if step % STEPS == ADD_UP:
            scan(shares.totals)
        elif step == OFFSETS and most(shares.found) > SHORT:
            if not seems_to_ascend(given.key) and not seems_to_ascend(given.value):
                return False
        elif step == CHECK:
            return most(shares.found) == 0
        step += 1
    return True


def num_threads(num_edges: int) -> int:
    """How many threads sort so many stored edges."""
    return min(Cpu().threads, max(1, num_edges // THREAD_EDGES))


def to_count(num_edges: int, num_vertices: int) -> int:
    """Bytes beside the lists, where edges come to each list in ascending order."""
    return num_threads(num_edges) * num_vertices * np.dtype(np.uint32).itemsize


def build_in_cache(given: Given, num_vertices: int) -> Lists:
    """Sorted lists of edges whose ids are from 0 to V-1."""
    device = Cpu()
    stored = given.key.size << given.both
    if given.both:
        stored -= int(np.count_nonzero(given.key == given.value))
    threads = num_threads(stored)
    counts = allocated(threads * num_vertices, np.uint32, GRAPH, num_vertices, stored)
    totals, found = np.empty((2, threads), np.int64)
    shares = Shares(counts.reshape(threads, num_vertices), totals, found)
    lists = _space(stored, given.payload, num_vertices)
    turned = given._replace(key=given.value, value=given.key)
    job, team = np.empty(JOB_SIZE, np.int64), device.team(threads)

    def list_from(step: int, reverse: Lists, vertices: np.ndarray) -> bool:
        again = Given(reverse.value, vertices, reverse.payload, False)
        arguments = step, given, turned, again, lists, reverse, shares, job, team
        return bool(device.call(list_edges, *arguments))

    if not list_from(COUNT, Lists(*(array[:0] for array in lists)), lists.value[:0]):
        reverse = _space(stored, given.payload, num_vertices)
        list_from(STEPS, reverse, allocated(stored, lists.value.dtype, GRAPH, num_vertices, stored))
    return lists


def _space(count: int, payload: np.ndarray, num_vertices: int) -> Lists:
    """Room for the lists of so many stored edges."""
    purpose = GRAPH, num_vertices, count
    lists = Lists(
        allocated(num_vertices + 1, index_dtype(count), *purpose),
        allocated(count, index_dtype(num_vertices), *purpose),
        allocated(count if payload.size else 0, payload.dtype, *purpose),
    )
    lists.ptr[0] = 0
    return lists
