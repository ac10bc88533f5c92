"""First in-neighbors: the beginning of a pull, four vertices per lane at a time, so that their reads overlap.

pull.py calls `look`. A vertex is hit if its first in-neighbor is visited: `settle_words` or `settle_listed`
labels these vertices. `hold_missed` holds the other vertices that may have more in-neighbors, for rest.py.

Lanes read the graph and the bitmap from before the level, which no thread changes. A lane writes levels and
predecessors of the vertices that it alone looks at; their bits in the new bitmap, by atomics, since other
lanes have vertices of the same word; and its warp's own part of the buffers.
"""

from typing import Any, NamedTuple

from ....intrinsics.access import at
from ....intrinsics.warp import syncwarp
from .append import hold
from .keeping import edges_of, kept_of_firsts, may_lead
from .rest import Rest, settle


class Seen(NamedTuple):
    """Four vertices of a lane, and facts on their first in-neighbors; each field has four values."""

    vertices: Any
    wanted: Any  # whether the lane is to look at the vertex: it is unvisited
    parents: Any  # the vertex's first in-neighbor
    hits: Any  # whether the lane is to look at the vertex, and its first in-neighbor is visited
    more: Any  # whether the vertex may have more in-neighbors


def look(search, level, vertices, wanted):
    """Look at the first in-neighbors of four vertices.

    There are no branches per vertex, so that the four reads overlap. For a vertex without in-neighbors, a
    valid address is read and the value ignored.
    """
    first, edges = search.graph.first, edges_of(search.graph, vertices)
    a, b = at(first, vertices[0]), at(first, vertices[1])
    return seen_of(
        search.graph, level, vertices, wanted, (a, b, at(first, vertices[2]), at(first, vertices[3])), edges
    )


def seen_of(graph, level, vertices, wanted, firsts, edges):
    """As `look`, with what `GraphArrays.first` has for these vertices, and the edges from there."""
    a, b, c, d = firsts
    parents = max(a, -2 - a), max(b, -2 - b), max(c, -2 - c), max(d, -2 - d)
    some = wanted[0] & (a != -1), wanted[1] & (b != -1), wanted[2] & (c != -1), wanted[3] & (d != -1)
    more = a >= 0, b >= 0, c >= 0, d >= 0
    hits = visited(graph, level.old, parents, some)
    hits = kept_of_firsts(graph, hits, parents, vertices, edges)
    return Seen(vertices, wanted, parents, hits, more)


def visited(graph, words, vertices, some):
    """Which of four vertices are in the bitmap, and not dropped; False where `some` is False."""
    a, b = vertices[0] if some[0] else 0, vertices[1] if some[1] else 0
    c, d = vertices[2] if some[2] else 0, vertices[3] if some[3] else 0
    in_a, in_b = some[0] & may_lead(graph, words, a), some[1] & may_lead(graph, words, b)
    return in_a, in_b, some[2] & may_lead(graph, words, c), some[3] & may_lead(graph, words, d)


def settle_listed(search, level, seen):
    """Label the hits among four vertices. Returns how many vertices this lane labelled."""
    found = 0
    for turn in range(4):
        hit = seen.hits[turn]
        if hit:
            settle(search, level, seen.vertices[turn], seen.parents[turn])
        found += 1 if hit else 0
    return found


def hold_missed(warp, seen, rest, found):
    """Hold those of four vertices that missed but may have more in-neighbors; add `found` to the count."""
    num_held = rest.num_held
    for turn in range(4):
        missed = seen.wanted[turn] & (not seen.hits[turn])
        num_held = hold(warp.missed, warp.own_missed, num_held, seen.vertices[turn], missed & seen.more[turn])
    syncwarp()
    return Rest(num_held, rest.num_walked, rest.vertex, rest.edge, rest.end, rest.found + found)
