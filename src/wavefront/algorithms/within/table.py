"""The vertices of one ball, and by weights their places: an open hash table that grows as a ball does.

A table per vertex of the graph would be read at random in as much memory as the graph has vertices. This one
stays in the caches while the ball is small. Linear probing (Knuth, The Art of Computer Programming 3, 6.4).
"""

import numpy as np

from ..table_cells import first_cell

LEAST_BITS = 8  # of a new ball's table


def cell_of(vertex, table, start, bits, vertices, first):
    """The cell of the table that holds the vertex's place, or, empty, is to hold it.

    The table is 2**bits cells from `start` on: 0 is empty, another number is 1 + a place in `vertices`,
    counted from `first`.
    """
    mask = (np.int64(1) << bits) - 1
    cell = first_cell(vertex, bits)
    entry = np.int64(table[np.uint64(start + cell)])  # unsigned: no test for negative indices
    while entry != 0 and vertices[np.uint64(first + entry - 1)] != vertex:
        cell = (cell + 1) & mask
        entry = np.int64(table[np.uint64(start + cell)])
    return start + cell


def empty(table, start, bits, vertices, first, size):
    """Empty the table of a ball's `size` vertices: work for these alone, however large the table is.

    The cells from a vertex's first one on hold vertices of the same ball up to the next empty cell.
    """
    mask = (np.int64(1) << bits) - 1
    for place in range(size):
        cell = first_cell(vertices[np.uint64(first + place)], bits)
        while table[np.uint64(start + cell)] != 0:
            table[np.uint64(start + cell)] = 0
            cell = (cell + 1) & mask


def fill(table, start, bits, vertices, first, size):
    """Enter a ball's `size` vertices, all different, into an empty table."""
    for place in range(size):
        table[cell_of(vertices[first + place], table, start, bits, vertices, first)] = place + 1


def cell_of_id(vertex, table, start, bits):
    """As `cell_of` for a table whose cells hold the vertex itself, plus 1, so that a ball can be sorted."""
    mask = (np.int64(1) << bits) - 1
    cell = first_cell(vertex, bits)
    entry = np.int64(table[np.uint64(start + cell)])  # unsigned: no test for negative indices
    while entry != 0 and entry != vertex + 1:
        cell = (cell + 1) & mask
        entry = np.int64(table[np.uint64(start + cell)])
    return np.uint64(start + cell)


def twice(table, start, bits, vertices, first, size):
    """Make a table of vertices twice as large, and enter them anew. Returns its bits."""
    table[start : start + (np.int64(2) << bits)] = 0
    for slot in range(first, first + size):
        vertex = np.int64(vertices[np.uint64(slot)])
        table[cell_of_id(vertex, table, start, bits + 1)] = vertex + 1
    return bits + 1
