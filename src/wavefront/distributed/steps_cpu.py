"""Push, pull and listing of a level on CPU threads: an item is a share of the frontier, or 64 bitmap words.

The tricks are those of strategies/fused/cpu: a list is prefetched before its turn; first in-neighbors, the
greatest hubs, lie in an array of their own and settle most vertices of a pull, and those that lists had in
their stead take their place for later searches; what is often mispredicted has no branch; unsigned indexes
need no check for negative ones. A pull goes through lists by that search's own loops (in_lists.py). A rank of
one thread needs no atomic operation.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..accounting.rebuilt import rebuilt
from ..atomics import atomic_add, atomic_or
from ..compiler import trailing_zeros
from ..compiler.registry import cpu_intrinsics
from ..device import Cpu
from ..graph.arrays import first_entries, unsigned
from ..intrinsics.prefetch import prefetch
from ..strategies.fused.cpu.in_lists import look_further, note_found, popcount
from .graph import DistributedGraph, Lists
from .partition import RIDER_WORDS
from .search import EDGES, NEXT, SENT, Frontier, Search

ALPHA = 25.0  # see bfs.py
BETA = 24.0
ROOM_SHARE = 2  # an outbox holds at least a pair for every so many vertices of a rank
SHARES = 8  # of a frontier, per thread
ROW = 64  # edges whose unvisited neighbors are listed together
AHEAD = 8  # places in the queue; how far ahead of its turn a vertex's list is fetched
CHUNK = 64  # words of 64 vertices that an item of a pull takes
ONE = np.uint64(1)


class Inward(NamedTuple):
    """The lists of in-neighbors, by the names of strategies/fused/cpu, and what is looked at before them."""

    dst_ptr: Any
    src: Any  # places
    first: Any  # of each vertex, the in-neighbor to look at first; anything where it has none
    has: Any  # bits in words of 64: vertices that an edge enters
    several: Any  # those that several edges enter


class Kept(NamedTuple):
    """What searches of a graph use again and again."""

    inward: Inward
    out: Lists  # with unsigned places and offsets
    listed: np.ndarray  # a row of places for each share of a frontier


def kept(graph: DistributedGraph) -> Kept:
    """Made by a graph's first search."""
    if "_kept" not in vars(graph):
        vars(graph)["_kept"] = _new_kept(graph)
    found: Kept = vars(graph)["_kept"]
    return found


def _new_kept(graph: DistributedGraph) -> Kept:
    part, into = graph.partition, graph.into
    degrees = np.zeros(part.stride, into.ptr.dtype)
    degrees[: part.owned] = np.diff(into.ptr)
    has, several = (np.packbits(degrees > few, bitorder="little").view(np.uint64) for few in (0, 1))
    firsts = unsigned(first_entries(into.ptr, into.places))
    inward = Inward(unsigned(into.ptr), unsigned(into.places), firsts, has, several)
    out = graph.out._replace(ptr=unsigned(graph.out.ptr), places=unsigned(graph.out.places))
    listed = np.empty((SHARES * graph.device.threads, ROW), out.places.dtype)  # type: ignore[union-attr]
    return Kept(inward, out, listed)


def push(device: Cpu, graph: DistributedGraph, search: Search, frontier: Frontier, level: int) -> None:
    """Claim the neighbors of the frontier."""
    given, head, end = kept(graph), frontier.head, frontier.end
    count = min(given.listed.shape[0], end - head) if device.threads > 1 else min(1, end - head)
    if count:
        alone = device.threads == 1
        shares = head, end, count
        device.for_each(
            count,
            push_share,
            shares,
            level,
            alone,
            given.listed,
            given.out,
            search,
            size=given.out.places.size,
        )


def push_share(share, shares, level, alone, listed, out, search):
    """Claim the unvisited neighbors of a share of the frontier."""
    head, end, count = shares
    size, edges, row = end - head, np.int64(0), listed[share]
    last = head + size * (share + 1) // count
    for index in range(head + size * share // count, last):
        if index + 2 * AHEAD < last:
            prefetch(out.ptr, search.queue[index + 2 * AHEAD])
            prefetch(out.places, out.ptr[search.queue[index + AHEAD]])
        vertex = search.queue[index]
        stop: Any = np.int64(out.ptr[vertex + 1])
        for first in range(np.int64(out.ptr[vertex]), stop, ROW):
            unseen = np.int64(0)
            for edge in range(first, min(first + ROW, stop)):
                place = row[unseen] = out.places[edge]
                unseen += 1 - np.int64(search.words[place >> 5] >> np.uint32(place & 31) & np.uint32(1))
            for slot in range(unseen):
                if claimed(row[slot], alone, search):
                    edges += take_in(row[slot], vertex, level, alone, out, search)
    atomic_add(search.counters, EDGES, edges)


def claim(device: Cpu, graph: DistributedGraph, search: Search, pairs: Any, parents: int, level: int) -> None:
    """Claim the own vertices in these pairs from the rank whose places begin at `parents`."""
    out, count = kept(graph).out, pairs.size // 2
    alone = device.threads == 1
    shares = 1 if alone else min(count, SHARES * device.threads)
    given = shares, count, alone, pairs, parents - search.first, level, out, search
    device.for_each(shares, claim_share, *given, size=count)


def claim_share(share, shares, count, alone, pairs, parents, level, out, search):
    """The same of a share of them; what later pairs need is fetched. Parents are counted from own places."""
    edges, last = np.int64(0), count * (share + 1) // shares
    for row in range(count * share // shares, last):
        soon = pairs[2 * min(row + 2 * AHEAD, last - 1)]
        prefetch(search.levels, soon)
        prefetch(out.ptr, soon)
        place = search.first + pairs[2 * row]
        if claimed(place, alone, search):
            edges += take_in(place, parents + pairs[2 * row + 1], level, alone, out, search)
    atomic_add(search.counters, EDGES, edges)


def claimed(place, alone, search):
    """Set the place's bit; whether it was 0."""
    word, bit = place >> 5, np.uint32(1) << np.uint32(place & 31)
    if not alone:
        return atomic_or(search.words, word, bit) & bit == 0
    known = search.words[word]
    search.words[word] = known | bit
    return known & bit == 0


def take_in(place, parent, level, alone, out, search):
    """Label an own vertex and append it to the queue; returns its edges. Another's goes to an outbox."""
    local = np.int64(place) - search.first
    if 0 <= local < search.stride:
        search.levels[local] = level
        if search.parents.size:
            search.parents[local] = search.ids[search.first + parent]
        search.queue[add(search.counters, NEXT, alone)] = local
        return np.int64(out.ptr[local + 1]) - np.int64(out.ptr[local])
    owner = np.int64(place) // search.stride
    slot = add(search.counters, SENT + owner, alone)
    if slot < search.room:
        search.outboxes[2 * (owner * search.room + slot)] = np.int64(place) - owner * search.stride
        search.outboxes[2 * (owner * search.room + slot) + 1] = parent
    return np.int64(0)


def add(counters, slot, alone):
    """Add 1; returns what there was."""
    if not alone:
        return atomic_add(counters, slot, 1)
    before = counters[slot]
    counters[slot] = before + 1
    return before


def pull(device: Cpu, graph: DistributedGraph, search: Search, level: int) -> None:
    """Label the unvisited vertices that have a visited in-neighbor."""
    given, part = kept(graph), graph.partition
    words = (part.words - RIDER_WORDS) // 2
    before, later, found = (array.view(np.uint64) for array in (search.words, search.segment, search.found))
    bitmaps = before, before[part.rank * part.words // 2 :], later, found
    device.for_each(
        -(-words // CHUNK),
        _pull_form(),
        words,
        level,
        bitmaps,
        given.inward,
        search,
        size=given.inward.src.size,
    )


@cache
def _pull_form() -> Any:
    """`pull_words`, whose lists' loops label a rank's vertices."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    return rebuilt(pull_words, same | {note_found: note_found_here})


class Pulled(NamedTuple):
    """A search and its level, as `note_found_here` needs them."""

    levels: Any
    parents: Any
    ids: Any
    level: Any


def pull_words(chunk, words, level, bitmaps, inward, search):
    """Look for parents of some words' unvisited vertices; no other item has these words, so nothing races."""
    seen, own, later, found = bitmaps
    count, first, last = np.int64(0), chunk * CHUNK, min((chunk + 1) * CHUNK, words)
    pulled = Pulled(search.levels, search.parents, search.ids, level)
    for word in range(first, last):
        known = own[word]
        found[word] = look_at_firsts(word, inward.has[word] & ~known, level, seen, inward, search)
        missed = inward.several[word] & ~(known | found[word])
        while missed:
            prefetch(inward.src, inward.dst_ptr[(word << 6) + np.int64(trailing_zeros(missed))])
            missed &= missed - ONE
    for word in range(first, last):
        known = own[word]
        missed = inward.several[word] & ~(known | found[word])
        new = found[word] | look_further(word, missed, seen, inward, pulled)
        found[word], later[word] = new, known | new
        count += popcount(new)
    atomic_add(search.counters, NEXT, count)


def look_at_firsts(word, wanted, level, seen, inward, search):
    """Label those vertices in `wanted` whose first in-neighbor is visited, without a branch; their bits."""
    found = np.uint64(0)
    while wanted:
        slot = trailing_zeros(wanted)
        wanted &= wanted - ONE
        local = (word << 6) + np.int64(slot)
        place = inward.first[local]
        hit = seen[place >> 6] >> np.uint64(place & 63) & ONE
        found |= hit << slot
        search.levels[local] = level if hit else -1
        if search.parents.size:
            parent = search.ids[place]
            search.parents[local] = parent if hit else -1
    return found


def note_found_here(local, slot, inward, pulled):
    """Label an own vertex, whose in-neighbor in this slot is visited; from now on that is looked at first."""
    place = inward.src[slot]
    pulled.levels[local] = pulled.level
    if pulled.parents.size:
        pulled.parents[local] = pulled.ids[place]
    inward.first[local] = place


def list_found(device: Cpu, graph: DistributedGraph, search: Search) -> None:
    """Append the vertices that the last pull found to the queue, and count their edges."""
    words = (graph.partition.words - RIDER_WORDS) // 2
    found = search.found.view(np.uint64)
    device.for_each(-(-words // CHUNK), list_words, words, found, graph.out, search, size=words)


def list_words(chunk, words, found, out, search):
    """The same of some words."""
    edges = np.int64(0)
    for word in range(chunk * CHUNK, min((chunk + 1) * CHUNK, words)):
        bits = found[word]
        while bits:
            local = (word << 6) + np.int64(trailing_zeros(bits))
            bits &= bits - ONE
            search.queue[atomic_add(search.counters, NEXT, 1)] = local
            edges += out.ptr[local + 1] - out.ptr[local]
    atomic_add(search.counters, EDGES, edges)
