"""The in-neighbors after the first: the rest of a pull, with one vertex per lane.

A warp holds vertices that may have more in-neighbors until there is one for every lane. Each lane then looks
at four in-neighbors of its vertex at a time; a lane that is done takes the next vertex. look.py holds the
vertices; pull.py calls `look_on_while_full` and `finish`. look.py says what is read and written.
"""

from typing import Any, NamedTuple

from ....atomics import atomic_add
from ....compiler import int32, int64, uint32
from ....intrinsics.access import add_bits, at, four_at
from ....intrinsics.warp import WARP_SIZE, ballot, rank, size_of, syncwarp, warp_sum
from .bitmap import bit_of
from .label import is_given, label
from .search import FOUND


class Rest(NamedTuple):
    """The work that a warp and one of its lanes have left, and the lane's count of found vertices."""

    num_held: Any  # vertices that the warp holds
    vertex: Any  # the lane's vertex
    edge: Any  # the vertex's next in-edge to look at
    end: Any  # end of the vertex's in-edges; the lane is idle when `edge` is there
    found: Any  # vertices that the lane labelled


def nothing_left():
    """The state of a warp that begins: no work left."""
    return Rest(int32(0), int32(0), int64(0), int64(0), int64(0))


def look_on_while_full(search, level, warp, rest):
    """Look on while the warp holds a vertex for every lane."""
    while rest.num_held >= WARP_SIZE:
        rest = look_on(search, level, warp, rest)
    return rest


def finish(search, level, warp, rest):
    """Look on until no vertex is held and all lanes are idle; count the vertices that the warp found."""
    while rest.num_held or ballot(rest.edge < rest.end):
        rest = look_on(search, level, warp, rest)
    total = warp_sum(rest.found)
    if total and warp.lane == 0:
        atomic_add(search.state, level.next.counters + FOUND, total)


def look_on(search, level, warp, rest):
    """An idle lane takes a held vertex; then each lane looks at up to four in-neighbors of its vertex."""
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
    """Whether an in-edge from `edge` to the end of its block of four has a visited source, and which."""
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
    # Often one of the first two is visited, and skipping the other two reads saves room in the cache. But
    # lists of a prepared graph begin with hubs, whose bits are in the cache: there a second wait costs more.
    if is_given(search.graph.first) or not (hit_a | hit_b):
        hit_c = (skip < 3) & (size > 2) & bit_of(old, c if (skip < 3) & (size > 2) else int32(0))
        hit_d = (size > 3) & bit_of(old, d if size > 3 else int32(0))
    hit = hit_a | hit_b | hit_c | hit_d
    return hit, a if hit_a else (b if hit_b else (c if hit_c else d))


def settle(search, level, vertex, parent):
    """Label one vertex, and set its bit in the new bitmap."""
    label(search, level, vertex, parent)
    add_bits(level.new, int32(vertex >> 5), 1 << (vertex & 31))
