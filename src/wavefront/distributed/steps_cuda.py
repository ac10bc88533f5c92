"""Push and pull of a level on a GPU.

**Push**: an item is a lane of a vertex of the frontier. A vertex has as many lanes, which share its edges,
as vertices of the frontier have edges in the mean. **Pull**: a warp takes word after word of the bitmap, and
a lane a vertex of it. Most are settled by their first neighbor, the greatest hub, which lies in an array of
its own. A lane looks at BY_LANE edges, then the whole warp does. A warp alone has a word, so that no bit is
set by an atomic, and full words are skipped. Words behind the last vertex that an edge enters are left out.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..compiler import cuda, int64
from ..device import Cuda
from ..graph.arrays import first_entries
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, lowest, size_of, without_lowest
from . import peer_state
from .graph import DistributedGraph
from .partition import RIDER_WORDS
from .peer_pull import FULL
from .peer_queue import is_set
from .peer_rest import BY_LANE, look_together
from .search import EDGES, NEXT, Frontier, Search, claim_pair, visit

ALPHA = 14.0  # see bfs.py
ROOM_SHARE = 8  # an outbox holds at least a pair for every so many vertices of a rank
THREADS, BLOCKS = 256, 8  # of a pull: threads per block, blocks per multiprocessor


class Bits(NamedTuple):
    """Where `look_together` finds the bitmap."""

    bits: Any


class Lane(NamedTuple):
    """And the lane's number."""

    lane: Any


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
        ptr, places = graph.into[:2]
        filled = graph.device.xp.flatnonzero(ptr[1:] > ptr[:-1])
        last = int(filled[-1]) + 1 if filled.size else 0
        vars(graph)["_firsts"] = first_entries(ptr[: last + 1], places)
    return vars(graph)["_firsts"]


def claim(
    device: Cuda, graph: DistributedGraph, search: Search, pairs: Any, parents: int, level: int
) -> None:
    """Claim the own vertices in these pairs from the rank whose places begin at `parents`."""
    device.for_each(pairs.size // 2, claim_pair, pairs, parents, graph.out, search, level)


def pull(device: Cuda, graph: DistributedGraph, search: Search, level: int) -> None:
    """Label the unvisited vertices that have a visited in-neighbor."""
    firsts = first_neighbors(graph)
    words = -(-firsts.size // WARP_SIZE)  # others keep what they were copied with: no edge enters them
    lists = peer_state.Lists(*graph.out[:2], *graph.into[:2], firsts, None, None)
    multiprocessors, threads = device.running_at_once(THREADS)
    blocks = min(BLOCKS * multiprocessors, -(-words * WARP_SIZE // threads))
    if blocks:
        first_word = graph.partition.rank * graph.partition.words
        device.launch(blocks, threads, pull_words, words, first_word, level, lists, search)


def pull_words(words, first_word, level, lists, search):
    """The same, a warp per word: it alone has the word's vertices."""
    lane, stride = cuda.threadIdx.x % WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    word, total = int64(cuda.grid(1) // WARP_SIZE), int64(0)
    while word < words:
        known, found = at(search.words, first_word + word), int64(0)
        if known != FULL:
            found = int64(ballot(pull_vertex(word * WARP_SIZE + lane, known, level, lists, search)))
        if lane == 0:
            put(search.found, word, found)
            put(search.segment, word, known | found)
            total += size_of(found)
        word += stride
    if total:
        atomic_add(search.counters, NEXT, total)


def pull_vertex(local, known, level, lists, search):
    """Look for the parent of a lane's vertex, if it is unvisited; whether there is one."""
    lane = cuda.threadIdx.x % WARP_SIZE
    place, edge, last = int64(-1), int64(0), int64(0)
    if known >> lane & 1 == 0 and local < lists.firsts.size:
        place = at(lists.firsts, local)
    if place >= 0 and not is_set(search.words, 0, place):
        edge, last = at(lists.in_ptr, local) + 1, at(lists.in_ptr, local + 1)
        place = int64(-1)
    few = min(last, edge + BY_LANE)
    while edge < few:
        there = at(lists.in_places, edge)
        edge += 1
        if is_set(search.words, 0, there):
            place, edge = there, last
            few = last
    rest = ballot(edge < last)
    while rest:  # long lists, with all lanes
        owner = lowest(rest)
        rest = without_lowest(rest)
        there = look_together(
            lists, Bits(search.words), Lane(lane), 0, broadcast(edge, owner), broadcast(last, owner)
        )
        place = there if lane == owner else place
    if place >= 0:
        put(search.levels, local, level)
        if search.parents.size:
            put(search.parents, local, at(search.ids, place))
    return place >= 0


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
