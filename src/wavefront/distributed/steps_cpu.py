"""Push and pull of a level on CPU threads: an item is a vertex of the frontier, or a word of 32 vertices."""

import numpy as np

from ..atomics import atomic_add
from ..device import Cpu
from .graph import DistributedGraph, Lists
from .partition import RIDER_WORDS, Partition
from .search import EDGES, NEXT, Search, visit


def push(device: Cpu, out: Lists, search: Search, head: int, end: int, level: int) -> None:
    """Claim the neighbors of the frontier, which is in the queue from `head` to `end`."""
    device.for_each(end - head, push_vertex, head, level, out, search)


def push_vertex(item, head, level, out, search):
    """Claim the unvisited neighbors of one vertex."""
    vertex = search.queue[head + item]
    for edge in range(out.ptr[vertex], out.ptr[vertex + 1]):
        place = out.places[edge]
        if not search.words[place >> 5] >> np.uint32(place & 31) & np.uint32(1):
            visit(place, vertex, level, out, search)


def pull(device: Cpu, part: Partition, graph: DistributedGraph, search: Search, level: int) -> None:
    """Label the unvisited vertices that have a visited in-neighbor."""
    words = part.words - RIDER_WORDS
    device.for_each(words, pull_word, part.rank * part.words, level, graph.into, graph.out, search)


def pull_word(word, first_word, level, into, out, search):
    """Look for parents of a word's unvisited vertices; no other item has their words, so nothing races."""
    known, found = search.words[first_word + word], np.uint32(0)
    count = edges = np.int64(0)
    for bit in range(32):
        local = 32 * word + bit
        if local >= search.levels.size:
            break
        if known >> np.uint32(bit) & np.uint32(1):
            continue
        for edge in range(into.ptr[local], into.ptr[local + 1]):
            place = into.places[edge]
            if search.words[place >> 5] >> np.uint32(place & 31) & np.uint32(1):
                search.levels[local] = level
                if search.parents.size:
                    search.parents[local] = place
                found |= np.uint32(1) << np.uint32(bit)
                edges += out.ptr[local + 1] - out.ptr[local]
                count += 1
                break
    search.found[word] = found
    search.segment[word] = known | found
    if found:
        atomic_add(search.counters, NEXT, count)
        atomic_add(search.counters, EDGES, edges)
