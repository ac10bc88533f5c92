"""Checks a caller's neighbor lists: their offsets, their ids, their order, and both directions of edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device import array_module
from ..errors import GraphFileError, InputError
from . import formats
from .symmetry import require_both_directions

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE = 1 << 18  # elements of a given array that are checked at once: NumPy's steps then stay in a cache

ADVICE = (
    "; pass symmetrize=True to add the missing directions, "
    "or one direction of each edge to Graph.from_edges with directed=False"
)


def checked(csr: formats.CSR, directed: bool, origin: str | None) -> formats.CSR:
    """As `in_order`; if not directed, every edge must also be there in both directions.

    An error names `origin`, the file of the arrays, if there is one.
    """
    try:
        lists = in_order(csr)
        if not directed:
            require_both_directions(lists, ADVICE if origin is None else "")
    except InputError as error:
        raise error if origin is None else GraphFileError(origin, str(error)) from None
    return lists


def in_order(csr: formats.CSR) -> formats.CSR:
    """The given arrays, checked, and with every neighbor list sorted.

    They are read in pieces, so that no more memory is needed unless a list isn't sorted. Arrays of a mapped
    file may begin at odd addresses, where processors that Numba compiles for can load words.
    Raises InputError for offsets that don't rise from 0 to E, or ids that are out of range.
    """
    ptr, dst, _ = csr
    num_vertices = ptr.size - 1
    xp = array_module(dst)
    rises = all(bool((ptr[part][1:] >= ptr[part][:-1]).all()) for part in _parts(ptr.size))
    if ptr[0] != 0 or ptr[-1] != dst.size or not rises:
        raise InputError(f"the offsets must rise from 0 to {dst.size}, the number of edges")
    falls = 0  # neighbors below the one before them; in sorted lists only where a list begins
    for part in _parts(dst.size):
        ids = dst[part]
        if not 0 <= int(ids.min()) <= int(ids.max()) < num_vertices:
            wrong = ids[(ids < 0) | (ids >= num_vertices)][0]
            raise InputError(f"vertex {wrong} is out of range: there are {num_vertices} vertices")
        falls += int(xp.count_nonzero(ids[1:] < ids[:-1]))
    for part in _parts(ptr.size):
        starts = ptr[part][:-1][ptr[part][1:] > ptr[part][:-1]]
        starts = starts[starts > 0]
        falls -= int(xp.count_nonzero(dst.take(starts) < dst.take(starts - 1)))
    if falls:
        return formats.coo_to_csr(formats.csr_to_coo(csr), num_vertices)
    return csr


def _parts(size: int) -> Iterator[slice]:
    """Slices of an array of this size; all but the first begin with the last element of the one before."""
    for first in range(0, size, PIECE):
        yield slice(max(first - 1, 0), first + PIECE)
