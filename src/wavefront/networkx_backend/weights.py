"""The weights of a NetworkX graph's edges as arrays, of the types that give NetworkX's sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..graph.arrays import index_dtype
from ..graph.formats import COO, CSR, coo_to_csr, csr_to_coo

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

INTEGERS, FLOATS = {int, bool}, {float}  # the types of weights, but for NumPy's
NO_WEIGHTS, NO_FLAGS, ALL_NUMPY = np.empty(0), np.empty(0, bool), np.empty(0, bool)
MOST = 2**53  # a path's weight up to which int64 and float64 give Python's sums of integers


class Lists(NamedTuple):
    """Neighbor lists, each in NetworkX's order: V + 1 offsets, E vertices; E weights or none.

    `whole` has E flags, with Python's floats only: which are its integers, whose sums are integers too. It is
    ALL_NUMPY where all weights are NumPy's float64, whose sums are NumPy's.
    """

    ptr: np.ndarray
    neighbors: np.ndarray
    weights: np.ndarray = NO_WEIGHTS
    whole: np.ndarray = NO_FLAGS


class Once(NamedTuple):
    """Of an undirected graph's E entries, one per edge: both directions share one dictionary of attributes.

    Most of the time goes into fetching dictionaries from memory. `is_read` has E flags. The entries `others`
    are not read; `same` are the entries of the same edges that are.
    """

    is_read: np.ndarray
    others: np.ndarray
    same: np.ndarray

    def everywhere(self, values: np.ndarray) -> np.ndarray:
        """The values of the entries that are read, for each entry."""
        found = np.empty(self.is_read.size, values.dtype)
        found[self.is_read] = values
        found[self.others] = found[self.same]
        return found


def each_edge_once(lists: Lists) -> Once | None:
    """Which entries to read; None if an edge is in one list alone, which NetworkX's methods never do."""
    num_vertices = lists.ptr.size - 1
    row, column, _ = csr_to_coo(CSR(lists.ptr, lists.neighbors))
    entries = np.arange(column.size, dtype=index_dtype(column.size))
    row_ptr, columns, by_row = coo_to_csr(COO(row, column, entries), num_vertices)
    column_ptr, rows, by_column = coo_to_csr(COO(column, row, entries), num_vertices)
    if not np.array_equal(row_ptr, column_ptr) or not np.array_equal(rows, columns):
        return None
    assert by_row is not None
    assert by_column is not None
    is_read = column >= row
    is_other = ~is_read[by_row]
    return Once(is_read, by_row[is_other], by_column[is_other])


def weights_of(
    entries: Iterable[Any], weight: Hashable, of_parallel: Callable[[list[Any]], Any] | None
) -> list[Any]:
    """The attribute of each entry, 1 where it is missing.

    With `of_parallel` an entry holds a dictionary per parallel edge; its weight is this function of theirs.
    """
    if of_parallel is None:
        return [data.get(weight, 1) for data in entries]
    parallel = list(entries)
    every = [data.get(weight, 1) for keys in parallel for data in keys.values()]
    if len(every) == len(parallel):  # no edge has another beside it
        return every
    ends = np.cumsum(np.fromiter(map(len, parallel), np.int64, len(parallel))).tolist()
    return [
        every[start] if end == start + 1 else of_parallel(every[start:end])
        for start, end in zip([0, *ends], ends, strict=False)
    ]


def with_weights(lists: Lists, values: list[Any], once: Once | None) -> Lists:
    """The lists with these weights, of every entry or of those of `once`, without the edges that weigh None.

    Raises NotImplementedError where int64 and float64 can't give NetworkX's sums.
    """
    kinds = set(map(type, values))
    kept = None
    if type(None) in kinds:
        kept = np.fromiter((value is not None for value in values), bool, len(values))
        values = [1 if value is None else value for value in values]
    weights, whole = as_arrays(values, kinds - {type(None)}, lists.ptr.size)
    if once is not None:
        weights = once.everywhere(weights)
        whole = once.everywhere(whole) if whole.size else whole
        kept = None if kept is None else once.everywhere(kept)
    if kept is None:
        return lists._replace(weights=weights, whole=whole)
    ptr = np.concatenate([[0], np.cumsum(kept)])[lists.ptr]
    return Lists(ptr, lists.neighbors[kept], weights[kept], whole[kept] if whole.size else whole)


def as_arrays(values: list[Any], kinds: set[type], most_edges: int) -> tuple[np.ndarray, np.ndarray]:
    """The weights, and the flags `whole` of `Lists`. Raises NotImplementedError for other types."""
    if not kinds <= INTEGERS | FLOATS and kinds != {np.float64}:
        names = ", ".join(sorted(kind.__name__ for kind in kinds - INTEGERS - FLOATS))
        raise NotImplementedError(f"weights of the type {names}")
    if kinds <= INTEGERS:
        return small_integers(values, most_edges), NO_FLAGS
    if kinds == {np.float64}:
        return numbers(values), ALL_NUMPY
    whole = np.zeros(len(values), bool)
    if kinds & INTEGERS:
        whole = np.fromiter((type(value) in INTEGERS for value in values), bool, len(values))
        small_integers([value for value in values if type(value) in INTEGERS], most_edges)
    return numbers(values), whole


def numbers(values: list[Any]) -> np.ndarray:
    """The values as float64. Raises NotImplementedError if one is NaN."""
    weights = np.array(values, np.float64)
    if np.isnan(weights).any():
        raise NotImplementedError("weights that are not numbers (NaN)")
    return weights


def small_integers(values: list[int], most_edges: int) -> np.ndarray:
    """The integers as int64. Raises NotImplementedError if a path's sum may be too large for float64."""
    try:
        integers = np.array(values, np.int64)
    except OverflowError:
        integers = np.array([MOST])
    if max(-int(integers.min(initial=0)), int(integers.max(initial=0))) * most_edges >= MOST:
        raise NotImplementedError("integer weights whose sums may not fit into float64")
    return integers
