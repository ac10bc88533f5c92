"""Looking for visited in-neighbors, as a pull level of the fused engine's kernel does in all its forms.

pull.py calls `look` with four vertices per lane, so that the reads of their first in-neighbors overlap; then
`settle_words` or `settle_listed` for those that are hit, and `hold_missed` for those that may have more
in-neighbors. These the warp holds until there is one for every lane, and looks on (`look_on`): a lane that is
done with its vertex takes the next.

What is read: the graph, and the bitmap from before the level, which nobody changes. What is written: levels
and predecessors of the vertices that the lane looks at, which are nobody else's; their bits in the new
bitmap, by atomics, since other lanes have vertices of the same word; and the warp's own part of its buffers.
First in-neighbors of what stays unvisited are kept for the next pull in the levels' places, unless the graph
is prepared and has them at hand.
"""

from typing import Any, NamedTuple

from ....atomics import atomic_add
from ....compiler import int32, int64, uint32
from ....intrinsics.access import add_bits, at, four_at, put
from ....intrinsics.warp import WARP_SIZE, ballot, rank, size_of, syncwarp, warp_sum
from .append import hold
from .bitmap import bit_of
from .label import is_given, label
from .search import FOUND


class Seen(NamedTuple):
    """Four vertices of a lane, and what it saw of their first in-neighbors: four of each."""

    vertices: Any
    wanted: Any  # whether the lane is to look at it: it is unvisited
    parents: Any  # the first in-neighbor
    some: Any  # whether there is one
    hits: Any  # whether it is visited
    more: Any  # whether there may be other in-neighbors


class Rest(NamedTuple):
    """What a warp and a lane of it have left to look at, and what the lane has found."""

    num_held: Any  # vertices that the warp holds
    vertex: Any  # the lane's
    edge: Any  # the next of its in-edges to look at
    end: Any
    found: Any  # vertices that the lane labelled


def nothing_left():
    """What a warp has left to look at when it begins."""
    return Rest(int32(0), int32(0), int64(0), int64(0), int64(0))


def look(search, level, vertices, wanted):
    """What can be seen of the first in-neighbors of four vertices.

    Without branches, so that the four are read together. Where there is none, what is read isn't used.
    """
    a, b, c, d = vertices
    graph, old = search.graph, level.old
    if level.known:
        parents = (
            known_first(search, graph.first, a),
            known_first(search, graph.first, b),
            known_first(search, graph.first, c),
            known_first(search, graph.first, d),
        )
        some = parents[0] >= 0, parents[1] >= 0, parents[2] >= 0, parents[3] >= 0
        more = a < graph.several, b < graph.several, c < graph.several, d < graph.several
    else:
        (start_a, end_a), (start_b, end_b) = in_list(graph, a), in_list(graph, b)
        (start_c, end_c), (start_d, end_d) = in_list(graph, c), in_list(graph, d)
        some = start_a < end_a, start_b < end_b, start_c < end_c, start_d < end_d
        parents = (
            at(graph.src, start_a if some[0] else 0),
            at(graph.src, start_b if some[1] else 0),
            at(graph.src, start_c if some[2] else 0),
            at(graph.src, start_d if some[3] else 0),
        )
        more = start_a + 1 < end_a, start_b + 1 < end_b, start_c + 1 < end_c, start_d + 1 < end_d
    return Seen(vertices, wanted, parents, some, visited(old, parents, some), more)


def known_first(search, first, vertex):
    """The vertex's first in-neighbor, as prepared or as `keep_firsts` kept it; negative if there is none."""
    if first is None:
        return -2 - at(search.found.levels, vertex)
    return at(first, vertex)


def in_list(graph, vertex):
    """Where the vertex's list of in-neighbors begins and ends."""
    return at(graph.dst_ptr, vertex), at(graph.dst_ptr, vertex + 1)


def visited(words, vertices, some):
    """Which of four vertices are in the bitmap, of those that are some."""
    a, b = vertices[0] if some[0] else 0, vertices[1] if some[1] else 0
    c, d = vertices[2] if some[2] else 0, vertices[3] if some[3] else 0
    in_a, in_b = some[0] & bit_of(words, a), some[1] & bit_of(words, b)
    return in_a, in_b, some[2] & bit_of(words, c), some[3] & bit_of(words, d)


def settle_words(search, level, warp, places, seen):
    """Label the hits among the lanes' vertices of four words. Returns how many the lane labelled."""
    found = 0
    for turn in range(4):
        hit = seen.wanted[turn] & seen.hits[turn]
        hits = ballot(hit)
        if hit:
            label(search, level, seen.vertices[turn], seen.parents[turn])
        found += 1 if hit else 0
        if hits and warp.lane == 0:
            add_bits(level.new, places[turn], hits)
    return found


def settle_listed(search, level, seen):
    """As `settle_words`, of vertices of any words."""
    found = 0
    for turn in range(4):
        hit = seen.wanted[turn] & seen.hits[turn]
        if hit:
            settle(search, level, seen.vertices[turn], seen.parents[turn])
        found += 1 if hit else 0
    return found


def settle(search, level, vertex, parent):
    """Label one vertex."""
    label(search, level, vertex, parent)
    add_bits(level.new, int32(vertex >> 5), 1 << (vertex & 31))


def hold_missed(search, level, warp, seen, rest, found):
    """Hold those of four vertices that aren't hit and may have more in-neighbors; count what was found."""
    if not level.known:
        keep_firsts(search, seen)
    num_held = rest.num_held
    for turn in range(4):
        missed = seen.wanted[turn] & (not seen.hits[turn])
        num_held = hold(warp.held, warp.own, num_held, seen.vertices[turn], missed & seen.more[turn])
    syncwarp()
    return Rest(num_held, rest.vertex, rest.edge, rest.end, rest.found + found)


def keep_firsts(search, seen):
    """Vertices stay unvisited: their first in-neighbors, if there is some, are kept in their levels' places.

    There the next pull reads them, where it will write levels, instead of offsets and lists. What is never
    visited is marked at the end.
    """
    for turn in range(4):
        if seen.wanted[turn] & (not seen.hits[turn]):
            first = -2 - seen.parents[turn] if seen.some[turn] else -1
            put(search.found.levels, seen.vertices[turn], first)


def look_on(search, level, warp, rest):
    """Each lane looks at four more in-neighbors of its vertex; one that is done takes another vertex."""
    vertex, edge, end = rest.vertex, rest.edge, rest.end
    idle = ballot(edge >= end)
    place = int32(rest.num_held - 1 - rank(idle))
    if edge >= end and place >= 0:
        vertex = int32(warp.held[uint32(warp.own + place)])
        edge = at(search.graph.dst_ptr, vertex) + 1
        end = at(search.graph.dst_ptr, vertex + 1)
    num_held = int32(max(rest.num_held - size_of(idle), 0))
    hit = False
    if edge < end:
        hit, parent = look_at_block(search, level.old, edge, end)
        if hit:
            settle(search, level, vertex, parent)
        edge = end if hit else (edge & -4) + 4
    syncwarp()
    return Rest(num_held, vertex, edge, end, rest.found + (1 if hit else 0))


def look_at_block(search, old, edge, end):
    """Whether this in-edge, or one behind it in its block of four, comes from a visited vertex; and which."""
    src, block = search.graph.src, edge & -4
    last = src.size - 1
    if block + 3 <= last:
        a, b, c, d = four_at(src, block)
    else:
        a, b = int32(at(src, block)), int32(at(src, min(block + 1, last)))
        c, d = int32(at(src, min(block + 2, last))), int32(at(src, last))
    skip, size = int32(edge & 3), int32(min(end - block, 4))
    hit_a = (skip < 1) & bit_of(old, a if skip < 1 else int32(0))
    hit_b = (skip < 2) & (size > 1) & bit_of(old, b if (skip < 2) & (size > 1) else int32(0))
    hit_c, hit_d = False, False
    # Often one of the first two is visited, and what isn't read leaves the cache to others. But the lists
    # of a prepared graph begin with hubs, whose bits are in the cache: there waiting costs more.
    if is_given(search.graph.first) or not (hit_a | hit_b):
        hit_c = (skip < 3) & (size > 2) & bit_of(old, c if (skip < 3) & (size > 2) else int32(0))
        hit_d = (size > 3) & bit_of(old, d if size > 3 else int32(0))
    hit = hit_a | hit_b | hit_c | hit_d
    return hit, a if hit_a else (b if hit_b else (c if hit_c else d))


def look_on_while_full(search, level, warp, rest):
    """Look on while there is a vertex for every lane."""
    while rest.num_held >= WARP_SIZE:
        rest = look_on(search, level, warp, rest)
    return rest


def finish(search, level, warp, rest):
    """Look on until nothing is held and no lane has more to look at; count what the warp has found."""
    while rest.num_held or ballot(rest.edge < rest.end):
        rest = look_on(search, level, warp, rest)
    total = warp_sum(rest.found)
    if total and warp.lane == 0:
        atomic_add(search.state, level.next.counters + FOUND, total)
