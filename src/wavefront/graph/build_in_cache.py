"""From edges in any order to sorted neighbor lists, where a counter per vertex fits in a core's cache.

Each thread counts the edges of its chunk by source, then moves their destinations to the lists: no atomics,
stable. Then short lists are sorted by insertion. Where a long list doesn't ascend, all are made anew from the
lists of the reverse edges: listed by destination first, edges come to each list in ascending order. Two
counting sorts take as long for one order of the edges as for another.
"""

import numpy as np

from ..device import Cpu
from ..device.memory import allocated
from ..intrinsics.jobs import JOB_SIZE
from .arrays import index_dtype
from .listing import COUNT, STEPS, Given, Lists, Shares, list_edges

MOST_VERTICES = 1 << 17  # whose counters, 4 bytes each, fit in the second cache
MOST_EDGES = 1 << 21  # stored: their lists can be written to in any order without many cache misses
THREAD_EDGES = 1 << 15  # that a thread takes at least
AT_ONCE = 1 << 15  # stored, up to which there is room for lists of the reverse edges from the start
MOST_EXAMINED = 1 << 18  # stored, whose ids one thread examines
GRAPH = "a graph of {:,} vertices and {:,} edges"  # what memory is for


def fits_in_cache(num_edges: int, num_vertices: int) -> bool:
    """Whether so many stored edges of so many vertices are sorted here."""
    return num_edges <= MOST_EDGES and num_vertices <= MOST_VERTICES


def is_examined_there(num_edges: int, num_vertices: int) -> bool:
    """Whether so few stored edges are sorted here that one thread may look for wrong ids."""
    return num_edges <= MOST_EXAMINED and num_vertices <= MOST_VERTICES


def num_threads(num_edges: int) -> int:
    """How many threads sort so many stored edges."""
    return min(Cpu().threads, max(1, num_edges // THREAD_EDGES))


def to_count(num_edges: int, num_vertices: int, weighted: bool) -> int:
    """Bytes beside the lists, where edges come to each list in ascending order."""
    again = num_vertices + 1 + (4 if weighted else 2) * num_edges if num_edges <= AT_ONCE else 0
    return (num_threads(num_edges) * num_vertices + again) * np.dtype(np.uint32).itemsize


def build_in_cache(given: Given, num_vertices: int, ids: np.ndarray) -> Lists | None:
    """Sorted lists of edges whose ids are from 0 to V-1.

    `ids` is empty, or has room for the least and the largest id, which aren't known: None if one is wrong.
    """
    device, stored = Cpu(), given.key.size << given.both
    if given.both and stored > AT_ONCE:
        stored -= int(np.count_nonzero(given.key == given.value))
    threads = num_threads(stored)
    counts = allocated(threads * num_vertices, np.uint32, GRAPH, num_vertices, stored)
    totals, found = np.empty((2, threads), np.int64)
    shares = Shares(counts.reshape(threads, num_vertices), totals, found, np.zeros(1, np.bool_), ids)
    lists = _space(stored, given.payload, num_vertices)
    turned = given._replace(key=given.value, value=given.key)
    job, team = np.empty(JOB_SIZE, np.int64), device.team(threads)

    def list_from(step: int, reverse: Lists, vertices: np.ndarray) -> bool:
        again = Given(reverse.value, vertices, reverse.payload, False)
        arguments = step, given, turned, again, lists, reverse, shares, job, team
        return bool(device.call(list_edges, *arguments))

    if stored <= AT_ONCE:
        if not list_from(COUNT, *_space_to_reverse(lists)):
            return None
        return _without_rest(lists)
    if not list_from(COUNT, Lists(*(array[:0] for array in lists)), lists.value[:0]):
        if ids.size and (ids[0] < 0 or ids[1] >= num_vertices):
            return None
        shares = shares._replace(ids=ids[:0])
        list_from(STEPS, *_space_to_reverse(lists))
    return lists


def _space_to_reverse(lists: Lists) -> tuple[Lists, np.ndarray]:
    """Room for lists of the reverse edges, and for their vertices."""
    ptr, value, payload = lists
    purpose = GRAPH, ptr.size - 1, value.size
    words = allocated(ptr.size + 2 * value.size, value.dtype, *purpose)
    words[0] = 0
    first, second = ptr.size, ptr.size + value.size
    copy = payload if not payload.size else allocated(payload.size, payload.dtype, *purpose)
    return Lists(words[:first], words[first:second], copy), words[second:]


def _without_rest(lists: Lists) -> Lists:
    """The lists without the room that self-loops, which are one entry each, leave unused."""
    used = int(lists.ptr[-1])
    if used == lists.value.size:
        return lists
    return Lists(lists.ptr, lists.value[:used].copy(), lists.payload[:used].copy())


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
