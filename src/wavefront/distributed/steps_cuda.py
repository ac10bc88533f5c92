"""Push and pull of a level on a GPU.

**Push**: an item is a lane of a vertex of the frontier. A vertex has as many lanes, which share its edges,
as vertices of the frontier have edges in the mean. **Pull**: an item is a vertex; most are settled by their
first neighbor, the greatest hub, which lies in an array of its own. What a level found is read off the
levels, word by word: threads that set bits would wait for one another.
"""

from typing import Any

import numpy as np

from ..atomics import atomic_add
from ..device import Cuda
from ..graph.arrays import first_entries
from .graph import DistributedGraph
from .partition import RIDER_WORDS
from .search import EDGES, NEXT, Frontier, Search, visit

ALPHA = 14.0  # see bfs.py


def push(device: Cuda, graph: DistributedGraph, search: Search, frontier: Frontier, level: int) -> None:
    """Claim the neighbors of the frontier."""
    lanes = max(1, frontier.edges // frontier.size)
    count = (frontier.end - frontier.head) * lanes
    device.for_each(count, push_lane, frontier.head, lanes, level, graph.out, search)


def push_lane(item, head, lanes, level, out, search):
    """Claim the unvisited neighbors at some edges of a vertex of the frontier."""
    vertex = search.queue[head + item // lanes]
    for edge in range(out.ptr[vertex] + item % lanes, out.ptr[vertex + 1], lanes):
        place = out.places[edge]
        if not search.words[place >> 5] >> np.uint32(place & 31) & np.uint32(1):
            visit(place, vertex, level, out, search)


def first_neighbors(graph: DistributedGraph) -> Any:
    """The first in-neighbor's place of each vertex, up to the last one that has any; made once."""
    if "_firsts" not in vars(graph):
        vars(graph)["_firsts"] = new_first_neighbors(graph)
    return vars(graph)["_firsts"]


def new_first_neighbors(graph: DistributedGraph) -> Any:
    """The same, in a new array."""
    into, xp = graph.into, graph.device.xp
    filled = xp.flatnonzero(into.ptr[1:] > into.ptr[:-1])
    last = int(filled[-1]) + 1 if filled.size else 0
    return first_entries(into.ptr[: last + 1], into.places)


def pull(device: Cuda, graph: DistributedGraph, search: Search, level: int) -> None:
    """Label the unvisited vertices that have a visited in-neighbor."""
    part, firsts = graph.partition, first_neighbors(graph)
    first_word = part.rank * part.words
    device.for_each(firsts.size, pull_vertex, first_word, level, firsts, graph.into, search)
    device.for_each(part.words - RIDER_WORDS, count_word, first_word, level, search)


def pull_vertex(local, first_word, level, firsts, into, search):
    """Look for an unvisited vertex's parent."""
    if search.words[first_word + (local >> 5)] >> np.uint32(local & 31) & np.uint32(1):
        return
    place, edge = firsts[local], into.ptr[local] + 1
    last = into.ptr[local + 1]
    while place >= 0 and not search.words[place >> 5] >> np.uint32(place & 31) & np.uint32(1):
        if edge >= last:
            return
        place = into.places[edge]
        edge += 1
    if place >= 0:
        search.levels[local] = level
        if search.parents.size:
            search.parents[local] = search.ids[place]


def count_word(word, first_word, level, search):
    """Add a word's new vertices to the rank's segment and to the sum."""
    found, count = np.uint32(0), 0
    for bit in range(min(32, search.levels.size - 32 * word)):
        if search.levels[32 * word + bit] == level:
            found |= np.uint32(1) << np.uint32(bit)
            count += 1
    search.found[word] = found
    search.segment[word] = search.words[first_word + word] | found
    if count:
        atomic_add(search.counters, NEXT, count)


def list_found(device: Cuda, graph: DistributedGraph, search: Search) -> None:
    """Append the vertices that the last pull found to the queue, and count their edges."""
    device.for_each(search.found.size - RIDER_WORDS, list_word, graph.out, search)


def list_word(word, out, search):
    """The same of one word."""
    bits = search.found[word]
    for bit in range(32):
        if bits >> np.uint32(bit) & np.uint32(1):
            local = 32 * word + bit
            search.queue[atomic_add(search.counters, NEXT, 1)] = local
            atomic_add(search.counters, EDGES, out.ptr[local + 1] - out.ptr[local])
