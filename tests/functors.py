"""The functors and problems that several operators are tested with."""

from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.atomics import atomic_add, atomic_cas

host = wf.Cpu().array


class Numbers(NamedTuple):
    modulus: int
    counts: Any


class Search(NamedTuple):
    levels: Any
    level: int


def numbers(device, count=1):
    return Numbers(3, device.xp.zeros(count, np.int64))


def always(source, neighbor, edge, problem):
    return True


def accept_some(source, neighbor, edge, problem):
    atomic_add(problem.counts, 0, 1)
    return (source + 2 * neighbor + edge) % problem.modulus != 0


def claim(source, neighbor, edge, problem):
    return problem.levels[neighbor] == -1 and atomic_cas(problem.levels, neighbor, -1, problem.level) == -1


def label(source, neighbor, edge, problem):
    if problem.levels[neighbor] != -1:
        return False
    problem.levels[neighbor] = problem.level
    return True


def count_neighbor(source, neighbor, edge, problem):
    atomic_add(problem.counts, neighbor, 1)


def pass_nothing_on(source, neighbor, edge, problem):
    return count_neighbor(source, neighbor, edge, problem)


def refuse_or_nothing(source, neighbor, edge, problem):
    count_neighbor(source, neighbor, edge, problem)
    if neighbor % 3 == 0:
        return False


def pass_refusal_on(source, neighbor, edge, problem):
    return refuse_or_nothing(source, neighbor, edge, problem)


def some_vertices(graph, share=0.6, seed=1):
    chosen = np.random.default_rng(seed).random(graph.num_vertices) < share
    return np.flatnonzero(chosen)


def edges_of(graph, vertices):
    """The CSR slots of all out-edges of these vertices, with source, neighbor and rank."""
    ptr, dst = graph.csr[:2]
    for vertex in vertices:
        for rank, edge in enumerate(range(ptr[vertex], ptr[vertex + 1])):
            yield int(vertex), int(dst[edge]), edge, rank
