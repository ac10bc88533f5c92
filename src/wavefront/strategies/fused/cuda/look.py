"""First in-neighbors: the beginning of a pull, four vertices per lane at a time, so that their reads overlap.

pull.py calls `look`. A vertex is hit if its first in-neighbor is visited: `settle_words` or `settle_listed`
labels these vertices. `hold_missed` holds the other vertices that may have more in-neighbors, for rest.py.

Lanes read the graph and the bitmap from before the level, which no thread changes. A lane writes levels and
predecessors of the vertices that it alone looks at; their bits in the new bitmap, by atomics, since other
lanes have vertices of the same word; and its warp's own part of the buffers. For an unprepared graph, a lane
also keeps the first in-neighbor of a vertex that stays unvisited, in place of its level, for the next pull. A
prepared graph has an array of first in-neighbors.
"""

from typing import Any, NamedTuple

from ....intrinsics.access import add_bits, at, put
from ....intrinsics.warp import ballot, syncwarp
from .append import hold
from .bitmap import bit_of
from .label import label
from .rest import Rest, settle


class Seen(NamedTuple):
    """Four vertices of a lane, and facts on their first in-neighbors; each field has four values."""

    vertices: Any
    wanted: Any  # whether the lane is to look at the vertex: it is unvisited
    parents: Any  # the vertex's first in-neighbor
    some: Any  # whether the vertex has an in-neighbor
    hits: Any  # whether the first in-neighbor is visited
    more: Any  # whether the vertex may have more in-neighbors


def look(search, level, vertices, wanted):
    """Look at the first in-neighbors of four vertices.

    There are no branches per vertex, so that the four reads overlap. For a vertex without in-neighbors, a
    valid address is read and the value ignored.
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
    """The vertex's first in-neighbor, as prepared or as `keep_firsts` stored it; negative if it has none."""
    if first is None:
        return -2 - at(search.found.levels, vertex)
    return at(first, vertex)


def in_list(graph, vertex):
    """Where the vertex's list of in-neighbors begins and ends."""
    return at(graph.dst_ptr, vertex), at(graph.dst_ptr, vertex + 1)


def visited(words, vertices, some):
    """Which of four vertices are in the bitmap; False where `some` is False."""
    a, b = vertices[0] if some[0] else 0, vertices[1] if some[1] else 0
    c, d = vertices[2] if some[2] else 0, vertices[3] if some[3] else 0
    in_a, in_b = some[0] & bit_of(words, a), some[1] & bit_of(words, b)
    return in_a, in_b, some[2] & bit_of(words, c), some[3] & bit_of(words, d)


def settle_words(search, level, warp, places, seen):
    """Label the hits among the vertices of four words. Returns how many vertices this lane labelled."""
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
    """As `settle_words`, for vertices of any words."""
    found = 0
    for turn in range(4):
        hit = seen.wanted[turn] & seen.hits[turn]
        if hit:
            settle(search, level, seen.vertices[turn], seen.parents[turn])
        found += 1 if hit else 0
    return found


def hold_missed(search, level, warp, seen, rest, found):
    """Hold those of four vertices that missed but may have more in-neighbors; add `found` to the count."""
    if not level.known:
        keep_firsts(search, seen)
    num_held = rest.num_held
    for turn in range(4):
        missed = seen.wanted[turn] & (not seen.hits[turn])
        num_held = hold(warp.missed, warp.own_missed, num_held, seen.vertices[turn], missed & seen.more[turn])
    syncwarp()
    return Rest(num_held, rest.vertex, rest.edge, rest.end, rest.found + found)


def keep_firsts(search, seen):
    """For vertices that missed, store the first in-neighbor as -2 - id, or -1 if none, in place of the level.

    The next pull reads one word there, instead of offsets and a list. A level overwrites the word when the
    vertex is found, and `mark_unreached` overwrites the words of unreached vertices.
    """
    for turn in range(4):
        if seen.wanted[turn] & (not seen.hits[turn]):
            first = -2 - seen.parents[turn] if seen.some[turn] else -1
            put(search.found.levels, seen.vertices[turn], first)
