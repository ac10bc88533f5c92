"""Lists of in-neighbors of which the hubs' part is gathered from a GPU's shared memory.

Vertices are numbered by falling out-degree. A slice is as many neighboring numbers as shared memory holds
contributions. What a list has in a slice is a part. Parts of LEAST edges or more are cut from the lists. They
lie one after the other, slice by slice, with ids of 16 bits; sliced_kernel.py adds each of them up. There
every CHUNK edges a part is cut, so that all warps' shares are alike: what is added up at once is a piece.
The lists keep their other edges, and get the numbers of their pieces beside them. What is left of most lists
is short, so they are added up by equal shares, as rows.py says.

The two are separate launches: beside so much shared memory gathers at random are a fifth slower, and little
is left as first-level cache. docs/decisions/0018-gpu-algorithms.md has the measurements.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...graph import Graph
from ...graph.arrays import exclusive_scan, index_dtype
from ...graph.prepared import by_falling_degree
from .cutting import CHUNK, LANE_EDGES, WARP, WORDS, cut_row, fill_row, find_parts, lay_lane
from .gather import Lists
from .order import lists_of
from .regrouping import SEGMENT, Regrouped, regroup
from .rows import LEAST_ITERATIONS, Noted, note

if TYPE_CHECKING:
    from ...device import Cuda, Python

LEAST_EDGES = 1 << 26  # with fewer, cutting takes longer than it saves in a call
HELD = 0.5  # of all neighbors, at least, are in the first slices
HELD_BY = 3  # so many of them
MOST_SLICES = 15
LEAST = 3  # edges of a part
MOST_NEAR = (1 << 16) - 4  # ids of 16 bits, one of which stands for nothing
MOST_NUMBERS = (1 << 31) - 1  # of vertices and pieces, in 32 bits; fewer than every second edge ends a piece
THREADS, RESIDENT = 512, 3  # of a block that regroups, and blocks of a multiprocessor
GOLDEN = 0.618  # of a slice's chunks lie between one and the next
PIECE_COST, NEAR_COST = 0.0063, 1 / 600  # of a chunk's time: a piece's end, a contribution read for a slice
EDGE_BYTES, PART_BYTES, SLICE_BYTES, ROW_BYTES = 16, 60, 24, 120  # at the peak, at most
OTHER_SHARED = 2048  # bytes for what else the kernel keeps there


class Slices(NamedTuple):
    """The parts that were cut."""

    words: Any  # four ids each, as lanes read them
    lanes: Any  # of each lane's edges: bits for those that end a piece; and, from bit 32 on, the first piece
    ends: Any  # of each slice: the chunk behind its last
    steps: Any  # of each slice: from a chunk to the next
    firsts: Any  # of each block: its first chunk; and the number of chunks
    near: Any  # contributions of a slice


class Sliced(NamedTuple):
    """A graph's slices, and the lists of what is left."""

    slices: Slices
    rest: Noted  # whose entries are ids, and numbers of vertices + numbers of pieces
    pieces: Any  # how many
    order: Any  # V: the caller's ids
    joined: Any  # how many vertices there are before those without edges


_sliced: WeakKeyDictionary[Graph, Sliced | None] = WeakKeyDictionary()


def sliced(graph: Graph, device: Cuda | Python, max_iterations: int) -> Sliced | None:
    """The graph's cut lists, made once for each graph; None where they gain nothing, or there is no room."""
    if max_iterations < LEAST_ITERATIONS:
        return None
    if graph not in _sliced:
        found = None
        if may_gain(graph, device):
            lists_of(graph, False, device)  # which are made first, so that what they take isn't free
            if not has_room(graph, device):
                return None  # for now
            found = _cut(graph, device)
        _sliced.setdefault(graph, found)  # of two calls at once, the first one's
    return _sliced.get(graph)


def near_on(device: Cuda | Python) -> int:
    """How many contributions this device's shared memory holds, a multiple of 4."""
    return max(0, min(MOST_NEAR, (device.most_shared_memory() - OTHER_SHARED) // 16 * 4))


def may_gain(graph: Graph, device: Cuda | Python) -> bool:
    """Whether the graph is large, and may have hubs that hold most edges."""
    if graph.num_edges < LEAST_EDGES or graph.num_vertices + graph.num_edges // 2 > MOST_NUMBERS:
        return False
    return int(graph.out_degrees.max()) * HELD_BY * near_on(device) >= HELD * graph.num_edges


def has_room(graph: Graph, device: Cuda | Python) -> bool:
    """Whether there is room to cut the lists."""
    free = device.free_memory()
    return free is None or sum(room_of(graph, device).values()) < free


def room_of(graph: Graph, device: Cuda | Python) -> dict[str, int]:
    """What cutting the lists takes at most, in bytes."""
    rows = graph.num_vertices + graph.num_edges // SEGMENT
    slices = min(MOST_SLICES, -(-graph.num_vertices // near_on(device)))
    parts = min(graph.num_edges // LEAST, slices * rows)
    return {
        "lists in slices": EDGE_BYTES * graph.num_edges,
        "parts of lists": PART_BYTES * parts + SLICE_BYTES * slices * rows,
        "rows": ROW_BYTES * rows,
    }


def _cut(graph: Graph, device: Cuda | Python) -> Sliced | None:
    near = near_on(device)
    lists, order = lists_of(graph, False, device)
    is_sorted = order is not None
    if not is_sorted:
        order = by_falling_degree(graph.out_degrees)
    held = graph.out_degrees[order[: HELD_BY * near]].sum(dtype=np.int64)
    if int(held) < HELD * graph.num_edges:
        return None
    firsts = None
    if not is_sorted:
        lists, firsts = regrouped(graph, order, near, device)
    slices, rest, pieces = slices_of(lists, firsts, order.size, near, device)
    if not pieces:
        return None
    has_edges = (graph.out_degrees[order] > 0) | (device.xp.diff(graph.csc[0])[order] > 0)
    return Sliced(slices, rest, pieces, order, int(device.xp.flatnonzero(has_edges)[-1]) + 1)


def regrouped(graph: Graph, order: Any, near: int, device: Cuda | Python) -> tuple[Lists, Any]:
    """The graph's lists in new ids, those of a slice together, and each vertex's first row.

    A row is a list, or SEGMENT edges of a longer one.
    """
    xp, count = device.xp, graph.num_vertices
    new_id = xp.empty(count, np.int32)
    new_id[order] = xp.arange(count, dtype=np.int32)
    ptr, src = graph.csc[:2]
    begins, ends = ptr[:-1][order], ptr[1:][order]
    many = xp.maximum(1, -(-(ends - begins) // SEGMENT))
    firsts = exclusive_scan(many)
    number = int(firsts[-1])
    vertex = xp.searchsorted(firsts, xp.arange(number, dtype=firsts.dtype), side="right") - 1
    origins = begins[vertex] + (xp.arange(number) - firsts[vertex]) * SEGMENT
    starts = exclusive_scan(xp.minimum(SEGMENT, ends[vertex] - origins))
    del vertex, many, begins, ends
    ids = xp.empty(src.size, np.int32)
    slices = max(1, min(MOST_SLICES, -(-count // near)))
    rows = Regrouped(origins, starts, new_id.take(src), near, slices, LEAST, ids)
    blocks, threads = device.running_at_once(THREADS)
    device.launch(RESIDENT * blocks, threads, regroup, rows, resident=RESIDENT)
    return Lists(starts, ids, None), firsts


def slices_of(
    lists: Lists, firsts: Any, num_vertices: int, near: int, device: Cuda | Python
) -> tuple[Slices, Noted, int]:
    """Cut the lists; returns how many pieces, too. `firsts`: each vertex's first row; None: each has one."""
    xp = device.xp
    number = max(1, min(MOST_SLICES, -(-num_vertices // near)))
    there = xp.flatnonzero(xp.diff(lists.dst_ptr) >= LEAST)
    count = int(there[-1]) + 1 if there.size else 0  # the rows behind have no parts
    ptr = lists.dst_ptr[: count + 1]
    lengths, begins = xp.zeros(number * count, np.int32), xp.empty((number + 1) * count, ptr.dtype)
    left = xp.empty(count, np.int32)
    device.for_each(count, find_parts, ptr, lists.src, near, number, LEAST, lengths, begins, left)
    slices, starts, there = _laid_out(lists, lengths, begins, number, near, device)
    places = xp.empty(lengths.size, np.int64)
    places[there] = starts
    rows = xp.zeros(count + 1, np.int64)
    device.for_each(count, cut_row, lengths, places, number, left, rows)
    head = xp.cumsum(rows)
    tail = lists.dst_ptr[count:] - lists.dst_ptr[count] + head[-1]
    dst_ptr, src = xp.concatenate([head, tail[1:]]), xp.empty(int(tail[-1]), np.int32)
    given = ptr, lists.src, num_vertices, number, lengths, begins, places, slices.lanes, head, src
    device.for_each(count * WARP, fill_row, *given)
    src[int(head[-1]) :] = lists.src[int(lists.dst_ptr[count]) :]
    dst_ptr = (dst_ptr if firsts is None else dst_ptr[firsts]).astype(index_dtype(src.size), copy=False)
    pieces = int(slices.lanes[-1] >> 32) + WARP if slices.lanes.size else 0  # a lane has so many at most
    return slices, note(dst_ptr, src, device), pieces


def _laid_out(
    lists: Lists, lengths: Any, begins: Any, number: int, near: int, device: Cuda | Python
) -> tuple[Slices, Any, Any]:
    """The slices; where each part begins in them; and the parts' numbers."""
    xp, count = device.xp, lengths.size // number
    there = xp.flatnonzero(lengths)
    edges = lengths[there]
    ends = xp.cumsum(edges, dtype=np.int64)
    starts = ends - edges
    of_slice = there // max(1, count)
    before = xp.searchsorted(of_slice, xp.arange(number + 1))
    first = xp.concatenate([xp.zeros(1, np.int64), ends])[before]
    chunks = -(-xp.diff(first) // CHUNK)
    room = xp.concatenate([xp.zeros(1, np.int64), xp.cumsum(chunks)])
    starts += (room[:-1] * CHUNK - first[:-1])[of_slice]
    many = int(room[-1]) * (CHUNK // LANE_EDGES)
    words, bits, counts = xp.empty(many * WORDS, np.int64), xp.empty(many, np.int64), xp.empty(many, np.int64)
    given = lists.src, begins[there], starts, edges, of_slice * near, near, words, bits, counts
    device.for_each(many, lay_lane, *given)
    steps = xp.asarray([_step(int(size)) for size in chunks.tolist()], np.int64)
    before = xp.concatenate([xp.zeros(1, np.int64), xp.cumsum(counts)])
    lanes = bits | before[:-1] << 32
    pieces = xp.diff(before[room * WARP]).tolist()
    firsts = _firsts(chunks.tolist(), pieces, NEAR_COST * near, device.running_at_once(THREADS)[0])
    return Slices(words, lanes, room[1:].copy(), steps, xp.asarray(firsts, np.int64), near), starts, there


def _firsts(chunks: list[int], pieces: list[int], begin: float, blocks: int) -> list[int]:
    """The first chunk of each block, so that all take as long, and the number of chunks.

    A slice has so many chunks and pieces, and to begin it takes as long as so many chunks.
    """
    costs, places = [0.0], [0]
    for size, ends in zip(chunks, pieces, strict=True):
        costs += [costs[-1] + begin, costs[-1] + begin + size + PIECE_COST * ends]
        places += [places[-1], places[-1] + size]
    shares = np.linspace(begin, costs[-1], blocks + 1)
    return [int(place) for place in np.interp(shares, costs, places)[:-1]] + [places[-1]]


def _step(size: int) -> int:
    """A step that goes through so many chunks, far from one to the next: no divisor in common."""
    step = max(1, int(GOLDEN * size))
    while gcd(step, size) > 1:
        step += 1
    return step
