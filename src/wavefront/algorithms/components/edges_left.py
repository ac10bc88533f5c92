"""Lists of a graph's edges on a GPU, as signatures.py sweeps over them: all at first, then those left."""

from __future__ import annotations

from ...atomics import atomic_add
from ...compiler import cuda, int64
from ...intrinsics.access import at, put
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, lowest, rank, size_of, without_lowest

SHORT = 16  # edges of the lists that a lane follows
IN_CHUNK = 16  # edges per lane whose places in the next list a warp claims together
HALF = 32  # bits of an id in a packed edge, and of a key in a packed pair
LOW = (1 << HALF) - 1


def list_edges(signs):
    """Write the graph's edges to the first list; warps take equal shares of them."""
    lane, warps = cuda.threadIdx.x % WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    each = (signs.dst.size + warps - 1) // warps
    low = each * int64(cuda.grid(1) // WARP_SIZE)
    high, count = min(low + each, signs.dst.size), signs.labels.size
    while low < high:
        base = source_of(signs.src_ptr, count, low, lane)
        vertex, edge, end = base + lane, int64(0), int64(0)
        if vertex < count:
            edge = max(low, at(signs.src_ptr, vertex))
            end = min(high, at(signs.src_ptr, vertex + 1))
        longer = ballot(end - edge >= SHORT)
        if end - edge < SHORT:
            for near in range(edge, end):
                put(signs.edges, near, vertex | at(signs.dst, near) << HALF)
        while longer:
            owner = lowest(longer)
            longer = without_lowest(longer)
            for near in range(broadcast(edge, owner) + lane, broadcast(end, owner), WARP_SIZE):
                put(signs.edges, near, (base + owner) | at(signs.dst, near) << HALF)
        low = min(high, at(signs.src_ptr, min(base + WARP_SIZE, count)))


def source_of(src_ptr, count, edge, lane):
    """The vertex whose list has the edge. All lanes search."""
    low, high = int64(0), int64(count)
    while high - low > 1:
        step = (high - low + WARP_SIZE - 1) // WARP_SIZE
        place = low + lane * step
        fits = False
        if place < high:
            fits = at(src_ptr, place) <= edge
        low += (size_of(ballot(fits)) - 1) * step
        high = min(high, low + step)
    return low


def keep_edges(signs, begin, left, word):
    """Write the edges that are left to the other list."""
    lane, chunk = cuda.threadIdx.x % WARP_SIZE, WARP_SIZE * IN_CHUNK
    base, other = int64(cuda.grid(1) // WARP_SIZE) * chunk, signs.dst.size - begin
    while base < left:
        kept, found, place = int64(0), int64(0), int64(0)
        for number in range(IN_CHUNK):
            index, stays = base + number * WARP_SIZE + lane, False
            if index < left:
                stays = is_left(at(signs.edges, begin + index), signs)
            kept |= int64(stays) << number
            found += size_of(ballot(stays))
        if found and lane == 0:
            place = atomic_add(signs.state, word, found)
        place = other + broadcast(place, 0)
        for number in range(IN_CHUNK):
            stays = kept >> number & 1 != 0
            mask = ballot(stays)
            if stays:
                index = begin + base + number * WARP_SIZE + lane
                put(signs.edges, place + rank(mask), at(signs.edges, index))
            place += size_of(mask)
        base += cuda.gridsize(1) * IN_CHUNK


def is_left(edge, signs):
    """Whether an edge may be inside of a component that isn't found: its ends' keys are alike."""
    source, neighbor = edge & LOW, edge >> HALF
    pair = at(signs.pairs, source)
    if pair & LOW == pair >> HALF or source == neighbor:
        return False
    return pair == at(signs.pairs, neighbor)
