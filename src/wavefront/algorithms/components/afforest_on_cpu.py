"""Afforest on the CPU: the threads grow trees of shares of the vertices, then join them.

The steps, each by all threads:

1. GROW: the trees of each share (shares_on_cpu.py).
2. SHORTEN: each vertex of a share comes closer to its root. In one share, it points to it then.
3. LINK: what was left for later, by compare-and-swap. Not if there is one share.
4. REST: the edges that are left (rest_on_cpu.py): of the vertices outside the largest tree, or of all. In a
   directed graph an edge that leaves the largest tree is not seen from its other end. So, if that tree is
   passed over, the vertices outside it follow the edges that enter them, too. If the lists of in-neighbors
   aren't known, all vertices follow those that leave them.
"""

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import together
from ...graph import Graph
from ...intrinsics.jobs import CURSOR, JOB_SIZE
from ..result import result_array
from .afforest import SAMPLED_EDGES, Forest
from .rest_on_cpu import NONE, link_chunk, passed_over
from .shares_on_cpu import CHUNK, VOTES_BITS, grow_share, link_later, lists_of_both, share_of, shorten

GROW, SHORTEN, LINK, REST = range(4)  # steps


def work(thread, step, begin, size, largest, seen, enters, later, forest, back, job):
    """One thread's part of a step for the vertices from `begin` on, in ranges of so many.

    `back` has the lists of in-neighbors, if `forest` lacks them; `enters`: whether GROW reads them, too.
    `seen` is how many edges of each list REST need not follow again, where it passes over no tree.
    """
    count = forest.parents.size
    first = begin + atomic_add(job, CURSOR, size)
    while first < count:
        last = min(first + size, count)
        if step == GROW:
            if back is not None and enters:
                grow_share(first, last, later, forest, back)
            else:
                grow_share(first, last, later, forest, None)
        elif step == SHORTEN:
            shorten(first, last, forest.parents)
        elif step == LINK:
            link_later(first, last, later, forest.parents)
        else:
            link_chunk(first, last, largest, seen, later, forest)
            if back is not None and largest != NONE:
                link_chunk(first, last, largest, seen, later, back)
        first = begin + atomic_add(job, CURSOR, size)


def grow(threads, share, directed, votes, later, forest, back, job, team):
    """Join the vertices of each component into a tree."""
    begin, largest = np.int64(0), np.int64(NONE)
    seen, enters = np.int64(0 if directed else SAMPLED_EDGES), False
    if back is not None:
        enters = lists_of_both(forest, back)
    for step in (GROW, SHORTEN, LINK, REST):
        size = share if step <= SHORTEN else CHUNK
        if step == LINK:
            begin = share  # all ways lead out of later shares only
        elif step == REST:
            begin = np.int64(0)
            if back is not None or not directed:
                largest = passed_over(votes, seen, forest, back)
        if step != LINK or share < forest.parents.size:
            given = step, begin, size, largest, seen, enters, later, forest, back, job
            together(work, given, threads, job, team)


def grown(graph: Graph, device: Cpu) -> tuple[np.ndarray, np.ndarray]:
    """V parents: of smaller id, or the vertex itself if it is the smallest of its component.

    And memory for another V ids, which the search is done with.
    """
    count = graph.num_vertices
    src_ptr, dst, _ = graph.csr
    parents, later = (result_array(graph, dst.dtype) for _ in range(2))
    forest, back = Forest(src_ptr, dst, parents), None
    if graph.directed and "csc" in vars(graph):  # else it would take longer to build than to do without
        back = Forest(*graph.csc[:2], parents)
    if not dst.size:
        parents[:] = np.arange(count)
    else:
        threads = device.threads if count + dst.size > SERIAL_SIZE else 1
        votes, job = np.zeros(1 << VOTES_BITS, np.int64), np.empty(JOB_SIZE, np.int64)
        share, team = share_of(count, threads), device.team(threads)
        device.call(grow, threads, share, graph.directed, votes, later, forest, back, job, team)
    return parents, later
