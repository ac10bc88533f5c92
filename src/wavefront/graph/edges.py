"""Checks a caller's edges, and converts them into the arrays that a graph is built from."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import array_module, device_of, working_on
from ..errors import GraphFileError, InputError
from . import formats
from .arrays import exclusive_scan, index_dtype

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def as_array(values: Any) -> np.ndarray:
    """The values as a NumPy array, or as a CuPy array if any library put them on a GPU."""
    if not hasattr(values, "__cuda_array_interface__"):
        return np.asarray(values)
    cupy = importlib.import_module("cupy")  # whose `asarray` would copy its arrays to the current GPU
    array: np.ndarray = values if isinstance(values, cupy.ndarray) else cupy.asarray(values)
    return array


def require_one_place(**arrays: ArrayLike | None) -> None:
    """Raise InputError unless all the arrays are NumPy's, or all on one GPU."""
    places = {name: getattr(array, "device", "cpu") for name, array in arrays.items() if array is not None}
    if len({str(place) for place in places.values()}) > 1:
        where = ", ".join(f"{name} on {place}" for name, place in places.items())
        raise InputError(f"a graph's arrays are all in one place, not {where}")


def given(src: ArrayLike, dst: ArrayLike, weights: ArrayLike | None) -> formats.COO:
    """The caller's edges as arrays; ids keep their type. Raises InputError if the arrays can't be edges."""
    source, destination = vertex_ids(src, "src"), vertex_ids(dst, "dst")
    values = None if weights is None else real_weights(weights)
    for name, other in (("dst", destination), ("weights", values)):
        if other is not None and other.size != source.size:
            raise InputError(f"src has {source.size:,} elements, {name} {other.size:,}")
    require_one_place(src=source, dst=destination, weights=values)
    return formats.COO(source, destination, values)


def vertex_ids(ids: ArrayLike, name: str) -> np.ndarray:
    """The ids as a one-dimensional array. Raises InputError unless they are integers."""
    array = np.atleast_1d(as_array(ids))
    if array.ndim != 1 or not (array.size == 0 or np.issubdtype(array.dtype, np.integer)):
        raise InputError(f"{name} must be a one-dimensional array of integers")
    return array


def largest(ids: np.ndarray, name: str) -> int:
    """The largest id, -1 for no ids. Raises InputError for an id below 0 or beyond int64."""
    if not ids.size:
        return -1
    if (least := int(ids.min())) < 0:
        raise InputError(f"{name} holds the negative vertex id {least}")
    if (most := int(ids.max())) >= np.iinfo(np.int64).max:
        raise InputError(f"{name} holds the vertex id {most}, which is out of range")
    return most


def vertex_count(given: int | None, coo: formats.COO) -> int:
    """The number of vertices: as given, else the largest id plus 1. Raises InputError for a bad one."""
    most = max(largest(coo.src, "src"), largest(coo.dst, "dst"))
    count = most + 1 if given is None else given
    if not isinstance(count, int | np.integer) or count < 0:
        raise InputError(f"num_vertices is a whole number, 0 or more, not {count!r}")
    if most >= count:
        raise InputError(f"vertex {most} is out of range: there are {count} vertices")
    return int(count)


def given_csr(ptr: ArrayLike, ids: ArrayLike, weights: ArrayLike | None) -> formats.CSR:
    """The caller's arrays, copied only where their types must change; `checked` later tests order and range.

    Raises InputError for a wrong dimension, type or device.
    """
    offsets, neighbors = as_array(ptr), as_array(ids)
    values = None if weights is None else as_array(weights)
    for name, array in (("src_ptr", offsets), ("dst", neighbors)):
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise InputError(f"{name} must be a one-dimensional array of integers")
    if not offsets.size:
        raise InputError("src_ptr must hold one offset more than there are vertices")
    require_one_place(src_ptr=offsets, dst=neighbors, weights=values)
    with working_on(device_of(neighbors)):
        return formats.CSR(
            narrowed(offsets, index_dtype(neighbors.size), "src_ptr"),
            narrowed(neighbors, index_dtype(offsets.size - 1), "dst"),
            None if values is None else real_weights(values, copy=False),
        )


def narrowed(values: np.ndarray, dtype: type[np.signedinteger], name: str) -> np.ndarray:
    """The values as `dtype`, copied only if their type differs. Raises InputError if one doesn't fit."""
    limits = np.iinfo(dtype)
    if values.size and not np.can_cast(values.dtype, dtype):
        for extreme in (values.min(), values.max()):
            if not limits.min <= extreme <= limits.max:
                raise InputError(f"{name} holds {extreme}, which is out of range")
    return values.astype(dtype, copy=False)


def real_weights(weights: ArrayLike, copy: bool = True) -> np.ndarray:
    """Weights as float64; float32 ones keep their type. Raises InputError unless they are real numbers."""
    array = as_array(weights)
    if array.ndim != 1 or not (array.size == 0 or array.dtype.kind in "biuf"):
        raise InputError("weights must be a one-dimensional array of real numbers")
    dtype = array.dtype if array.dtype in (np.float32, np.float64) else np.float64
    return array.astype(dtype, copy=copy)


def both_directions(coo: formats.COO) -> formats.COO:
    """All edges, then the reverse of each except self-loops."""
    xp = array_module(coo.src)
    other = coo.src != coo.dst
    return formats.COO(
        xp.concatenate([coo.src, coo.dst[other]]),
        xp.concatenate([coo.dst, coo.src[other]]),
        None if coo.weights is None else xp.concatenate([coo.weights, coo.weights[other]]),
    )


def checked(csr: formats.CSR, num_vertices: int, origin: str | None) -> formats.CSR:
    """As `in_order`; an error names `origin`, the file of the arrays, if there is one."""
    try:
        return in_order(csr, num_vertices)
    except InputError as error:
        raise error if origin is None else GraphFileError(origin, str(error)) from None


def in_order(csr: formats.CSR, num_vertices: int) -> formats.CSR:
    """The given arrays, checked, and with every neighbor list sorted.

    Raises InputError for offsets that don't rise from 0 to E, or ids that are out of range.
    """
    ptr, dst, weights = csr
    xp = array_module(dst)
    if xp is np:
        # Data at an odd offset of a mapped file is copied here, so that kernels see aligned arrays.
        ptr, dst = (np.require(array, requirements="A") for array in (ptr, dst))
        weights = None if weights is None else np.require(weights, requirements="A")
        csr = formats.CSR(ptr, dst, weights)
    if ptr[0] != 0 or ptr[-1] != dst.size or (ptr[1:] < ptr[:-1]).any():
        raise InputError(f"the offsets must rise from 0 to {dst.size}, the number of edges")
    if dst.size and not 0 <= int(dst.min()) <= int(dst.max()) < num_vertices:
        wrong = dst[(dst < 0) | (dst >= num_vertices)][0]
        raise InputError(f"vertex {wrong} is out of range: there are {num_vertices} vertices")
    falls = xp.zeros(dst.size + 1, bool)
    falls[1:-1] = dst[1:] < dst[:-1]
    falls[ptr] = False
    if falls.any():
        return formats.coo_to_csr(formats.csr_to_coo(csr), num_vertices)
    return csr


def simplified(coo: formats.COO, num_vertices: int) -> formats.CSR:
    """Sorted edges without self-loops, parallel ones merged into one with the smallest weight."""
    src, dst, weights = coo
    xp = array_module(dst)
    first = xp.ones(dst.size, bool)
    first[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
    starts = xp.flatnonzero(first)
    if weights is not None:
        every, weights = weights, xp.empty(starts.size, weights.dtype)
        device_of(dst).for_each(starts.size, merge_parallel, starts, every, weights)
    src, dst = src[starts], dst[starts]
    no_loop = src != dst
    degrees = xp.bincount(src[no_loop], minlength=num_vertices)
    return formats.CSR(exclusive_scan(degrees), dst[no_loop], None if weights is None else weights[no_loop])


def merge_parallel(group, starts, weights, smallest):
    """Store the smallest weight of the parallel edges from starts[group] to the next start."""
    end = starts[group + 1] if group + 1 < starts.size else weights.size
    least = weights[starts[group]]
    for edge in range(starts[group] + 1, end):
        least = min(least, weights[edge])
    smallest[group] = least
