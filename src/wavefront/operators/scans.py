"""Scans, reductions, compaction and sorting: what frontiers and load balancing are made of.

Each is a thin call into NumPy, or into CuPy for arrays on a GPU. One has a form to read, too: the
work-efficient scan after Brent and Kung, "A Regular Layout for Parallel Adders", IEEE Transactions on
Computers 1982, PMPP 4e, section 11.4. The elements are the leaves of a tree: sums go up, then down.
"""

from typing import Any, Literal, get_args

import numpy as np

from ..device import Device, array_module, device_of, get_device, working_on
from ..errors import InputError, checked_flag, require_one_of
from ..graph.edges import as_array, require_one_place

Operation = Literal["sum", "min", "max"]


def exclusive_scan(values: Any, *, literal: bool = False, device: str | Device = "auto") -> Any:
    """The sum of all elements before each: n numbers, of which the first is 0.

    Parameters
    ----------
    values
        n numbers, 0 or more of them: integers, bools, float32 or float64, NumPy's or CuPy's.
    literal
        Run the book's work-efficient scan, a kernel of ours, instead of the library's. Additions: fewer than
        2 n, in fewer than twice as many steps as n has binary digits; every step is a launch, in place of
        the book's barrier in a block. Floats are added in another order, so that their last digits differ.
    device
        Where to scan; "auto" is where the values are.

    Returns
    -------
    array
        On the device: int64 for signed integers and bools, uint64 for unsigned ones, which wrap around beyond
        64 bits; of floats their own type.

    Raises
    ------
    InputError
        For values that aren't as above.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    array = _numbers(values, "values")
    where = get_device(device, device_of(array))
    with working_on(where):
        array = where.array(array)
        sums = where.xp.zeros(array.size, _sum_type(array))
        if checked_flag("literal", literal):
            running = array.astype(sums.dtype)
            _scan_in_place(running, where)
            sums[1:] = running[:-1]
        else:
            where.xp.cumsum(array[:-1], dtype=sums.dtype, out=sums[1:])
    return sums


def _scan_in_place(values: Any, device: Device) -> None:
    """Replace each element by the sum of the elements up to it."""
    size, stride = values.size, 1
    while 2 * stride <= size:
        device.for_each(size // (2 * stride), add_up, stride, values)
        stride *= 2
    while stride > 1:
        stride //= 2
        device.for_each((size - stride) // (2 * stride), add_down, stride, values)


def add_up(pair, stride, values):
    """Up the tree: the right one of two neighboring sums of `stride` elements takes in the left one."""
    right = (pair + 1) * 2 * stride - 1
    values[right] += values[right - stride]


def add_down(pair, stride, values):
    """Down the tree: a sum of all elements up to here completes the sum of the next `stride` elements."""
    left = (pair + 1) * 2 * stride - 1
    values[left + stride] += values[left]


def reduce(values: Any, operation: Operation = "sum") -> int | float:
    """All numbers made one: their sum, the smallest or the largest.

    `values` and the type of a sum are as of `exclusive_scan`. Without values the sum is 0, the smallest the
    type's largest value (infinity for floats, int64's for bools), the largest the type's smallest; NaN among
    values gives NaN. Waits for a GPU. Raises InputError for values that aren't as above, or an unknown
    operation.
    """
    require_one_of("operation", operation, get_args(Operation))
    array = _numbers(values, "values")
    with working_on(device_of(array)):
        if operation == "sum":
            return array.sum(dtype=_sum_type(array)).item()  # type: ignore[no-any-return]
        if not array.size:
            return _identity(operation, array.dtype)
        return (array.min() if operation == "min" else array.max()).item()  # type: ignore[no-any-return]


def segmented_reduce(values: Any, offsets: Any, operation: Operation = "sum") -> Any:
    """One number for each segment of the values: its sum, its smallest or its largest.

    Parameters
    ----------
    values
        n numbers, as of `exclusive_scan`.
    offsets
        S+1 integers in the same place that rise from 0 to n: segment s is
        ``values[offsets[s]:offsets[s + 1]]``, as the neighbor lists of `Graph.csr`.

    Returns
    -------
    array
        S numbers where the values are: sums of `exclusive_scan`'s type, smallest and largest of the values'
        (int64 for bools). An empty segment, and NaN, are as of `reduce`.

    Raises
    ------
    InputError
        For values or offsets that aren't as above, or an unknown operation.
    """
    require_one_of("operation", operation, get_args(Operation))
    array, offsets = _numbers(values, "values"), _flat(offsets, "offsets")
    require_one_place(values=array, offsets=offsets)
    if not offsets.size or offsets.dtype.kind not in "iu" or offsets[0] != 0 or offsets[-1] != array.size:
        raise InputError(f"offsets must be integers that rise from 0 to {array.size}, the number of values")
    xp, dtype = array_module(array), _sum_type(array) if operation == "sum" else array.dtype
    with working_on(device_of(array)):
        if (offsets[1:] < offsets[:-1]).any():
            raise InputError("offsets must not fall")
        reduced = xp.full(offsets.size - 1, _identity(operation, dtype), dtype)
        filled = xp.flatnonzero(offsets[:-1] < offsets[1:])
        starts = offsets.take(filled).astype(np.int64)
        if starts.size and operation == "sum":
            reduced[filled] = xp.add.reduceat(array.astype(dtype, copy=False), starts)
        elif starts.size and xp is np:
            reduced[filled] = getattr(np, f"{operation}imum").reduceat(array, starts)
        elif starts.size:
            reduced[filled] = _extremes(array, starts, operation)
    return reduced


def _extremes(values: Any, starts: Any, operation: str) -> Any:
    """As ``np.minimum.reduceat`` or ``np.maximum.reduceat``, which CuPy doesn't have: by sorting."""
    if operation == "min" and values.dtype.kind == "f":  # so that NaN, which is sorted last, is the smallest
        return -_extremes(-values, starts, "max")
    xp = array_module(values)
    begins = xp.zeros(values.size, np.int64)
    begins[starts] = 1
    order = xp.argsort(values, kind="stable")
    order = order[xp.argsort(xp.cumsum(begins)[order], kind="stable")]
    ends = xp.append(starts[1:], values.size) - 1
    return values[order[starts if operation == "min" else ends]]


def compact(values: Any, keep: Any) -> Any:
    """The values to be kept, in their order: the filter of a frontier.

    Parameters
    ----------
    values
        n values of any type, NumPy's or CuPy's.
    keep
        n bools in the same place.

    Returns
    -------
    array
        A new array of as many values as `keep` holds true.

    Raises
    ------
    InputError
        For arrays that aren't as above.
    """
    array, kept = _flat(values, "values"), _flat(keep, "keep")
    require_one_place(values=array, keep=kept)
    if kept.dtype != bool or kept.size != array.size:
        raise InputError(f"keep must be {array.size:,} bools, one per value")
    with working_on(device_of(array)):
        return array[kept]


def sort_by_key(keys: Any, values: Any) -> tuple[Any, Any]:
    """The keys in rising order, and the values in the order of their keys; equal keys stay in order.

    Parameters
    ----------
    keys
        n numbers, as of `exclusive_scan`; NaN is last.
    values
        n values of any type, in the same place.

    Returns
    -------
    keys, values
        New arrays.

    Raises
    ------
    InputError
        For arrays that aren't as above.
    """
    by, array = _flat(keys, "keys"), _flat(values, "values")
    require_one_place(keys=by, values=array)
    if by.size != array.size:
        raise InputError(f"there must be one value per key, not {array.size:,} for {by.size:,}")
    with working_on(device_of(by)):
        order = array_module(by).argsort(_numbers(by, "keys"), kind="stable")
        return by[order], array[order]


def _flat(values: Any, name: str) -> Any:
    """The values as an array of one dimension."""
    array = as_array(values, name)
    if array.ndim != 1:
        raise InputError(f"{name} must have one dimension, not {array.ndim}")
    return array


def _numbers(values: Any, name: str) -> Any:
    """The values as an array of numbers that can be added; bools as int64."""
    array = _flat(values, name)
    if array.dtype.kind not in "biu" and array.dtype not in (np.float32, np.float64):
        raise InputError(f"{name} must be integers, bools, float32 or float64, not {array.dtype}")
    return array.astype(np.int64) if array.dtype == bool else array


def _sum_type(array: Any) -> np.dtype:
    own: np.dtype = array.dtype
    return {"i": np.dtype(np.int64), "u": np.dtype(np.uint64)}.get(own.kind, own)


def _identity(operation: str, dtype: np.dtype) -> int | float:
    """The result for no values."""
    if operation == "sum":
        return 0
    if dtype.kind == "f":
        return np.inf if operation == "min" else -np.inf
    limits = np.iinfo(dtype)
    return int(limits.max if operation == "min" else limits.min)
