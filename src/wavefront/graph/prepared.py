"""A prepared graph, and new vertex ids, the form of it that moves data which is read together.

On a GPU, vertices of high degree come first, so that the most frequently read data share cache lines. They
come first in each neighbor list too: a pull step, which looks for any neighbor in the frontier, ends after
fewer edges. Small degrees are grouped by powers of two, and vertices of one group keep their order.
Translating back to the caller's ids then reads neighboring memory (degree-based grouping: Faldu, Diamond,
Grot, "A Closer Look at Lightweight Graph Reordering", IISWC 2019). hubs_first.py has the CPU's form for such
graphs, preparation.py chooses.

In a mesh whose ids are in no order, vertices are numbered as a breadth-first search meets them: neighbors
then have near ids, and their levels share cache lines (Cuthill, McKee, "Reducing the Bandwidth of Sparse
Symmetric Matrices", ACM 1969; without their order of a vertex's neighbors by degree).

Vertices without edges get no new id.
On a GPU, lists are relabelled and sorted in pieces (build_on_gpu.py), which takes little memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module, device_of
from ..errors import InputError
from . import formats
from .arrays import first_entries
from .build_on_gpu import count_ends, relabelled_on_gpu

if TYPE_CHECKING:
    from .formats import CSC, CSR

GROUPED = 256  # out-degree below which degrees are grouped; docs/decisions/0009-fused-gpu.md
ONE_WAY = "an undirected graph holds every edge in both directions; this one doesn't"


class Prepared(NamedTuple):
    """A graph in new ids, 0 to A-1 for the A vertices with an edge; or in the caller's, with A = V.

    Offsets are int32, or int64 where E demands it; ids have the type of the graph's. Lists in new ids ascend.
    Lists in the caller's ids do so for out-neighbors; those of in-neighbors have hubs first.
    """

    src_ptr: Any  # A+1 offsets
    dst: Any  # E out-neighbors
    dst_ptr: Any  # A+1 offsets; of an undirected graph `src_ptr` itself
    src: Any  # E in-neighbors; of an undirected graph in new ids `dst` itself
    first: Any  # A: the first in-neighbor of each vertex, -1 where it has none
    new_id: Any  # V: the new id of each vertex, -1 where it has no edge; None if ids are the caller's
    old_id: Any  # A: the caller's id of each new id; None likewise


def relabelled(csr: CSR, csc: CSC, old_id: Any) -> Prepared:
    """The graph of these views in new ids. An undirected graph's two views hold the same arrays.

    `old_id` has the vertices with an edge, in their new order. Raises InputError for an undirected graph
    whose degrees show that an edge has no reverse.
    """
    xp = array_module(csr.dst)
    new_id = xp.full(csr.src_ptr.size - 1, -1, csr.dst.dtype)
    new_id[old_id] = xp.arange(old_id.size, dtype=csr.dst.dtype)
    if xp is np:
        dst_ptr, src = _reversed(csr.src_ptr, csr.dst, new_id, old_id)
    else:
        dst_ptr, src = _relabelled_on_gpu(csc.dst_ptr, csc.src, new_id, old_id)
    if csc.src is csr.dst:
        if not _is_both_ways(dst_ptr, src):
            raise InputError(ONE_WAY)
        src_ptr, dst = dst_ptr, src
    elif xp is np:
        src_ptr, dst = _reversed(csc.dst_ptr, csc.src, new_id, old_id)
    else:
        src_ptr, dst = _relabelled_on_gpu(csr.src_ptr, csr.dst, new_id, old_id)
    return Prepared(src_ptr, dst, dst_ptr, src, first_entries(dst_ptr, src), new_id, old_id)


def _is_both_ways(ptr: Any, neighbors: Any) -> bool:
    """Whether each vertex is a neighbor as often as it has neighbors."""
    times = array_module(ptr).zeros(ptr.size - 1, ptr.dtype)
    device_of(neighbors).for_each(neighbors.size, count_ends, neighbors, neighbors, False, times)
    return bool((times == ptr[1:] - ptr[:-1]).all())


def _reversed(ptr: Any, neighbors: Any, new_id: Any, old_id: Any) -> tuple[Any, Any]:
    """Offsets and lists of the reverse of the edges in these lists, in new ids."""
    xp = array_module(neighbors)
    heads = new_id.take(neighbors)
    if heads.size and int(heads.min()) < 0:
        raise InputError(ONE_WAY)
    coo = formats.COO(xp.repeat(new_id, xp.diff(ptr)), heads)
    return formats.coo_to_csc(coo, old_id.size)[:2]


def _relabelled_on_gpu(ptr: Any, neighbors: Any, new_id: Any, old_id: Any) -> tuple[Any, Any]:
    """Offsets and lists in new ids. Raises InputError for a neighbor without one."""
    new_ptr, lists, known = relabelled_on_gpu(ptr, neighbors, new_id, old_id)
    if not known:
        raise InputError(ONE_WAY)
    return new_ptr, lists


def in_order_of_degree(csr: CSR, csc: CSC) -> Any:
    """The vertices with an edge by falling out-degree, then by id.

    Out-degrees below GROUPED are rounded down to a power of two.
    """
    xp = array_module(csr.dst)
    out_degrees = xp.diff(csr.src_ptr)
    active = xp.flatnonzero((out_degrees > 0) | (xp.diff(csc.dst_ptr) > 0))
    return active[by_falling_degree(out_degrees[active])].astype(csr.dst.dtype)


def by_falling_degree(degrees: Any) -> Any:
    """The positions of the degrees, the largest first, those of one group in their old order."""
    xp = array_module(degrees)
    groups = xp.asarray([(1 << degree.bit_length()) >> 1 for degree in range(GROUPED)], degrees.dtype)
    degrees = xp.where(degrees < GROUPED, groups.take(xp.minimum(degrees, GROUPED - 1)), degrees)
    most = np.iinfo(np.uint16).max  # NumPy sorts 16 bits by radix, more by comparing
    rank = (most - xp.minimum(degrees, most)).astype(np.uint16)
    order = xp.argsort(rank, kind="stable")
    clipped = order[: int((rank == 0).sum())]
    order[: clipped.size] = clipped[xp.argsort(-degrees[clipped], kind="stable")]
    return order


def in_breadth_first_order(csr: CSR, csc: CSC) -> Any:
    """The vertices with an edge as breadth-first searches meet them, from the least ids not met before."""
    xp = array_module(csr.dst)
    src_ptr, dst, dst_ptr = (Cpu().array(values) for values in (csr.src_ptr, csr.dst, csc.dst_ptr))
    order = np.empty(src_ptr.size - 1, dst.dtype)
    count = Cpu().call(meet_vertices, src_ptr, dst, dst_ptr, order, np.zeros(order.size, np.bool_))
    return xp.asarray(order[:count])


def meet_vertices(src_ptr, dst, dst_ptr, order, is_met):
    """Fill `order`, by one thread; returns how many vertices have an edge."""
    head, end = 0, 0
    for start in range(order.size):
        has_edges = src_ptr[start] < src_ptr[start + 1] or dst_ptr[start] < dst_ptr[start + 1]
        if has_edges and not is_met[start]:
            is_met[start] = True
            order[end] = start
            end += 1
        while head < end:
            vertex = order[head]
            head += 1
            for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                neighbor = dst[edge]
                if not is_met[neighbor]:
                    is_met[neighbor] = True
                    order[end] = neighbor
                    end += 1
    return end
