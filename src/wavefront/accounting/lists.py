"""Where neighbor lists lie in memory: the slots of CSC, ELL and JDS that a gathering thread reads."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..graph import Graph
from .warps import ranks

Slots = tuple[np.ndarray, np.ndarray]  # those of range(first[i], end[i]), for any i


class Walks(NamedTuple):
    """How far some threads go along their vertices' lists."""

    edges: np.ndarray  # inspected, up to the first in the frontier
    in_vain: np.ndarray  # whether none was in the frontier, so that the thread also saw the end of the list


class Lists(NamedTuple):
    """The in-neighbor lists of a graph in one layout."""

    vertex: np.ndarray  # of each thread
    thread: np.ndarray  # of each vertex
    arrays: tuple[np.ndarray, ...]  # read by a thread whose vertex is unvisited; the last holds the ids
    slots: Callable[[np.ndarray, Walks], tuple[Slots, ...]]  # of each array, for these vertices and walks
    entries: Callable[[np.ndarray, Walks], Slots]  # how many ids each walk reads, and their slots
    always_read: np.ndarray | None = None  # read by all threads, whole


def csc_lists(graph: Graph) -> Lists:
    """One list after the other."""
    dst_ptr, src, _ = graph.csc

    def slots(vertices: np.ndarray, walks: Walks) -> tuple[Slots, ...]:
        first = dst_ptr.take(vertices)
        return (vertices, vertices + 2), (first, first + walks.edges)

    def entries(vertices: np.ndarray, walks: Walks) -> Slots:
        first = dst_ptr.take(vertices).astype(np.int64)
        return walks.edges, np.repeat(first, walks.edges) + ranks(walks.edges)

    every = np.arange(graph.num_vertices)
    return Lists(every, every, (dst_ptr, src), slots, entries)


def ell_lists(graph: Graph) -> Lists:
    """Padded; a walk in vain ends at the padding, or at the end of the columns."""
    src = graph.reversed.ell.dst
    width, num_vertices = src.shape

    def entries(vertices: np.ndarray, walks: Walks) -> Slots:
        lengths = np.minimum(walks.edges + walks.in_vain, width)
        return lengths, ranks(lengths) * num_vertices + np.repeat(vertices, lengths)

    def slots(vertices: np.ndarray, walks: Walks) -> tuple[Slots, ...]:
        _, found = entries(vertices, walks)
        return ((found, found + 1),)

    every = np.arange(num_vertices)
    return Lists(every, every, (src.ravel(),), slots, entries)


def rows_of(vertices_of_rows: np.ndarray) -> np.ndarray:
    """The row of each vertex in JDS, from the vertex of each row."""
    rows = np.empty(vertices_of_rows.size, np.int64)
    rows[vertices_of_rows] = np.arange(vertices_of_rows.size)
    return rows


def jds_lists(graph: Graph) -> Lists:
    """Rows by falling degree; for every column a thread compares the column's two offsets with its row."""
    vertices_of_rows, column_ptr, src, _ = graph.reversed.jds
    row_of = rows_of(vertices_of_rows)

    def entries(vertices: np.ndarray, walks: Walks) -> Slots:
        rows = np.repeat(row_of.take(vertices), walks.edges)
        return walks.edges, column_ptr.take(ranks(walks.edges)) + rows

    def slots(vertices: np.ndarray, walks: Walks) -> tuple[Slots, ...]:
        columns = np.minimum(walks.edges + walks.in_vain, column_ptr.size - 1)
        _, found = entries(vertices, walks)
        return (np.zeros_like(columns), np.where(columns, columns + 1, 0)), (found, found + 1)

    return Lists(vertices_of_rows, row_of, (column_ptr, src), slots, entries, vertices_of_rows)
