"""What lets a GPU add up lists of any lengths by equal shares of their edges.

A lane adds up LANE_EDGES neighboring edges of all lists in a row, wherever lists begin and end:
rows_kernel.py. What is noted for that is, of each edge, whether it is the last of its list, and of each lane
how many lists have ended before. Every CHUNK edges a list is cut, so that a warp needs nothing of another
one: what is added up at once is a piece, and most lists are one.

It is the segmented sum of Blelloch, Heroux and Zagha, "Segmented Operations for Sparse Matrix Computation on
Vector Multiprocessors", CMU-CS-93-173, 1993.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...compiler import int64
from ...graph import Graph
from ...graph.arrays import index_dtype, list_of
from ...intrinsics.warp import WARP_SIZE
from .gather import GROUP, HUGE, SHORT, Lists

if TYPE_CHECKING:
    from ...device import Cuda, Python

LANE_EDGES = 8
CHUNK = WARP_SIZE * LANE_EDGES
ALIGNED = 16  # bytes: four ids are read at once
OVERLAPPED = 4  # edges of a list that a lane reads at a time, or 8 lanes each
# Where equal shares take less time; docs/decisions/0018-gpu-algorithms.md has the measurements.
USED = 0.75  # of the entries that gather.py has room for, at most, are there
NOT_SHORT = 0.5  # of the entries, at least, are in lists of SHORT or more
LEAST_EDGES = 1 << 20
LEAST_ITERATIONS = 10  # of a call that notes where lists end
EDGE_BYTES, VERTEX_BYTES = 3, 40  # at the peak, at most


class Rows(NamedTuple):
    """Lists in a row, and what is noted of them."""

    src: Any  # E: entries of the lists
    lanes: Any  # of each lane: bits for its edges that end a piece, and how many pieces ended before
    sums: Any  # of each piece, what was added up
    before: Any  # what entries stand for that are numbers of vertices + something; None: there are none


class Noted(NamedTuple):
    """What is noted of a graph's lists."""

    src: Any  # whose they are
    lanes: Any
    first_piece: Any  # V + 1
    number: Any  # of pieces


UNKNOWN = Noted(None, None, None, 0)
_noted: WeakKeyDictionary[Graph, Noted | None] = WeakKeyDictionary()


def noted(graph: Graph, lists: Lists, device: Cuda | Python, max_iterations: int) -> Noted | None:
    """What is noted of a graph's lists, once for each graph; None where equal shares gain nothing."""
    if max_iterations < LEAST_ITERATIONS:
        return None
    known = _noted.get(graph, UNKNOWN)
    if known is not None and known.src is not lists.src:  # perhaps those of the graph before it was prepared
        known = note(lists.dst_ptr, lists.src, device) if gains(lists, device) else None
        _noted[graph] = known
    return known


def gains(lists: Lists, device: Cuda | Python) -> bool:
    """Whether lists of these lengths leave many lanes idle in gather.py, and ids can be read by four."""
    edges = lists.src.size
    if edges < LEAST_EDGES or not can_be_noted(lists.src):
        return False
    xp, lengths = device.xp, lists.dst_ptr[1:] - lists.dst_ptr[:-1]
    width = GROUP * OVERLAPPED
    room = xp.where(lengths < HUGE, -(-lengths // width) * width, lengths)
    room = xp.where(lengths < SHORT, OVERLAPPED * (lengths > 0), room)
    in_longer = int(lengths[lengths >= SHORT].sum(dtype=np.int64))
    return in_longer >= NOT_SHORT * edges and bool(edges < USED * int(room.sum(dtype=np.int64)))


def can_be_noted(src: Any) -> bool:
    """Whether ids are of 32 bits, and four of them are read at once."""
    return bool(src.dtype == np.int32 and (isinstance(src, np.ndarray) or src.data.ptr % ALIGNED == 0))


def note(dst_ptr: Any, src: Any, device: Cuda | Python) -> Noted:
    """Note where the lists end."""
    xp, edges = device.xp, src.size
    many = -(-edges // CHUNK) * WARP_SIZE
    bits, counts = xp.empty(many, np.int64), xp.empty(many, np.int64)
    device.for_each(many, mark_ends, dst_ptr, edges, bits, counts)
    lanes = xp.cumsum(counts)
    number = int(lanes[-1]) if many else 0
    lanes -= counts
    lanes <<= LANE_EDGES
    lanes |= bits
    first_piece = xp.empty(dst_ptr.size, index_dtype(number))
    device.for_each(dst_ptr.size, number_piece, dst_ptr, lanes, number, first_piece)
    return Noted(src, lanes, first_piece, number)


def room_of(num_vertices: int, num_edges: int) -> dict[str, int]:
    """What noting where the lists end takes at most, and then the sums, in bytes."""
    most = min(num_vertices, num_edges) + num_edges // CHUNK + 1
    return {
        "ends of lists": EDGE_BYTES * num_edges + VERTEX_BYTES * num_vertices,
        "sums of lists": np.dtype(np.float64).itemsize * most,
    }


def mark_ends(lane, dst_ptr, edges, bits, counts):
    """Mark and count the lane's edges that end a piece."""
    place, found, count = int64(lane * LANE_EDGES), int64(0), int64(0)
    last = min(place + LANE_EDGES, edges)
    stop = int64(dst_ptr[list_of(dst_ptr, place) + 1]) if place < last else place
    for slot in range(LANE_EDGES):
        if place < last:
            place += 1
            if place == stop or place % CHUNK == 0:
                found |= int64(1) << slot
                count += 1
            if place == stop and place < last:
                stop = int64(dst_ptr[list_of(dst_ptr, place) + 1])
    bits[lane], counts[lane] = found, count


def number_piece(vertex, dst_ptr, lanes, number, first_piece):
    """Note how many pieces end before the vertex's list."""
    place, total = int64(dst_ptr[vertex]), int64(number)
    if place < dst_ptr[dst_ptr.size - 1]:
        lane = int64(lanes[place // LANE_EDGES])
        left, total = lane & ((int64(1) << (place % LANE_EDGES)) - 1), lane >> LANE_EDGES
        while left:
            left &= left - 1
            total += 1
    first_piece[vertex] = total
