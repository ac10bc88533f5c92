"""How an adjacency matrix is stored: COO, CSR, CSC, ELL, JDS, dense; PMPP 4e, chapters 14 and 15.

Row = source, column = destination. V is the number of vertices, E that of stored edges. Vertex ids and
offsets are int32 or int64; `weights` has numbers in the order of the edges, or is None. Neighbor
lists are sorted; parallel edges stay in the order they were given. The arrays are NumPy's, or CuPy's on a
GPU; every conversion runs on the device that holds them.
"""

import math
from typing import NamedTuple

import numpy as np

from ..device import Device, array_module, device_of, working_on
from ..device.memory import require_memory
from .arrays import exclusive_scan, index_dtype
from .build import sort_edges
from .build_on_gpu import occurrences

PADDING = -1  # in ELL, fills a row past its last neighbor
COMPARED = 1 << 20  # edges compared at once, so that this takes little memory

Weights = np.ndarray | None


class COO(NamedTuple):
    """Coordinates: one (source, destination) pair per edge; here in CSR's order. 2E ids."""

    src: np.ndarray
    dst: np.ndarray
    weights: Weights = None


class CSR(NamedTuple):
    """Compressed rows: vertex v's out-neighbors are ``dst[src_ptr[v]:src_ptr[v + 1]]``. V+1+E."""

    src_ptr: np.ndarray
    dst: np.ndarray
    weights: Weights = None


class CSC(NamedTuple):
    """Compressed columns: vertex v's in-neighbors are ``src[dst_ptr[v]:dst_ptr[v + 1]]``. V+1+E."""

    dst_ptr: np.ndarray
    src: np.ndarray
    weights: Weights = None


class ELL(NamedTuple):
    """Padded rows, column by column, so that neighboring threads read neighboring words.

    ``dst[k, v]`` is vertex v's k-th out-neighbor or PADDING: largest degree x V ids.
    """

    dst: np.ndarray
    weights: Weights = None


class JDS(NamedTuple):
    """Jagged diagonals: rows by falling degree, stored column by column without padding.

    Row i is vertex ``vertices[i]``. Column k, ``dst[column_ptr[k]:column_ptr[k + 1]]``, holds the k-th
    neighbors of the rows with more than k neighbors, row 0 first. V + largest degree + 1 + E.
    """

    vertices: np.ndarray
    column_ptr: np.ndarray
    dst: np.ndarray
    weights: Weights = None


def coo_to_csr(coo: COO, num_vertices: int) -> CSR:
    """Compress the sources; `coo` may be in any order. O(V + E), parallel."""
    return CSR(*sort_edges(coo.src, coo.dst, coo.weights, num_vertices))


def coo_to_csc(coo: COO, num_vertices: int) -> CSC:
    """Compress the destinations; `coo` may be in any order. O(V + E), parallel."""
    return CSC(*sort_edges(coo.dst, coo.src, coo.weights, num_vertices))


def csc_slots(coo: COO, num_vertices: int, directed: bool = True) -> np.ndarray:
    """For each edge of the CSC view, its slot in the CSR view: E integers. `coo` must be in CSR's order.

    An undirected graph's CSC view is the CSR view, whose two lists may have parallel edges in different
    orders: these are paired by weight.
    """
    xp = array_module(coo.dst)
    numbers = xp.arange(coo.dst.size, dtype=index_dtype(coo.dst.size))
    slots = sort_edges(coo.dst, coo.src, numbers, num_vertices)[2]
    assert slots is not None
    if not directed and coo.weights is not None and _has_parallel(coo):
        _pair_by_weight(coo, coo.weights, slots)
    return slots


def _has_parallel(coo: COO) -> bool:
    """Whether two edges, which then are one after the other, have the same ends."""
    for first in range(0, coo.dst.size - 1, COMPARED):
        src, dst = (ids[first : first + COMPARED + 1] for ids in coo[:2])
        if bool(((dst[1:] == dst[:-1]) & (src[1:] == src[:-1])).any()):
            return True
    return False


def _pair_by_weight(coo: COO, weights: np.ndarray, slots: np.ndarray) -> None:
    """Exchange the slots of parallel edges, so that each is that of an edge of the same weight."""
    xp, found = array_module(slots), []
    for first in range(0, slots.size, COMPARED):
        some = slice(first, first + COMPARED)
        found.append(first + xp.flatnonzero(weights[slots[some]] != weights[some]))
    places = xp.concatenate(found)
    if not places.size:
        return
    src, dst = coo.src[places], coo.dst[places]
    bundle = xp.zeros(places.size, np.int64)  # of which ends the edge is one
    bundle[1:] = xp.cumsum((src[1:] != src[:-1]) | (dst[1:] != dst[:-1]))

    def in_order(values: np.ndarray) -> np.ndarray:
        by_value = xp.argsort(values, kind="stable")
        order: np.ndarray = by_value[xp.argsort(bundle[by_value], kind="stable")]
        return order

    others = slots[places]
    slots[places[in_order(weights[places])]] = others[in_order(weights[others])]


def csr_to_coo(csr: CSR) -> COO:
    """Spell out each edge's source."""
    vertices = array_module(csr.dst).arange(csr.src_ptr.size - 1, dtype=csr.dst.dtype)
    return COO(_per_edge(vertices, csr.src_ptr), csr.dst, csr.weights)


def csr_to_ell(csr: CSR) -> ELL:
    """Pad each neighbor list to the longest. Raises InputError if the padded lists can't fit in memory."""
    xp = array_module(csr.dst)
    num_vertices = csr.src_ptr.size - 1
    width = int(xp.diff(csr.src_ptr).max()) if num_vertices else 0
    source = _per_edge(xp.arange(num_vertices), csr.src_ptr)
    rank = xp.arange(csr.dst.size) - csr.src_ptr.take(source)
    return ELL(
        _scattered(csr.dst, (rank, source), (width, num_vertices), PADDING),
        None if csr.weights is None else _scattered(csr.weights, (rank, source), (width, num_vertices), 0),
    )


def ell_to_csr(ell: ELL) -> CSR:
    """Drop the padding."""
    present = (ell.dst != PADDING).T
    weights = None if ell.weights is None else ell.weights.T[present]
    return CSR(exclusive_scan(present.sum(axis=1)), ell.dst.T[present], weights)


def csr_to_jds(csr: CSR) -> JDS:
    """Order the rows by falling degree, those of equal degree by id, and store them column by column."""
    xp = array_module(csr.dst)
    vertices = xp.argsort(-xp.diff(csr.src_ptr), kind="stable").astype(csr.dst.dtype)
    column_ptr, slots = _jds_slots(vertices, csr.src_ptr)
    weights = None if csr.weights is None else csr.weights.take(slots)
    return JDS(vertices, column_ptr, csr.dst.take(slots), weights)


def jds_to_csr(jds: JDS) -> CSR:
    """Gather each row from its columns, back in order of vertex id."""
    xp = array_module(jds.dst)
    row = xp.arange(jds.dst.size) - _per_edge(jds.column_ptr[:-1], jds.column_ptr)
    degrees = xp.zeros(jds.vertices.size, np.int64)
    degrees[jds.vertices] = occurrences(row, jds.vertices.size)
    src_ptr = exclusive_scan(degrees)
    _, slots = _jds_slots(jds.vertices, src_ptr)
    dst = xp.empty_like(jds.dst)
    dst[slots] = jds.dst
    if jds.weights is None:
        return CSR(src_ptr, dst)
    weights = xp.empty_like(jds.weights)
    weights[slots] = jds.weights
    return CSR(src_ptr, dst, weights)


def _jds_slots(vertices: np.ndarray, src_ptr: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """JDS's column offsets, and the CSR slot of each of its edges."""
    xp = array_module(src_ptr)
    row_ptr = exclusive_scan(xp.diff(src_ptr).take(vertices))
    rank = xp.arange(int(src_ptr[-1])) - _per_edge(row_ptr[:-1], row_ptr)
    slots = _per_edge(src_ptr.take(vertices), row_ptr) + rank
    width = int(rank.max()) + 1 if rank.size else 0
    return exclusive_scan(occurrences(rank, width)), slots[xp.argsort(rank, kind="stable")]


def csr_to_dense(csr: CSR) -> np.ndarray:
    """V x V matrix: bool, or the weights (0 = no edge); of parallel edges the last one's (on a GPU any).

    Raises InputError if the matrix can't fit in memory.
    """
    xp = array_module(csr.dst)
    size = csr.src_ptr.size - 1
    source = _per_edge(xp.arange(size), csr.src_ptr)
    values = xp.ones(csr.dst.size, bool) if csr.weights is None else csr.weights
    return _scattered(values, (source, csr.dst), (size, size), 0)


def dense_to_coo(matrix: np.ndarray) -> COO:
    """The nonzero elements of a square matrix; their values are weights unless the matrix is bool."""
    src, dst = array_module(matrix).nonzero(matrix)
    return COO(src, dst, None if matrix.dtype == bool else matrix[src, dst])


def copied(csr: CSR, device: Device) -> CSR:
    """The lists on another device."""
    with working_on(device):
        weights = None if csr.weights is None else device.array(csr.weights)
        return CSR(device.array(csr.src_ptr), device.array(csr.dst), weights)


def lengths(ptr: np.ndarray) -> np.ndarray:
    """The length of each neighbor list, in the type of the offsets `ptr`."""
    degrees: np.ndarray = ptr[1:] - ptr[:-1]
    return degrees


def _per_edge(values: np.ndarray, ptr: np.ndarray) -> np.ndarray:
    """Each vertex's value, repeated for every edge of its list; `ptr` holds the lists' offsets."""
    xp = array_module(ptr)
    repeated: np.ndarray = xp.repeat(values, lengths(ptr))
    return repeated


def _scattered(
    values: np.ndarray, where: tuple[np.ndarray, ...], shape: tuple[int, ...], fill: int
) -> np.ndarray:
    size = math.prod(shape) * values.itemsize
    require_memory(size, f"a {shape[0]} x {shape[1]} array", device_of(values).total_memory())
    full: np.ndarray = array_module(values).full(shape, fill, values.dtype)
    full[where] = values
    return full
