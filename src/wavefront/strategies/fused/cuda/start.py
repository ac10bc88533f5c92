"""The beginning of a search: the sources are visited, and are the frontier.

kernel.py calls `start`, all threads of the grid together. Before the first barrier, the grid's first warp
sets `state`, except the barrier's own word, and appends a single source to the queue. All threads share out
the words of the bitmap; one thread writes each word. If there are several sources, the first warp adds them
behind the first barrier, and all threads wait at a second one.
"""

import numpy as np

from ....atomics import atomic_or
from ....compiler import cuda
from ....intrinsics.access import at
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, syncwarp
from .append import count_found, flush, hold_found, note_lengths, nothing_held, put_entry
from .keeping import settled_at, tell
from .label import inner_id, record
from .search import COUNTERS, EDGES, NEVER, STATE_SIZE, TAIL, TARGET_LEVEL, Half


def start(search, warp, new_id, source, sources, goal):
    """Make the sources visited, and the frontier. Returns the barrier's next goal."""
    begin(search, source)
    goal = grid_barrier(search.state, goal)
    if sources.size:
        if cuda.grid(1) < WARP_SIZE:
            add_sources(search, warp, new_id, sources)
        goal = grid_barrier(search.state, goal)
    elif source >= 0 and cuda.grid(1) == 0:
        record(search, source, 0, -1)
        tell(search.graph, source)
    return goal


def begin(search, source):
    """Set up `state` and the bitmap: only the source and the vertices without edges are visited."""
    thread = cuda.grid(1)
    if thread < WARP_SIZE:
        for index in range(COUNTERS + thread, STATE_SIZE, WARP_SIZE):
            search.state[index] = 0
        search.state[TARGET_LEVEL] = NEVER
        syncwarp()
        if thread == 0 and source >= 0:
            first, end = at(search.graph.src_ptr, source), at(search.graph.src_ptr, source + 1)
            put_entry(search, Half(0, COUNTERS), 0, (source, first, end - first))
            search.state[COUNTERS + TAIL], search.state[COUNTERS + EDGES] = 1, end - first
            note_lengths(search, Half(0, COUNTERS), end - first)
    begin_bitmap(search.graph, search.found.even, source)


def begin_bitmap(graph, even, source):
    """Write the bitmap of visited vertices."""
    word, threads = cuda.grid(1), cuda.gridsize(1)
    while word < graph.settled.size:
        even[word] = np.uint32(settled_at(graph, word) | bit_in(word, source))
        word += threads


def bit_in(word, vertex):
    """The vertex's bit in this word of a bitmap: 0 if it is in another."""
    return 1 << (vertex & 31) if vertex >> 5 == word else 0


def add_sources(search, warp, new_id, sources):
    """The first warp makes the sources the frontier."""
    for base in range(0, sources.size, WARP_SIZE):
        vertex = -1
        if base + warp.lane < sources.size:
            vertex = inner_id(new_id, int(sources[base + warp.lane]))
        if vertex >= 0:
            record(search, vertex, 0, -1)
            atomic_or(search.found.even, vertex >> 5, np.uint32(1 << (vertex & 31)))
        tally = hold_found(warp, nothing_held(), vertex, vertex >= 0, True)
        if tally.held:
            tally = flush(search, warp, Half(0, COUNTERS), tally)
        count_found(search, warp, Half(0, COUNTERS), tally)
