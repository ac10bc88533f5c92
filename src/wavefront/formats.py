"""How an adjacency matrix is stored: COO, CSR, CSC, ELL, JDS, dense; PMPP 4e, chapters 14 and 15.

Row = source, column = destination. V is the number of vertices, E of stored edges; vertex ids are int32
or int64, offsets likewise, `weights` is float32 or float64 in the order of the edges, or None. Neighbor
lists are sorted; parallel edges stay in the order they were given.
"""

import math
from typing import NamedTuple

import numpy as np

from .csr_build import sort_edges
from .memory import require_memory
from .scan import exclusive_scan

PADDING = -1  # in ELL, what fills a row past its last neighbor

Weights = np.ndarray | None


class COO(NamedTuple):
    """Coordinates: one (source, destination) pair an edge; here in CSR's order. 2E ids."""

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

    Row i is vertex ``vertices[i]``; the k-th neighbors of the rows that have one are
    ``dst[column_ptr[k]:column_ptr[k + 1]]``, row 0 first. V + largest degree + 1 + E.
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


def csr_to_coo(csr: CSR) -> COO:
    """Spell out each edge's source."""
    vertices = np.arange(csr.src_ptr.size - 1, dtype=csr.dst.dtype)
    return COO(np.repeat(vertices, np.diff(csr.src_ptr)), csr.dst, csr.weights)


def csr_to_ell(csr: CSR) -> ELL:
    """Pad each neighbor list to the longest. Raises InputError when that can't fit in memory."""
    degrees = np.diff(csr.src_ptr)
    width = int(degrees.max(initial=0))
    source = np.repeat(np.arange(degrees.size), degrees)
    rank = np.arange(csr.dst.size) - np.repeat(csr.src_ptr[:-1], degrees)
    return ELL(
        _scattered(csr.dst, (rank, source), (width, degrees.size), PADDING),
        None if csr.weights is None else _scattered(csr.weights, (rank, source), (width, degrees.size), 0),
    )


def ell_to_csr(ell: ELL) -> CSR:
    """Drop the padding."""
    present = (ell.dst != PADDING).T
    weights = None if ell.weights is None else ell.weights.T[present]
    return CSR(exclusive_scan(present.sum(axis=1)), ell.dst.T[present], weights)


def csr_to_jds(csr: CSR) -> JDS:
    """Order the rows by falling degree (equal ones by id) and store them column by column."""
    degrees = np.diff(csr.src_ptr)
    vertices = np.argsort(-degrees, kind="stable").astype(csr.dst.dtype)
    column_ptr, slots = _jds_slots(vertices, csr.src_ptr)
    weights = None if csr.weights is None else csr.weights[slots]
    return JDS(vertices, column_ptr, csr.dst[slots], weights)


def jds_to_csr(jds: JDS) -> CSR:
    """Gather each row from its columns, back in order of vertex id."""
    column_lengths = np.diff(jds.column_ptr)
    row = np.arange(jds.dst.size) - np.repeat(jds.column_ptr[:-1], column_lengths)
    degrees = np.zeros(jds.vertices.size, np.int64)
    degrees[jds.vertices] = np.bincount(row, minlength=jds.vertices.size)
    src_ptr = exclusive_scan(degrees)
    _, slots = _jds_slots(jds.vertices, src_ptr)
    dst = np.empty_like(jds.dst)
    dst[slots] = jds.dst
    if jds.weights is None:
        return CSR(src_ptr, dst)
    weights = np.empty_like(jds.weights)
    weights[slots] = jds.weights
    return CSR(src_ptr, dst, weights)


def _jds_slots(vertices: np.ndarray, src_ptr: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """JDS's column offsets, and the CSR slot of each of its edges."""
    degrees = np.diff(src_ptr)[vertices]
    rank = np.arange(src_ptr[-1]) - np.repeat(exclusive_scan(degrees)[:-1], degrees)
    slots = np.repeat(src_ptr[:-1][vertices], degrees) + rank
    return exclusive_scan(np.bincount(rank)), slots[np.argsort(rank, kind="stable")]


def csr_to_dense(csr: CSR) -> np.ndarray:
    """V x V matrix: bool, or the weights (0 = no edge); of parallel edges the last one's.

    Raises InputError when that can't fit in memory.
    """
    size = csr.src_ptr.size - 1
    source = np.repeat(np.arange(size), np.diff(csr.src_ptr))
    values = np.ones(csr.dst.size, bool) if csr.weights is None else csr.weights
    return _scattered(values, (source, csr.dst), (size, size), 0)


def dense_to_coo(matrix: np.ndarray) -> COO:
    """The nonzero elements of a square matrix; their values are weights unless it is bool."""
    src, dst = np.nonzero(matrix)
    return COO(src, dst, None if matrix.dtype == bool else matrix[src, dst])


def _scattered(
    values: np.ndarray, where: tuple[np.ndarray, ...], shape: tuple[int, ...], fill: int
) -> np.ndarray:
    size = math.prod(shape) * values.itemsize
    require_memory(size, f"a {shape[0]} x {shape[1]} array")
    full = np.full(shape, fill, values.dtype)
    full[where] = values
    return full
