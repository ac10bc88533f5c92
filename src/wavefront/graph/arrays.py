"""Prefix sums, by NumPy or CuPy."""

import numpy as np

from ..device import array_module

INT32_MAX = 2**31 - 1


def index_dtype(count: int) -> type[np.signedinteger]:
    """int32 where it can hold `count`, int64 where it can't."""
    return np.int32 if count <= INT32_MAX else np.int64


def exclusive_scan(counts: np.ndarray, dtype: type[np.signedinteger] | None = None) -> np.ndarray:
    """Where each of the segments of these lengths starts, and, last, their total: one longer.

    Of `dtype`, by default the smaller of int32 and int64 that holds the total.
    """
    xp = array_module(counts)
    starts: np.ndarray = xp.zeros(counts.size + 1, dtype or index_dtype(int(counts.sum(dtype=np.int64))))
    xp.cumsum(counts, out=starts[1:])
    return starts


def unsigned(array: np.ndarray) -> np.ndarray:
    """The array's ids or offsets as unsigned: a signed index costs a check whether it counts from the end."""
    return array.view(np.uint32) if array.dtype == np.int32 else array
