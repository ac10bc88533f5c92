"""The in-neighbors after the first: the rest of a pull, with one vertex per lane.

A warp holds vertices that may have more in-neighbors until there is one for every lane. Each lane then looks
at four in-neighbors of its vertex at a time, in a small graph at eight; a lane that is done takes the next
vertex. look.py holds the vertices, and says what is read and written; pull.py calls `look_on_while`.

A lane that has looked at many in-neighbors of a long list in vain leaves the others to all warps: the list
is cut into pieces (pieces.py). Behind a barrier, levels.py calls `look_at_pieces`. Several warps may then hit
for one vertex: the lane whose atomic sets the vertex's bit labels it.
"""

from typing import Any, NamedTuple

from ....atomics import atomic_add
from ....compiler import int32, int64, uint32
from ....intrinsics.access import at, four_at, pair_at
from ....intrinsics.bits import add_bits
from ....intrinsics.warp import WARP_SIZE, ballot, lowest, rank, size_of, syncwarp, warp_sum
from .append import hold
from .bitmap import bit_of, claim_bit
from .keeping import edges_of_block, edges_of_others, keeps_of_block, kept_of_four, may_lead
from .label import label
from .pieces import put_piece
from .search import FOUND, MISSED, PIECES, SMALL_GRAPH

# Binary logarithms of the edges per piece. In a large graph, where warps have many pieces each, a hit near a
# list's beginning saves the rest of a long piece.
PIECE, LARGE_PIECE = 8, 11
# In-neighbors left, beyond a lane's patience, up to which the lane looks on alone. In a large graph a lane
# has many vertices to look at, and there is memory for fewer pieces per vertex.
FEW_LEFT, MANY_LEFT = 32, 128


class Rest(NamedTuple):
    """The work that a warp and one of its lanes have left, and the lane's count of found vertices."""

    num_held: Any  # vertices that the warp holds, whose best in-neighbor missed
    num_walked: Any  # likewise, whose other best ones missed too
    vertex: Any  # the lane's vertex; its bitwise complement if the lane is to look at a part of its list
    edge: Any  # the vertex's next in-edge to look at
    end: Any  # end of the vertex's in-edges; the lane is idle when `edge` is there
    found: Any  # vertices that the lane labelled


def nothing_left():
    """The state of a warp that begins: no work left."""
    return Rest(int32(0), int32(0), int32(0), int64(0), int64(0), int64(0))


def look_on_while(search, level, warp, rest, last):
    """Look on while the warp holds a vertex for every lane; if `last`, until no vertex is left."""
    small = skips_others(search)
    while True:
        left = rest.num_held if small else rest.num_walked
        if not small and left < WARP_SIZE and rest.num_held >= (1 if last else WARP_SIZE):
            rest = look_at_others(search, level, warp, rest)
        elif left >= WARP_SIZE or (last and (left or ballot(rest.edge < rest.end))):
            rest = look_on(search, level, warp, rest)
        else:
            return rest


def look_at_others(search, level, warp, rest):
    """Each lane looks at the four next best in-neighbors of a held vertex; the warp holds those that miss."""
    place, vertex = int32(rest.num_held - 1 - warp.lane), int32(0)
    if place >= 0:
        vertex = warp.missed[uint32(warp.own_missed + place)]
    a, b, c, d = four_at(search.graph.others, 4 * int64(vertex))
    edges = edges_of_others(search.graph, vertex)
    more, d = d >= 0, max(d, int32(-2 - d))
    count = count_of(a, b, c, d) if place >= 0 else int32(0)
    hits = visited_of(search.graph, level.old, (a, b, c, d), int32(0), count, 15)
    hit, parent = picked(kept_of_four(search.graph, hits, (a, b, c, d), vertex, edges), (a, b, c, d))
    if hit:
        settle(search, level, vertex, parent)
    first = int32(warp.own_missed + MISSED)
    num_walked = hold(warp.missed, first, rest.num_walked, vertex, (place >= 0) & more & (not hit))
    syncwarp()
    num_held = max(int32(rest.num_held - WARP_SIZE), int32(0))
    return Rest(num_held, num_walked, rest.vertex, rest.edge, rest.end, rest.found + (1 if hit else 0))


def count_of(a, b, c, d):
    """How many of these, of which the last ones may be -1, are vertices."""
    return int32(int32(a >= 0) + int32(b >= 0) + int32(c >= 0) + int32(d >= 0))


def look_on(search, level, warp, rest):
    """An idle lane takes a vertex; then each lane looks at up to four or eight in-neighbors of its vertex."""
    vertex, edge, end = rest.vertex, rest.edge, rest.end
    idle = ballot(edge >= end)
    two = skips_others(search)
    left, first = rest.num_held if two else rest.num_walked, warp.own_missed + (0 if two else MISSED)
    place = int32(left - 1 - rank(idle))
    if edge >= end and place >= 0:
        vertex = warp.missed[uint32(first + place)]
        edge = at(search.graph.dst_ptr, vertex) + search.graph.in_front
        end = at(search.graph.dst_ptr, vertex + 1)
        if end - edge > level.patience + most_left(search):
            vertex, end = int32(~vertex), (edge + int64(level.patience)) & -4
    left = int32(max(left - size_of(idle), 0))
    hit, missed = False, False
    if edge < end:
        if two:
            hit, parent = look_at_two(search, level.old, max(vertex, ~vertex), edge, end)
        else:
            hit, parent = look_at_block(search, level.old, max(vertex, ~vertex), edge, end)
        if hit:
            settle(search, level, max(vertex, ~vertex), parent)
        edge = end if hit else (edge & -4) + (8 if two else 4)
        missed = (not hit) & (edge >= end) & (vertex < 0)
    if missed:
        cut_alone(search, level.next.counters, int32(~vertex), end)
    syncwarp()
    num_held, num_walked = left if two else rest.num_held, rest.num_walked if two else left
    return Rest(num_held, num_walked, vertex, edge, end, rest.found + (1 if hit else 0))


def cut_alone(search, counters, vertex, edge):
    """The lane cuts the rest of a vertex's list into pieces. Warps seldom have several such lanes."""
    end = at(search.graph.dst_ptr, vertex + 1)
    shift = PIECE if is_small_graph(search) else LARGE_PIECE
    count = (end - edge + (1 << shift) - 1) >> shift
    slot = atomic_add(search.state, counters + PIECES, count)
    for index in range(count):
        put_piece(search.queues.pieces, slot + index, (vertex, edge, end - edge), index << shift, shift)


def most_left(search):
    """In-neighbors that a lane looks at beyond its patience: not worth a piece."""
    return FEW_LEFT if is_small_graph(search) else MANY_LEFT


def is_small_graph(search):
    """Whether lanes have few vertices each: the longest chain of reads then decides, not their number."""
    return search.found.levels.size <= SMALL_GRAPH


def skips_others(search):
    """Whether lanes go from the best in-neighbor straight to the list, eight of it at a time."""
    return is_small_graph(search)


def look_at_pieces(search, level, warp, count):
    """Look at the pieces that lists were cut into; the first warp that hits claims the vertex."""
    found, index = 0, int64(warp.number)
    while index < count:
        start, pair = pair_at(search.queues.pieces, 2 * index)
        vertex, end = int32(pair & 0x7FFFFFFF), start + (pair >> 32)
        edge = max(start, (start & -4) + 4 * warp.lane)
        base, hits, parent = start & -4, ballot(False), int32(0)
        if ballot(bit_of(level.new, vertex)):  # one answer for all lanes, while other warps set bits
            base = end
        while base < end and hits == 0:
            hit = False
            if edge < end:
                hit, parent = look_at_block(search, level.old, vertex, edge, end)
            hits = ballot(hit)
            edge = (edge & -4) + 4 * WARP_SIZE
            base += 4 * WARP_SIZE
        if hits and warp.lane == lowest(hits) and claim_bit(level.new, vertex):
            label(search, level, vertex, parent)
            found += 1
        index += warp.num_warps
    count_pulled(search, level, warp, found)


def count_pulled(search, level, warp, found):
    """Add the vertices that the lanes labelled to the counter."""
    total = warp_sum(found)
    if total and warp.lane == 0:
        atomic_add(search.state, level.next.counters + FOUND, total)


def most_pieces(count: int, num_edges: int) -> int:
    """The most pieces that lists of in-neighbors are cut into, in a graph of `count` vertices."""
    return count + (num_edges >> PIECE) if count <= SMALL_GRAPH else num_edges // MANY_LEFT


def look_at_block(search, old, vertex, edge, end):
    """Whether an in-edge from `edge` to the end of its block of four has a visited source, and which."""
    block = edge & -4
    skip, size = int32(edge & 3), int32(min(end - block, 4))
    kept, four = keeps_of_block(search.graph, block), block_at(search.graph.src, block)
    edges = edges_of_block(search.graph, block)
    hits = visited_of(search.graph, old, four, skip, size, kept)
    return picked(kept_of_four(search.graph, hits, four, vertex, edges), four)


def look_at_two(search, old, vertex, edge, end):
    """As `look_at_block`, for two blocks, the edge's and the next one; all reads overlap."""
    block = edge & -4
    graph = search.graph
    near, far = block_at(graph.src, block), block_at(graph.src, block + 4)
    skip, size = int32(edge & 3), int32(min(end - block, 8))
    near_edges, far_edges = edges_of_block(graph, block), edges_of_block(graph, block + 4)
    near_kept, far_kept = keeps_of_block(graph, block), keeps_of_block(graph, block + 4)
    near_hits = visited_of(graph, old, near, skip, size, near_kept)
    near_hit, near_parent = picked(kept_of_four(graph, near_hits, near, vertex, near_edges), near)
    far_hits = visited_of(graph, old, far, int32(0), int32(size - 4), far_kept)
    far_hit, far_parent = picked(kept_of_four(graph, far_hits, far, vertex, far_edges), far)
    return near_hit | far_hit, near_parent if near_hit else far_parent


def block_at(src, block):
    """Four in-neighbors from this multiple of four on; the last of all instead of those behind it."""
    last = src.size - 1
    if block + 3 <= last:
        a, b, c, d = four_at(src, block)
    else:
        a, b = int32(at(src, min(block, last))), int32(at(src, min(block + 1, last)))
        c, d = int32(at(src, min(block + 2, last))), int32(at(src, last))
    return a, b, c, d


def visited_of(graph, old, four, skip, size, kept):
    """Which of four vertices are visited.

    Not the first `skip`, nor those from `size` on, nor those without a bit in `kept`.
    """
    a, b, c, d = four
    in_a, in_b = (skip < 1) & (size > 0) & (kept & 1 != 0), (skip < 2) & (size > 1) & (kept & 2 != 0)
    in_c, in_d = (skip < 3) & (size > 2) & (kept & 4 != 0), (size > 3) & (kept & 8 != 0)
    hit_a = in_a & may_lead(graph, old, a if in_a else int32(0))
    hit_b = in_b & may_lead(graph, old, b if in_b else int32(0))
    hit_c = in_c & may_lead(graph, old, c if in_c else int32(0))
    hit_d = in_d & may_lead(graph, old, d if in_d else int32(0))
    return hit_a, hit_b, hit_c, hit_d


def picked(hits, four):
    """Whether one of four vertices is hit, and which."""
    hit_a, hit_b, hit_c, hit_d = hits
    a, b, c, d = four
    return hit_a | hit_b | hit_c | hit_d, a if hit_a else (b if hit_b else (c if hit_c else d))


def settle(search, level, vertex, parent):
    """Label one vertex, and set its bit in the new bitmap."""
    label(search, level, vertex, parent)
    add_bits(level.new, int32(vertex >> 5), 1 << (vertex & 31))
