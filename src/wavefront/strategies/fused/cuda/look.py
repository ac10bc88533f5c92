"""First in-neighbors: the beginning of a pull, four vertices per lane at a time, so that their reads overlap.

pull.py calls `look`; then `settle_words` or `settle_listed` for the vertices that are hit, and `hold_missed`
for those that may have more in-neighbors, at which rest.py looks.

What is read: the graph, and the bitmap from before the level, which nobody changes. What is written: levels
and predecessors of the vertices that the lane looks at, which are nobody else's; their bits in the new
bitmap, by atomics, since other lanes have vertices of the same word; and the warp's own part of its buffers.
First in-neighbors of what stays unvisited are kept for the next pull in the levels' places, unless the graph
is prepared and has them at hand.
"""

from typing import Any, NamedTuple

from ....intrinsics.access import add_bits, at, put
from ....intrinsics.warp import ballot, syncwarp
from .append import hold
from .bitmap import bit_of
from .label import label
from .rest import Rest, settle


class Seen(NamedTuple):
    """Four vertices of a lane, and what it saw of their first in-neighbors: four of each."""

    vertices: Any
    wanted: Any  # whether the lane is to look at it: it is unvisited
    parents: Any  # the first in-neighbor
    some: Any  # whether there is one
    hits: Any  # whether it is visited
    more: Any  # whether there may be other in-neighbors


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
    """Which of four vertices are in the bitmap; where there is not some vertex, none is."""
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
