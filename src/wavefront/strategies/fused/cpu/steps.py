"""The steps of the CPU's fused search: what all threads do together, one step after the other.

COUNT comes where the number of the frontier's edges must be known, then SHARES and SETTLE, or PUSH and
PUSH_PIECES, or MARK, PULL, PULL_LONG, PULL_PIECES, LIST. FILL comes before the first level, TRANSLATE after
the last one. `work` is the part that each thread calls (device/team.py) while the gate is open; levels.py
describes it. The files shares.py, push.py and pull.py say what their steps touch. Of the steps here, FILL
writes the levels and predecessors, COUNT reads the frontier and adds to EDGES, TRANSLATE reads levels and
predecessors and writes the answer.

Threads share a step's work through CURSOR, in chunks, so that a thread with a few long lists doesn't keep the
others waiting. A thread collects the vertices that it finds in a buffer of its own, and appends a whole
buffer to the queue.

Race: a chunk belongs to the thread whose atomic addition to CURSOR took it. Data that a step writes is read
only in later steps, after the gate; the exception is labels in pushes: see push.py.
"""

import numpy as np

from ....atomics import atomic_add
from ....frontier import UNVISITED
from ....intrinsics.waiting import watched
from .keeping import drop
from .pull import list_frontier, mark, pull, pull_long, pull_pieces
from .push import push, push_pieces
from .search import CURSOR, EDGES, ENOUGH, HEAD, STEP, TAIL
from .shares import push_shares, settle_shares

FILL, COUNT, SHARES, SETTLE, PUSH, PUSH_PIECES, MARK, PULL, PULL_LONG, PULL_PIECES, LIST, TRANSLATE = range(
    12
)

COUNT_CHUNK = 1024  # vertices of the frontier whose degrees a thread adds up at once
WRITE_CHUNK = 1 << 14  # vertices that a thread fills or translates at once
PAGE = 1 << 19  # vertices whose levels take a huge page of 2 MiB


def fill_chunk(array, first, last):
    """Set the array's elements from `first` to `last` to UNVISITED, which is also no predecessor."""
    for vertex in range(np.uint64(first), np.uint64(min(last, array.size))):
        array[vertex] = UNVISITED


def fill(search):
    """Set all levels and predecessors to UNVISITED.

    Successive chunks lie in different pages: threads that touched one new page together would each wait for
    the operating system to clear a page, and all but one of these pages would be thrown away.
    """
    pages = -(-search.levels.size // PAGE)
    chunks = 2 * pages * (PAGE // WRITE_CHUNK)
    chunk = atomic_add(search.state, CURSOR, 1)
    while chunk < chunks:
        page = chunk % (2 * pages)
        first = page % pages * PAGE + chunk // (2 * pages) * WRITE_CHUNK
        if page < pages:
            fill_chunk(search.levels, first, first + WRITE_CHUNK)
            drop(first, first + WRITE_CHUNK, search)
        else:
            fill_chunk(search.predecessors, first, first + WRITE_CHUNK)
        chunk = atomic_add(search.state, CURSOR, 1)


def count(graph, queue, state):
    """Count the edges that leave the frontier, until they are enough for a pull."""
    first = state[HEAD] + atomic_add(state, CURSOR, COUNT_CHUNK)
    while first < state[TAIL] and watched(state, EDGES) <= state[ENOUGH]:
        edges = np.int64(0)
        for index in range(first, min(first + COUNT_CHUNK, state[TAIL])):
            vertex = queue[index]
            edges += np.int64(graph.src_ptr[vertex + 1]) - np.int64(graph.src_ptr[vertex])
        atomic_add(state, EDGES, edges)
        first = state[HEAD] + atomic_add(state, CURSOR, COUNT_CHUNK)


def translate(search, answer):
    """Write the levels and predecessors of a prepared graph in the caller's ids."""
    size = answer.new_id.size
    first = atomic_add(search.state, CURSOR, WRITE_CHUNK)
    while first < size:
        for vertex in range(first, min(first + WRITE_CHUNK, size)):
            known = answer.new_id[vertex]
            level, predecessor = UNVISITED, -1
            if known >= 0:
                level = search.levels[known]
                if answer.predecessors.size:
                    predecessor = search.predecessors[known]
                    if predecessor >= 0:
                        predecessor = answer.old_id[predecessor]
            answer.levels[vertex] = level
            if answer.predecessors.size:
                answer.predecessors[vertex] = predecessor
        first = atomic_add(search.state, CURSOR, WRITE_CHUNK)


def work(thread, graph, queues, search, answer):
    """One thread's part of the step that `state` names."""
    step = search.state[STEP]
    if step == FILL:
        fill(search)
    elif step == COUNT:
        count(graph, queues.queue, search.state)
    elif step == SHARES:
        push_shares(thread, graph, queues, search)
    elif step == SETTLE:
        settle_shares(thread, queues, search)
    elif step == PUSH:
        push(thread, graph, queues, search)
    elif step == PUSH_PIECES:
        push_pieces(thread, graph, queues, search)
    elif step == MARK:
        mark(search)
    elif step == PULL:
        pull(thread, graph, search)
    elif step == PULL_LONG:
        pull_long(graph, queues, search)
    elif step == PULL_PIECES:
        pull_pieces(graph, queues, search)
    elif step == LIST:
        list_frontier(thread, graph, queues, search)
    elif step == TRANSLATE:
        translate(search, answer)
