"""How a block's threads share the edges of a list of vertices: several threads to a vertex.

Few vertices have many threads each. The rest of a long list, a hub's, all threads take together.
"""

from collections.abc import Callable
from typing import Any

from ...compiler import cuda, int64
from ...intrinsics.access import at
from .cells import IS_LONG, SIZE

GROUP = 8  # threads of a vertex, where there are many vertices
SHORT = 512  # edges of a list that its threads take alone


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
            for listed_at in range(first, end):
                cell = at(listed, listed_at)
                vertex = at(keys, cell) - 1
                edge, last = at(src_ptr, vertex) + SHORT + thread, at(src_ptr, vertex + 1)
                while goes_on and edge < last:
                    goes_on = visit(cell, vertex, edge, place, state, tables)
                    edge += threads
            cuda.syncthreads()  # all have seen the rest

    return walk
