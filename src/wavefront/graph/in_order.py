"""What is found out about edges before they are sorted; lists of edges that are in CSR's order already."""

from typing import NamedTuple

import numpy as np

from ..device import Cpu
from ..device.memory import allocated
from .arrays import index_dtype
from .build_in_cache import GRAPH
from .listing import SAMPLE, least_and_most

BLOCK_EDGES = 1 << 14  # edges of one item where all edges are examined or copied: a cache's size
FEW = 4  # of them are looked at before others
PIECE_EDGES = 1 << 10  # edges after which examining stops where they are not in order


class Found(NamedTuple):
    """What is found out about the ids of edges."""

    least: int  # 0, or negative, if more isn't known
    most: int  # -1 for no edges
    ordered: bool  # whether the edges are sorted by source, those of one source by destination


def examined(key: np.ndarray, value: np.ndarray) -> Found:
    """The least and the largest id, and whether the edges are in order."""
    found = np.empty((_blocks(key), 3), np.int64)
    Cpu().for_each(found.shape[0], examine, key, value, found, size=key.size)
    return _summed_up(found)


def _blocks(key: np.ndarray) -> int:
    return -(-key.size // BLOCK_EDGES)


def _summed_up(found: np.ndarray) -> Found:
    rows = found.tolist()
    least = min((row[0] for row in rows), default=0)
    most = max((row[1] for row in rows), default=-1)
    return Found(least, most, all(row[2] for row in rows))


def examine(block, key, value, found):
    """The least and the largest id of the block, and whether each edge is in order with the one before it."""
    first = block * BLOCK_EDGES
    end = min(first + BLOCK_EDGES, key.size)
    least, most = least_and_most(key[first:end], value[first:end])
    falls, start = 0, max(first, 1)
    while start < end and not falls:
        stop = min(start + PIECE_EDGES, end)
        keys, values = key[start:stop], value[start:stop]
        before, values_before = key[start - 1 : stop - 1], value[start - 1 : stop - 1]
        for edge in range(keys.size):  # without branches, for vector instructions
            same = before[edge] == keys[edge]
            falls += (before[edge] > keys[edge]) | (same & (values_before[edge] > values[edge]))
        start = stop
    found[block, 0], found[block, 1], found[block, 2] = least, most, falls == 0


def seems_ordered(key: np.ndarray) -> bool:
    """Whether some keys of the list, of which there are some, ascend: first a few, then more of them."""
    few = key[:: max(1, key.size // FEW)].tolist()
    if few != sorted(few):
        return False
    some = key[:: max(1, key.size // SAMPLE)]
    return not (some[1:] < some[:-1]).any()


def copied(
    key: np.ndarray, value: np.ndarray, num_vertices: int
) -> tuple[tuple[np.ndarray, np.ndarray], Found]:
    """Offsets and values of edges that are in order, and whether they are: if not, there is no meaning.

    From one read of the edges. Ids need not have been checked; if the largest isn't below `num_vertices`,
    the arrays have no meaning either.
    """
    purpose = GRAPH, num_vertices, key.size
    ptr = allocated(num_vertices + 1, index_dtype(key.size), *purpose)
    values = allocated(key.size, index_dtype(num_vertices), *purpose)
    found = np.empty((_blocks(key), 3), np.int64)
    Cpu().for_each(found.shape[0], copy_block, key, value, ptr, values, found, size=key.size)
    ptr[max(int(key[-1]) + 1, 0) if key.size else 0 :] = key.size
    return (ptr, values), _summed_up(found)


def copy_block(block, key, value, ptr, values, found):
    """Examine the block; copy its values, and store where the lists begin whose first edge is in it."""
    examine(block, key, value, found)
    first = block * BLOCK_EDGES
    end = min(first + BLOCK_EDGES, key.size)
    before = np.int64(key[first - 1]) if first else -1
    if not found[block, 2] or before < -1 or found[block, 0] < 0 or found[block, 1] >= ptr.size - 1:
        return
    some, copies = value[first:end], values[first:end]
    for edge in range(some.size):
        copies[edge] = some[edge]
    while first < end and np.int64(key[first]) == before:  # of a list that begins in another block
        first += 1
    if first < end:
        note_starts(before + 1, first, end, key, ptr)


def note_starts(vertex, first, end, key, ptr):
    """Store where the lists begin, from this vertex's to that of the last edge, without a branch per edge."""
    keys = key[first:end]
    starts = ptr[vertex : np.int64(keys[keys.size - 1]) + 1]
    starts[:] = end
    last, low = np.uint64(end - 1), np.uint64(vertex)
    for edge in range(np.uint64(keys.size)):  # backwards: the first edge of a list is the last to write
        starts[np.uint64(key[last - edge]) - low] = last - edge
    start, last = end, np.uint64(starts.size - 1)
    for place in range(np.uint64(starts.size)):  # backwards: an empty list begins where the next one does
        start = min(start, starts[last - place])
        starts[last - place] = start
