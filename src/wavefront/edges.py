"""What a caller gives as edges, checked and made into the arrays that a graph is built from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import formats
from .errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def vertex_ids(ids: ArrayLike, name: str) -> np.ndarray:
    """The ids as a one-dimensional array. Raises InputError unless they are integers."""
    array = np.atleast_1d(np.asarray(ids))
    if array.ndim != 1 or not (array.size == 0 or np.issubdtype(array.dtype, np.integer)):
        raise InputError(f"{name} must be a one-dimensional array of integers")
    return array


def largest(ids: np.ndarray, name: str) -> int:
    """The largest id, -1 if there is none. Raises InputError for one below 0 or beyond int64."""
    if not ids.size:
        return -1
    if (least := int(ids.min())) < 0:
        raise InputError(f"{name} holds the negative vertex id {least}")
    if (most := int(ids.max())) >= np.iinfo(np.int64).max:
        raise InputError(f"{name} holds the vertex id {most}, which is out of range")
    return most


def vertex_count(given: int | None, largest: int) -> int:
    """The number of vertices: as given, else enough for the largest id. Raises InputError for a bad one."""
    count = largest + 1 if given is None else given
    if not isinstance(count, int | np.integer) or count < 0:
        raise InputError(f"num_vertices is a whole number, 0 or more, not {count!r}")
    if largest >= count:
        raise InputError(f"vertex {largest} is out of range: there are {count} vertices")
    return int(count)


def require_offsets(ptr: np.ndarray, ids: np.ndarray) -> None:
    """Raise InputError unless these can be offsets and vertex ids by their dimension and type."""
    for name, array in (("src_ptr", ptr), ("dst", ids)):
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise InputError(f"{name} must be a one-dimensional array of integers")
    if not ptr.size:
        raise InputError("src_ptr must hold one offset more than there are vertices")


def narrowed(values: np.ndarray, dtype: type[np.signedinteger], name: str) -> np.ndarray:
    """The values as `dtype`, copied if they weren't. Raises InputError for one that doesn't fit."""
    limits = np.iinfo(dtype)
    if values.size and not np.can_cast(values.dtype, dtype):
        for extreme in (values.min(), values.max()):
            if not limits.min <= extreme <= limits.max:
                raise InputError(f"{name} holds {extreme}, which is out of range")
    return values.astype(dtype, copy=False)


def real_weights(weights: ArrayLike, copy: bool = True) -> np.ndarray:
    """Weights as float32 or float64 if they are, else float64. Raises InputError if they aren't real."""
    array = np.asarray(weights)
    if array.ndim != 1 or not (array.size == 0 or array.dtype.kind in "biuf"):
        raise InputError("weights must be a one-dimensional array of real numbers")
    dtype = array.dtype if array.dtype in (np.float32, np.float64) else np.float64
    return array.astype(dtype, copy=copy)


def both_directions(coo: formats.COO) -> formats.COO:
    """Every edge followed by its reverse's; a self-loop is its own."""
    other = coo.src != coo.dst
    reverse = coo.dst[other], coo.src[other]
    return formats.COO(
        np.concatenate([coo.src, reverse[0]]),
        np.concatenate([coo.dst, reverse[1]]),
        None if coo.weights is None else np.concatenate([coo.weights, coo.weights[other]]),
    )
