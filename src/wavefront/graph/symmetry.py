"""Checks that neighbor lists hold every edge in both directions, as those of an undirected graph must.

An edge is hashed with its smaller vertex first, so its two directions have one hash. The hashes of all edges
upward, to a larger vertex, must add up to those of all edges downward. Sums of different edges are equal in
one of 2^62 cases. The lists are read once, in order and by all threads, and needn't be sorted. Which edge is
alone is found out only to name it.

Parallel edges need as many in the other direction. Weights are part of the edge: NaN equals NaN, and -0.0
equals 0.0. Self-loops need nothing.
"""

from typing import NamedTuple

import numpy as np

from ..device import Cpu, device_of
from ..errors import InputError
from ..intrinsics.hashing import BITS_62, HALF_BITS, mixed
from . import formats

BLOCK_EDGES = 1 << 12  # edges of one item: enough to look up the first one's vertex for, and few for a thread
WORD = (1 << 32) - 1


class Values(NamedTuple):
    """Weights, and their bits as integers; both empty for unweighted edges."""

    weights: np.ndarray
    bits: np.ndarray


def require_both_directions(csr: formats.CSR, advice: str) -> None:
    """Raise InputError, naming an edge without its reverse, for lists that aren't an undirected graph's.

    The message ends with the `advice`.
    """
    src_ptr, dst, weights = csr
    device = device_of(dst)
    if weights is None:
        weights = device.xp.empty(0)
    values = Values(weights, weights.view(f"i{weights.itemsize}"))
    sums = device.xp.empty(-(-dst.size // BLOCK_EDGES), np.int64)
    device.for_each(sums.size, add_up_hashes, src_ptr, dst, values, sums, size=dst.size)
    if int(sums.sum()) & BITS_62:
        src, neighbor, weight = one_way_edge(csr)
        like_it = "" if weight is None else f" of weight {weight}"
        raise InputError(
            "an undirected graph holds every edge in both directions: "
            f"there is {src} -> {neighbor}{like_it}, but no {neighbor} -> {src}{like_it} for it{advice}"
        )


def add_up_hashes(block, src_ptr, dst, values, sums):
    """Store the sum of the hashes of the block's edges upward less those of its edges downward."""
    first = block * BLOCK_EDGES
    end = min(first + BLOCK_EDGES, dst.size)
    vertex, last = 0, src_ptr.size - 2
    while vertex < last:  # the vertex of the first edge is the last one whose list begins there or before
        middle = (vertex + last + 1) // 2
        if src_ptr[middle] <= first:
            vertex = middle
        else:
            last = middle - 1
    total = 0
    for edge in range(first, end):
        while src_ptr[vertex + 1] <= edge:
            vertex += 1
        neighbor = int(dst[edge])
        if neighbor > vertex:
            total += hashed(vertex, neighbor, edge, values)
        elif neighbor < vertex:
            total -= hashed(neighbor, vertex, edge, values)
        total &= BITS_62
    sums[block] = total


def hashed(low, high, edge, values):
    """62 bits that depend on all bits of the edge's vertices and of its weight."""
    state = mixed(low << HALF_BITS | high) if high >> HALF_BITS == 0 else mixed(mixed(low) ^ high)
    if not values.weights.size:
        return state
    weight = values.weights[edge]
    code = 0 if weight == 0 else 1 if weight != weight else int(values.bits[edge])
    return mixed(mixed(state + (code & WORD)) + (code >> 32 & WORD))


def one_way_edge(csr: formats.CSR) -> tuple[int, int, float | int | None]:
    """Source, destination and weight of an edge that has no reverse."""
    src, dst, weights = formats.csr_to_coo(formats.copied(csr, Cpu()))
    least_significant = [] if weights is None else [weights]
    there, back = (np.lexsort([*least_significant, *ends]) for ends in ((dst, src), (src, dst)))
    differs = (src[there] != dst[back]) | (dst[there] != src[back])
    if weights is not None:
        differs |= _differ(weights[there], weights[back])
    first = differs.argmax()
    edge, reverse = int(there[first]), int(back[first])
    # Of the sorted edges and the sorted reversed edges, the smaller at the first difference is alone.
    key, reversed_key = (src[edge], dst[edge]), (dst[reverse], src[reverse])
    is_edge = key < reversed_key
    if key == reversed_key and weights is not None:  # NaN is sorted last
        is_edge = weights[edge] < weights[reverse] or np.isnan(weights[reverse])
    alone = edge if is_edge else reverse
    return int(src[alone]), int(dst[alone]), None if weights is None else weights[alone].item()


def _differ(weights: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Whether weights differ; NaN is equal to NaN."""
    unequal: np.ndarray = (weights != others) & ~(np.isnan(weights) & np.isnan(others))
    return unequal
