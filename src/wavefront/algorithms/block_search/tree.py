"""The predecessors on the shortest paths that a block has found: of several the smallest that is nearer.

Where none is nearer, since weights are 0 or too small to count, one that is as near and has its own already:
in steps, so that no cycle arises.
"""

from collections.abc import Callable
from typing import Any

from ...atomics import atomic_min
from ...compiler import cuda, int64
from ...intrinsics.access import at, put, real_at
from ..sssp.weights import weight_at
from .cells import IS_OPEN, NONE, STEP, cell_of
from .nearest import ENDED
from .walk import walk_of


def leads_of(keeps: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What visits an edge: while nearer predecessors are looked for, and then others."""

    def end_of(cell, vertex, edge, place, tables):
        """The cell of the edge's end if the edge is the last of a shortest path, else NONE."""
        cells, search = tables[0], tables[1]
        neighbor = at(search.dst, edge)
        found = cell_of(neighbor, place, cells)
        if found == NONE:
            return found
        kind = cells.distances.dtype.type
        distance = kind(real_at(cells.distances, cell) + weight_at(search.weights, edge))
        if distance != real_at(cells.distances, found) or not keeps(vertex, neighbor, edge, search):
            return int64(NONE)
        return found if at(tables[2].is_far, cell) != ENDED else int64(NONE)

    def lead(cell, vertex, edge, place, state, tables):
        """Offer the vertex to the edge's end as its predecessor, which is nearer."""
        cells = tables[0]
        found = end_of(cell, vertex, edge, place, tables)
        if found != NONE and real_at(cells.distances, cell) < real_at(cells.distances, found):
            atomic_min(cells.parents, found, cells.parents.dtype.type(vertex))
        return True

    def lead_even(cell, vertex, edge, place, state, tables):
        """As `lead`, where both are as near, and only the vertex has a predecessor from an earlier step."""
        cells, steps, step = tables[0], tables[2].steps, state[STEP]
        own = at(steps, cell)
        if own == 0 or own == step:
            return True
        found = end_of(cell, vertex, edge, place, tables)
        if found == NONE or not (at(steps, found) == 0 or at(steps, found) == step):
            return True
        put(steps, found, step)  # all that write here write the same
        state[IS_OPEN] = 1
        atomic_min(cells.parents, found, cells.parents.dtype.type(vertex))
        return True

    return lead, lead_even


def tree_of(keeps: Callable[..., Any]) -> Callable[..., None]:
    """What finds the predecessors, along the edges that `keeps` lets a search follow."""

    walk, walk_even = map(walk_of, leads_of(keeps))

    def find_tree(size, place, state, tables):
        """Find the predecessors of all that are met; begins and ends with a barrier."""
        cells, search, waiting = tables[0], tables[1], tables[2]
        thread, threads = int64(cuda.threadIdx.x), int64(cuda.blockDim.x)
        begin, end, step = place.slot, place.slot + size, int64(1)
        if thread == 0:
            state[IS_OPEN] = 0
        cuda.syncthreads()
        walk(cells.met, begin, end, place, state, tables)
        for index in range(begin + thread, end, threads):
            cell = at(cells.met, index)
            has_parent = index == begin or at(cells.parents, cell) < search.src_ptr.size
            put(waiting.steps, cell, 1 if has_parent else 0)
            if not has_parent:
                state[IS_OPEN] = 1
        cuda.syncthreads()  # it is known whether any has none
        is_open = state[IS_OPEN] != 0
        while is_open:
            step += 1
            cuda.syncthreads()  # all know that it goes on
            if thread == 0:
                state[IS_OPEN], state[STEP] = 0, step
            cuda.syncthreads()  # all know the step
            walk_even(cells.met, begin, end, place, state, tables)
            is_open = state[IS_OPEN] != 0
        cuda.syncthreads()  # all know that it is over

    return find_tree
