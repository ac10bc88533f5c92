"""Index types, prefix sums and lists' offsets, for NumPy's and CuPy's arrays."""

from typing import Any

import numpy as np

from ..device import array_module

INT32_MAX = 2**31 - 1


def index_dtype(count: int) -> type[np.signedinteger]:
    """int32 if that type can hold `count`, else int64."""
    return np.int32 if count <= INT32_MAX else np.int64


def has_int32_ids(graph: Any) -> bool:
    """Whether the graph's vertex ids are int32, as kernels need that store ids in 32 bits."""
    return bool(graph.csr.dst.dtype == np.int32)


def exclusive_scan(counts: np.ndarray, dtype: type[np.signedinteger] | None = None) -> np.ndarray:
    """The start of each segment of these lengths and, as one more element, their total.

    The result has `dtype`, by default the smaller of int32 and int64 that holds the total.
    """
    xp = array_module(counts)
    starts: np.ndarray = xp.zeros(counts.size + 1, dtype or index_dtype(int(counts.sum(dtype=np.int64))))
    xp.cumsum(counts, out=starts[1:])
    return starts


def unsigned(array: np.ndarray) -> np.ndarray:
    """A view of int32 ids or offsets as uint32, since a signed index costs a check for negative values.

    Other arrays are returned unchanged.
    """
    return array.view(np.uint32) if array.dtype == np.int32 else array


def first_entries(ptr: Any, lists: Any) -> Any:
    """The first entry of each list, -1 for an empty one."""
    xp = array_module(lists)
    first = xp.full(ptr.size - 1, -1, lists.dtype)
    filled = xp.flatnonzero(ptr[:-1] < ptr[1:])
    first[filled] = lists.take(ptr[filled])
    return first


def list_of(ptr, edge):
    """The vertex whose list has this edge."""
    low, high = 0, ptr.size - 1
    while high - low > 1:
        middle = (low + high) >> 1
        if ptr[middle] <= edge:
            low = middle
        else:
            high = middle
    return low
