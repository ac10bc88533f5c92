"""How a block's threads share the edges of a list of vertices: several threads to a vertex.

Few vertices have many threads each. The rest of a long list, a hub's, all threads take together; which lists
are long they look for together, too, as many vertices at a time as there are threads.
"""

from collections.abc import Callable
from typing import Any

from ...atomics import atomic_add
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at
from .cells import IS_LONG, NUM_LONG, SIZE

GROUP = 8  # threads of a vertex, where there are many vertices
SHORT = 512  # edges of a list that its threads take alone
MOST_THREADS = 512  # of a block


def walk_of(visit: Callable[..., Any]) -> Callable[..., None]:
    """A walk that calls ``visit(cell, vertex, edge, place, state, tables)`` for every edge.

    A thread whose call returns false goes no further. `tables` begin with the cells, then the graph's part.
    """

    def walk(listed, first, end, place, state, tables):
        """Visit the edges of the vertices whose cells are at [first, end) of a list. Ends with a barrier."""
        keys, src_ptr = tables[0].keys, tables[1].src_ptr
        thread, threads = int64(cuda.threadIdx.x), int64(cuda.blockDim.x)
        width = threads
        while width > GROUP and width * (end - first) > threads:
            width >>= 1
        long = cuda.shared.array(MOST_THREADS, int32)
        goes_on = True
        index = first + thread // width
        while goes_on and index < end:
            cell = at(listed, index)
            vertex = at(keys, cell) - 1
            edge, last = at(src_ptr, vertex), at(src_ptr, vertex + 1)
            if last - edge > SHORT:
                state[IS_LONG] = 1
                last = edge + SHORT
            edge += thread % width
            while goes_on and edge < last:
                goes_on = visit(cell, vertex, edge, place, state, tables)
                edge += width
            index += threads // width
        cuda.syncthreads()  # all have seen their edges, and whether there are long lists
        is_long = state[IS_LONG] != 0 and state[SIZE] <= place.room
        cuda.syncthreads()  # all know
        if is_long:
            if thread == 0:
                state[IS_LONG] = 0
            goes_on = True
            for some in range(first, end, threads):
                count = find_long(listed, some + thread, end, long, tables, state)
                for number in range(count):
                    cell = int64(long[number])
                    vertex = at(keys, cell) - 1
                    edge, last = at(src_ptr, vertex) + SHORT + thread, at(src_ptr, vertex + 1)
                    while goes_on and edge < last:
                        goes_on = visit(cell, vertex, edge, place, state, tables)
                        edge += threads
            cuda.syncthreads()  # all have seen the rest

    return walk


def find_long(listed, index, end, long, tables, state):
    """Put the cells of vertices with long lists into `long`, of one vertex per thread; how many they are."""
    cuda.syncthreads()  # all are done with those before
    if cuda.threadIdx.x == 0:
        state[NUM_LONG] = 0
    cuda.syncthreads()  # none is in the list
    if index < end:
        cell = at(listed, index)
        vertex = at(tables[0].keys, cell) - 1
        if at(tables[1].src_ptr, vertex + 1) - at(tables[1].src_ptr, vertex) > SHORT:
            long[atomic_add(state, NUM_LONG, int64(1))] = cell
    cuda.syncthreads()  # all long ones are
    return int64(state[NUM_LONG])
