"""Looking for visited in-neighbors, as a pull level of the fused engine's kernel does in all its forms.

First in-neighbors are looked at four a lane at a time, so that their reads overlap. Vertices that may have
more are held until there is one for every lane; a lane that is done with its own takes the next. First
in-neighbors of what stays unvisited are kept for the next pull, unless the graph is prepared and has them at
hand.
"""

from ....atomics import atomic_add
from ....compiler import cuda, int32, uint32
from ....intrinsics.access import add_bits, at, four_at, put
from ....intrinsics.warp import WARP_SIZE, ballot, rank, size_of, syncwarp, warp_sum
from .search import FOUND, HELD, bit_of, hold, is_given, label


def keep_firsts(search, vertices, neighbors, some, missed):
    """Vertices stay unvisited: their first in-neighbors, if there is some, are kept in their levels' places.

    There the next pull reads them, where it will write levels, instead of offsets and lists. What is never
    visited is marked at the end.
    """
    keep_first(search, vertices[0], neighbors[0], some[0], missed[0])
    keep_first(search, vertices[1], neighbors[1], some[1], missed[1])
    keep_first(search, vertices[2], neighbors[2], some[2], missed[2])
    keep_first(search, vertices[3], neighbors[3], some[3], missed[3])


def keep_first(search, vertex, neighbor, some, missed):
    """As `keep_firsts`, of one vertex."""
    if missed:
        put(search.levels, vertex, -2 - neighbor if some else -1)


def known_first(search, first, vertex):
    """The vertex's first in-neighbor, as prepared or as `keep_first` kept it; negative if there is none."""
    if first is None:
        return -2 - at(search.levels, vertex)
    return at(first, vertex)


def look(search, words, a, b, c, d, known):
    """The first in-neighbors of four vertices: all, which are visited, where there is some, and more.

    `known` if the graph is prepared, or the vertices' first in-neighbors are kept. Without branches, so that
    the four are read together. Where there is none, what is read isn't used.
    """
    if known:
        parents = (
            known_first(search, search.first, a),
            known_first(search, search.first, b),
            known_first(search, search.first, c),
            known_first(search, search.first, d),
        )
        some = parents[0] >= 0, parents[1] >= 0, parents[2] >= 0, parents[3] >= 0
        more = a < search.several, b < search.several, c < search.several, d < search.several
    else:
        start_a, end_a = at(search.dst_ptr, a), at(search.dst_ptr, a + 1)
        start_b, end_b = at(search.dst_ptr, b), at(search.dst_ptr, b + 1)
        start_c, end_c = at(search.dst_ptr, c), at(search.dst_ptr, c + 1)
        start_d, end_d = at(search.dst_ptr, d), at(search.dst_ptr, d + 1)
        some = start_a < end_a, start_b < end_b, start_c < end_c, start_d < end_d
        parents = (
            at(search.src, start_a if some[0] else 0),
            at(search.src, start_b if some[1] else 0),
            at(search.src, start_c if some[2] else 0),
            at(search.src, start_d if some[3] else 0),
        )
        more = start_a + 1 < end_a, start_b + 1 < end_b, start_c + 1 < end_c, start_d + 1 < end_d
    a, b = parents[0] if some[0] else 0, parents[1] if some[1] else 0
    c, d = parents[2] if some[2] else 0, parents[3] if some[3] else 0
    hit_a, hit_b = some[0] & bit_of(words, a), some[1] & bit_of(words, b)
    hit_c, hit_d = some[2] & bit_of(words, c), some[3] & bit_of(words, d)
    return parents, (hit_a, hit_b, hit_c, hit_d), some, more


def settle(search, new, place, vertex, hit, parent, level, target):
    """Label this lane's vertex of a word if it is hit. Returns 1, or 0."""
    hits = ballot(hit)
    if hit:
        label(search, vertex, level, parent, target)
    if hits and cuda.threadIdx.x % WARP_SIZE == 0:
        add_bits(new, place, hits)
    return 1 if hit else 0


def settle_one(search, new, vertex, hit, parent, level, target):
    """Label the vertex if it has a parent in the frontier. Returns 1, or 0."""
    if hit:
        label(search, vertex, level, parent, target)
        add_bits(new, int32(vertex >> 5), 1 << (vertex & 31))
    return 1 if hit else 0


def hold_missed(held, count, vertices, missed, more):
    """Hold what may have more in-neighbors to look at. Returns how many are held."""
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    count = hold(held, own, count, vertices[0], missed[0] & more[0])
    count = hold(held, own, count, vertices[1], missed[1] & more[1])
    count = hold(held, own, count, vertices[2], missed[2] & more[2])
    count = hold(held, own, count, vertices[3], missed[3] & more[3])
    syncwarp()
    return count


def look_on(search, old, new, held, count, vertex, index, end, level, target):
    """Each lane looks at four more in-neighbors of its vertex; one that is done takes another vertex."""
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    idle = ballot(index >= end)
    place = int32(count - 1 - rank(idle))
    if index >= end and place >= 0:
        vertex = int32(held[uint32(own + place)])
        index = at(search.dst_ptr, vertex) + 1
        end = at(search.dst_ptr, vertex + 1)
    count = int32(max(count - size_of(idle), 0))
    hit = False
    if index < end:
        block = index & -4
        last = search.src.size - 1
        if block + 3 <= last:
            a, b, c, d = four_at(search.src, block)
        else:
            a, b = int32(at(search.src, block)), int32(at(search.src, min(block + 1, last)))
            c, d = int32(at(search.src, min(block + 2, last))), int32(at(search.src, last))
        skip, size = int32(index & 3), int32(min(end - block, 4))
        hit_a = (skip < 1) & bit_of(old, a if skip < 1 else int32(0))
        hit_b = (skip < 2) & (size > 1) & bit_of(old, b if (skip < 2) & (size > 1) else int32(0))
        hit_c, hit_d = False, False
        # Often one of the first two is visited, and what isn't read leaves the cache to others. But the lists
        # of a prepared graph begin with hubs, whose bits are in the cache: there waiting costs more.
        if is_given(search.first) or not (hit_a | hit_b):
            hit_c = (skip < 3) & (size > 2) & bit_of(old, c if (skip < 3) & (size > 2) else int32(0))
            hit_d = (size > 3) & bit_of(old, d if size > 3 else int32(0))
        index = block + 4
        hit = hit_a | hit_b | hit_c | hit_d
        parent = a if hit_a else (b if hit_b else (c if hit_c else d))
        settle_one(search, new, vertex, hit, parent, level, target)
        index = end if hit else index
    syncwarp()
    return count, vertex, index, end, 1 if hit else 0


def finish(search, old, new, held, count, vertex, index, end, total, counters, level, target):
    """Look on until nothing is held and no lane has more to look at; count what the warp has found."""
    while count or ballot(index < end):
        count, vertex, index, end, hits = look_on(
            search, old, new, held, count, vertex, index, end, level, target
        )
        total += hits
    total = warp_sum(total)
    if total and cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_add(search.state, counters + FOUND, total)
