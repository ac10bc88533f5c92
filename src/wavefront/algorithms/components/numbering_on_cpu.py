"""Components numbered in the order of their smallest vertices, by all threads of the CPU.

Every vertex points to its root, or to another vertex on the way there; the root is the smallest vertex of the
component. Threads count the roots of chunks of the vertices, then number them, then give every other vertex
its root's number.
"""

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import together
from ...graph import Graph
from ...intrinsics.jobs import CURSOR, JOB_SIZE
from ...intrinsics.prefetch import prefetch
from ..result import result_array

CHUNK = 4096  # vertices
AHEAD = 24  # vertices: how far ahead their parents are fetched
COUNT, NUMBER, TAKE = range(3)  # steps


def count_roots(first, last, parents):
    """How many vertices of a chunk are roots."""
    count = np.int64(0)
    for vertex in range(first, last):
        count += parents[vertex] == vertex
    return count


def number_roots(first, last, number, parents, components):
    """Number a chunk's roots, from this number on."""
    for vertex in range(first, last):
        if parents[vertex] == vertex:
            components[vertex] = number
            number += 1


def take_numbers(first, last, parents, components):
    """Give a chunk's vertices, but not its roots, their roots' numbers."""
    for vertex in range(first, last):
        ahead = parents[min(vertex + AHEAD, parents.size - 1)]
        prefetch(parents, ahead)
        prefetch(components, ahead)
        root = parents[vertex]
        if root != vertex:
            if parents[root] != root:
                while parents[root] != root:
                    root = parents[root]
                parents[vertex] = root  # so that later vertices' ways are short
            components[vertex] = components[root]


def work(thread, step, counts, parents, components, job):
    """One thread's part of a step."""
    chunk = atomic_add(job, CURSOR, 1)
    while chunk < counts.size:
        first, last = chunk * CHUNK, min((chunk + 1) * CHUNK, parents.size)
        if step == COUNT:
            counts[chunk] = count_roots(first, last, parents)
        elif step == NUMBER:
            number_roots(first, last, counts[chunk], parents, components)
        else:
            take_numbers(first, last, parents, components)
        chunk = atomic_add(job, CURSOR, 1)


def number_trees(threads, counts, parents, components, job, team):
    """Number all components; returns how many there are."""
    number = np.int64(0)
    for step in (COUNT, NUMBER, TAKE):
        together(work, (step, counts, parents, components, job), threads, job, team)
        if step == COUNT:
            for chunk in range(counts.size):
                counts[chunk], number = number, number + counts[chunk]
    return number


def numbered_on_cpu(graph: Graph, parents: np.ndarray, device: Cpu) -> tuple[np.ndarray, int]:
    """Numbered components, and how many, from V vertices on the way to the smallest of the component."""
    components = result_array(graph, parents.dtype)
    counts, job = np.empty(-(-parents.size // CHUNK), np.int64), np.empty(JOB_SIZE, np.int64)
    threads = device.threads if parents.size > SERIAL_SIZE else 1
    number = device.call(number_trees, threads, counts, parents, components, job, device.team(threads))
    return components, int(number)
