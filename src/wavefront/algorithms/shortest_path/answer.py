"""What both searches of one pair share on the CPU: the memory of a thread, and the path that it writes.

Per vertex and end there is a place, at 2 * vertex + end: end 0 is the source, 1 the target. Places of
vertices that a search has met are cleared when it is over, so a search costs what it meets, whatever the size
of the graph.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add

MORE_IDS = 1 << 16  # ids that a thread writes before the host takes them, at least: 256 KiB
BY_HEURISTIC = 2  # refused: not a weight met from end 0 or 1, but the heuristic from a vertex to the target


class Scratch(NamedTuple):
    """The memory of each of T threads, a row each. Pages that no search comes to are never touched."""

    places: Any  # T x 2V int32: 0 for a vertex that the end hasn't met
    predecessors: Any  # T x 2V ids: towards the end; -1 at the end itself
    met: Any  # T x 2V ids: the vertices that each end has met, those of the target from V on
    ids: Any  # T x (V + MORE_IDS) ids: paths, one after the other
    distances: Any  # T x 2V float64, or none: from the end
    heaps: Any  # T x 2V ids, or none: vertices that wait, those of the target from V on
    keys: Any  # T x 2V float64, or none: their distances, in the heaps' order


class Answer(NamedTuple):
    """What is found for P pairs."""

    pairs: Any  # P x 2 ids
    next_pair: Any  # 1 int64
    rows: Any  # P int64: in which thread's ids the path is; -1 while it isn't
    firsts: Any  # P int64: where it begins there
    sizes: Any  # P int64: vertices on the path, 0 without one
    num_met: Any  # P int64: vertices that the two ends have met
    used: Any  # T int64: ids written by each thread
    refused: Any  # T x 4 int64, see `refuse`; the first is -1 unless something is refused


def new_scratch(threads: int, num_vertices: int, ids: Any, weighted: bool) -> Scratch:
    """Scratch for threads on a graph."""
    shape = threads, 2 * num_vertices
    waiting = shape if weighted else (threads, 0)
    return Scratch(
        np.zeros(shape, np.int32),
        np.empty(shape, ids),
        np.empty(shape, ids),
        np.empty((threads, num_vertices + MORE_IDS), ids),
        np.empty(waiting, np.float64),
        np.empty(waiting, ids),
        np.empty(waiting, np.float64),
    )


def new_answer(pairs: np.ndarray, threads: int) -> Answer:
    """An answer without paths."""
    count = len(pairs)
    return Answer(
        pairs,
        np.zeros(1, np.int64),
        np.full(count, -1),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(threads, np.int64),
        np.full((threads, 4), -1),
    )


def take_pair(thread, scratch, answer):
    """The next pair's number, or one too large: when none is left, or the ids have no room for a path."""
    count = answer.pairs.shape[0]
    room = scratch.ids.shape[1] - answer.used[thread]
    return atomic_add(answer.next_pair, 0, 1) if room >= scratch.places.shape[1] // 2 else count


def enter_end(end, vertex, places, predecessors, met):
    """Begin at an end."""
    places[2 * vertex + end] = 1
    predecessors[2 * vertex + end] = -1
    met[end * (places.size // 2)] = vertex


def refuse(refused, reason, edge, tail, head):
    """Note a wrong weight, by the end whose search met the edge, or a wrong heuristic."""
    refused[0], refused[1], refused[2], refused[3] = reason, edge, tail, head


def write_path(thread, pair, meeting, num_met, scratch, answer):
    """Write the path through the vertex at which the ends met, -1 for none, and clear the places."""
    places, predecessors = scratch.places[thread], scratch.predecessors[thread]
    ids, first = scratch.ids[thread], answer.used[thread]
    size = 0
    vertex = meeting
    while vertex >= 0:
        size += 1
        vertex = predecessors[2 * vertex]
    vertex, slot = meeting, first + size
    while vertex >= 0:
        slot -= 1
        ids[slot] = vertex
        vertex = predecessors[2 * vertex]
    vertex = -1 if meeting < 0 else predecessors[2 * meeting + 1]
    while vertex >= 0:
        ids[first + size] = vertex
        size += 1
        vertex = predecessors[2 * vertex + 1]
    for end in range(2):
        for index in range(num_met[end]):
            places[2 * scratch.met[thread, end * (places.size // 2) + index] + end] = 0
    answer.rows[pair], answer.firsts[pair], answer.sizes[pair] = thread, first, size
    answer.num_met[pair] = num_met[0] + num_met[1]
    answer.used[thread] += size
