"""Components numbered in the order of their smallest vertices, by all threads of the CPU.

Every vertex points to its root, or to a smaller vertex on the way there; the root is the smallest vertex of
the component. One thread goes through the vertices in ascending order: a root gets the next number, any other
vertex its parent's, which is known by then. More than FEW_THREADS do so in shares of the vertices, after they
have counted the roots of each. A vertex whose parent is in another share notes the parent, as its complement,
and gets its root's number when all roots have theirs.
"""

import numpy as np

from ...atomics import atomic_add
from ...compiler import int64
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import together
from ...intrinsics.jobs import CURSOR, JOB_SIZE
from ...intrinsics.prefetch import prefetch
from .shares_on_cpu import CHUNK, RUN, WIDEST, all_have, share_of

AHEAD = 24  # vertices: how far ahead what their parents have is fetched
COUNT, NUMBER, TAKE = range(3)  # steps
FEW_THREADS = 3  # up to which one numbers: several look at all vertices twice, and two were no faster


def count_roots(first, last, parents):
    """How many vertices of a share are roots."""
    count = np.int64(0)
    for vertex in range(np.uint64(first), np.uint64(last)):
        count += parents[vertex] == vertex
    return count


def number_share(begin, end, number, parents, components):
    """Number a share's roots, from this number on, and what is below them; returns the next number.

    Neighboring vertices with one parent before them get what it has at once.
    """
    first, vertex, last, run = np.uint64(begin), np.uint64(begin), np.uint64(end), np.uint64(RUN)
    width = run
    while vertex + run <= last:
        parent = np.uint64(parents[vertex])
        if parent < vertex and all_have(parents[vertex], vertex, parents):
            taken = ~np.int64(parent) if parent < first else np.int64(components[parent])
            give_all(taken, vertex, components)
            vertex, width = vertex + run, run
        else:  # probably not the next ones, either
            stop = min(vertex + width, last)
            number = number_some(first, vertex, stop, number, parents, components)
            vertex, width = stop, min(width + width, np.uint64(WIDEST))
    return number_some(first, vertex, last, number, parents, components)


def give_all(number, first, components):
    """Give RUN vertices this number."""
    for step in range(RUN):
        components[first + np.uint64(step)] = number


def number_some(first, begin, end, number, parents, components):
    """The same of some vertices of the share that begins at `first`.

    There are no branches, since in many graphs the processor can't guess which vertices have no edges.
    """
    bound = np.uint64(parents.size - 1)
    for vertex in range(begin, end):
        prefetch(components, parents[min(vertex + np.uint64(AHEAD), bound)])
        parent = np.uint64(parents[vertex])
        components[vertex] = number
        taken = np.int64(components[max(parent, first)])
        components[vertex] = ~np.int64(parent) if parent < first else taken
        number += parent == vertex
    return number


def take_numbers(first, last, parents, components):
    """Give some vertices whose parents are in other shares their roots' numbers."""
    vertex, end, run = np.uint64(first), np.uint64(last), np.uint64(RUN)
    while vertex + run <= end:
        own = components[vertex]
        if not all_have(own, vertex, components):
            take_some(vertex, vertex + run, parents, components)
        elif own < 0:
            take_some(vertex, vertex + np.uint64(1), parents, components)
            give_all(components[vertex], vertex, components)
        vertex += run
    take_some(vertex, end, parents, components)


def take_some(first, last, parents, components):
    """The same of these: without branches, but for ways of more than two steps. Vertex 0 is a root."""
    bound = np.uint64(parents.size - 1)
    for vertex in range(first, last):
        ahead = ~np.int64(components[min(vertex + np.uint64(AHEAD), bound)])
        prefetch(parents, int64(max(ahead, np.int64(0))))
        own = np.int64(components[vertex])
        is_noted = own >> np.int64(63)  # all bits, or none
        root = np.uint64(parents[np.uint64(parents[np.uint64(~own & is_noted)])])
        while np.uint64(parents[root]) != root:
            root = np.uint64(parents[root])
        components[vertex] = own ^ (own ^ np.int64(components[root])) & is_noted


def work(thread, step, share, counts, parents, components, job):
    """One thread's part of a step."""
    size, begin = (share, 0) if step < TAKE else (CHUNK, share)  # the first share's parents are its own
    first = begin + atomic_add(job, CURSOR, size)
    while first < parents.size:
        number, last = first // share, min(first + size, parents.size)
        if step == COUNT:
            counts[number] = count_roots(first, last, parents)
        elif step == NUMBER:
            number_share(first, last, counts[number], parents, components)
        else:
            take_numbers(first, last, parents, components)
        first = begin + atomic_add(job, CURSOR, size)


def number_trees(threads, share, counts, parents, components, job, team):
    """Number all components; returns how many there are."""
    number = np.int64(0)
    if counts.size == 1:
        return number_share(np.int64(0), np.int64(parents.size), number, parents, components)
    for step in (COUNT, NUMBER, TAKE):
        together(work, (step, share, counts, parents, components, job), threads, job, team)
        if step == COUNT:
            for index in range(counts.size):
                counts[index], number = number, number + counts[index]
    return number


def numbered_on_cpu(parents: np.ndarray, components: np.ndarray, device: Cpu) -> tuple[np.ndarray, int]:
    """Numbered components, in this memory for V of them, and how many.

    `parents` are V vertices on the way to the smallest of the component.
    """
    count = parents.size
    threads = device.threads if count > SERIAL_SIZE and device.threads > FEW_THREADS else 1
    share = max(1, share_of(count, threads))
    counts, job = np.empty(-(-count // share), np.int64), np.empty(JOB_SIZE, np.int64)
    given = threads, share, counts, parents, components, job, device.team(threads)
    return components, int(device.call(number_trees, *given)) if count else 0
