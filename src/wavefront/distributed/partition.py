"""Which rank owns which vertex: edges as evenly as can be, and each rank's vertices in order of degree or id.

Hubs are dealt one by one, the highest degree first, each to the rank with the fewest edges so far. The others
are dealt like cards, the order of the ranks turning around from round to round. Then some vertices of the
lowest degrees go where edges lack, and those without edges where vertices lack. So ranks have as many edges
within a percent, unless a hub alone has more.

Where many edges join vertices of near ids, as on maps, grids and the pages of a site, cards would tear them
apart. There what isn't a hub is dealt in blocks of successive ids, each to the rank with the fewest edges so
far, and stays in order of id: most edges stay inside a rank, and in few lines of its arrays. Not where a rank
has a GPU: kernels there take it that local positions are in order of degree.

A vertex has an `id`, the caller's; an owner and a local position there, from 0, hubs first; and a `place`,
owner * stride + local, which is what neighbor lists hold. Bit p of the bitmap of all vertices belongs to
place p: the bitmap is the ranks' segments one after another, as a gather leaves them.
"""

import heapq
from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module
from ..frontier.bitmap import WORD_SIZE
from ..graph.arrays import index_dtype

# Words at the end of a rank's segment of a bitmap, with which sums travel in the same message: three int64.
RIDER_WORDS = 6
HUBS = 1024  # per rank, dealt one by one
# Ids of a block: at most 2**MOST_BITS, and so few that a rank has BLOCKS of them; cards if that is too few.
# Blocks of 2**12 ids hold 87 % of road-FLA's edges, of 2**6 66 %; larger ones are less even at each level.
MOST_BITS, LEAST_BITS, BLOCKS = 12, 5, 128
NEAR_SHARE = 1 / 4  # of the edges, inside blocks, from which on blocks are dealt
HUB_SHARE = 8  # times the mean degree: what is dealt before blocks


class Partition(NamedTuple):
    """How `num_vertices` are dealt out to `size` ranks, and which rank this is."""

    rank: int
    size: int
    num_vertices: int
    owned: int  # vertices of this rank
    most: int  # of any rank

    @property
    def words(self) -> int:
        """Words of a bitmap's segment, the riders' included: an even number, the same on every rank."""
        return 2 * -(-self.most // (2 * WORD_SIZE)) + RIDER_WORDS

    @property
    def stride(self) -> int:
        """Places per rank; no vertex has the last ones."""
        return self.words * WORD_SIZE

    @property
    def first(self) -> int:
        """The place of this rank's local position 0."""
        return self.rank * self.stride

    @property
    def dtype(self) -> Any:
        """The type of places."""
        return index_dtype(self.size * self.stride)


def block_bits(num_vertices: int, size: int) -> int:
    """A block of ids has 2 to the power of so many; 0 if the graph is too small for blocks."""
    bits = min(MOST_BITS, (num_vertices // (size * BLOCKS)).bit_length() - 1)
    return bits if bits >= LEAST_BITS else 0


def deal(degrees: Any, rank: int, size: int, bits: int = 0) -> tuple[Partition, Any, Any]:
    """The partition, the place of every vertex, and this rank's vertices in order of local position.

    With `bits`, blocks of 2**bits ids stay together.
    """
    xp = array_module(degrees)
    order = xp.argsort(-degrees, kind="stable")
    parts = _dealt_in_blocks(order, degrees, size, bits) if bits else _dealt(order, degrees, size)
    owned = [sum(int(piece.size) for piece in pieces) for pieces in parts]
    partition = Partition(rank, size, int(degrees.size), owned[rank], max(owned))
    places = xp.empty(degrees.size, partition.dtype)
    own = order[:0]
    for owner, pieces in enumerate(parts):
        vertices, first = xp.concatenate(pieces), owner * partition.stride
        places[vertices] = xp.arange(first, first + vertices.size, dtype=partition.dtype)
        own = vertices if owner == rank else own
    return partition, places, own


def _dealt(order: Any, degrees: Any, size: int) -> list[list[Any]]:
    """Each rank's vertices in pieces, of all in order of degree."""
    xp = array_module(order)
    linked = int((degrees > 0).sum())
    hubs = min(HUBS * size, linked)
    takers = _takers(Cpu().array(degrees[order[:hubs]]).tolist(), size)
    owner = np.array(takers, np.int64)
    loads = np.bincount(owner, Cpu().array(degrees[order[:hubs]]), size).astype(np.int64)
    lacking = loads.max() - loads
    last = max(hubs, linked - int(lacking.sum()))  # a vertex has an edge at least: enough to fill up
    filled = xp.cumsum(degrees[order[last:linked]][::-1], dtype=np.int64)
    bounds = linked - Cpu().array(xp.searchsorted(filled, xp.asarray(np.cumsum(lacking)[:-1]), side="right"))
    ends = [linked, *bounds.tolist(), linked - int((filled <= lacking.sum()).sum())]
    rest = order[hubs : ends[-1]]
    parts = []
    for rank in range(size):
        turns = [rest[rank :: 2 * size], rest[2 * size - 1 - rank :: 2 * size]]
        dealt = xp.empty(turns[0].size + turns[1].size, order.dtype)
        dealt[0::2], dealt[1::2] = turns
        hubs_here = order[xp.asarray(np.flatnonzero(owner == rank))]
        parts.append([hubs_here, dealt, order[ends[rank + 1] : ends[rank]]])
    _deal_alone(order[linked:], parts)
    return parts


def _dealt_in_blocks(order: Any, degrees: Any, size: int, bits: int) -> list[list[Any]]:
    """Each rank's vertices in pieces: hubs, blocks in order of id, and vertices without edges."""
    xp, linked = array_module(order), int((degrees > 0).sum())
    mean = int(degrees.sum(dtype=np.int64)) / max(1, linked)
    hubs = order[: min(HUBS * size, int((degrees > HUB_SHARE * mean).sum()))]
    counted = degrees.copy()
    counted[hubs] = 0
    firsts = xp.arange(0, degrees.size, 1 << bits)
    ends = xp.append(firsts[1:], degrees.size)
    sums = xp.append(xp.zeros(1, np.int64), xp.cumsum(counted, dtype=np.int64))
    blocks = Cpu().array(sums[ends] - sums[firsts])
    del sums
    largest = np.argsort(-blocks, kind="stable")
    edges = np.append(Cpu().array(degrees[hubs]), blocks[largest])
    takers = np.array(_takers(edges.tolist(), size), np.int64)
    owners = np.empty(blocks.size, np.int32)
    owners[largest] = takers[hubs.size :]
    rest = xp.flatnonzero(counted > 0)
    del counted
    owner = xp.asarray(owners)[rest >> bits]
    parts = [
        [hubs[xp.asarray(np.flatnonzero(takers[: hubs.size] == rank))], rest[owner == rank]]
        for rank in range(size)
    ]
    _deal_alone(order[linked:], parts)
    return parts


def _takers(sizes: list[int], size: int) -> list[int]:
    """The rank that takes each hub or block, of so many edges: the one with the fewest edges so far.

    Of several such ranks, the one with the fewest hubs and blocks.
    """
    waiting = [(0, 0, rank) for rank in range(size)]
    takers = []
    for new in sizes:
        edges, pieces, rank = waiting[0]
        takers.append(rank)
        heapq.heapreplace(waiting, (edges + new, pieces + 1, rank))
    return takers


def _deal_alone(alone: Any, parts: list[list[Any]]) -> None:
    """Deal the vertices without edges, so that ranks have as many vertices as each other."""
    counts = np.array([sum(piece.size for piece in pieces) for pieces in parts])
    low, high = 0, int(counts.max() + alone.size)
    while low < high:  # the most vertices per rank that these are enough for
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if np.maximum(middle - counts, 0).sum() <= alone.size else (low, middle - 1)
        )
    room = np.maximum(low - counts, 0)
    room[np.argsort(np.maximum(counts, low), kind="stable")[: alone.size - room.sum()]] += 1
    ends = np.cumsum(room)
    for pieces, first, end in zip(parts, ends - room, ends, strict=True):
        pieces.append(alone[first:end])
