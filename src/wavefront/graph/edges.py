"""Checks a caller's edges, and converts them into the arrays that a graph is built from."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import array_module, device_of, working_on
from ..device.memory import require_memory
from ..errors import InputError, checked_integer, shown
from . import formats
from .arrays import exclusive_scan, index_dtype
from .build import sort_edges, sort_in_range
from .build_few import is_few
from .build_in_cache import is_examined_there
from .build_on_gpu import occurrences
from .in_order import Found, copied, examined, seems_ordered
from .weight_types import real_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


ID_BYTES = 4, 8  # of the types of ids that loops are compiled for
LARGEST_ID = np.iinfo(np.int64).max
ON_GPU = (2, 13)  # DLPack's devices: memory of a CUDA GPU, and memory that CUDA manages
ASKED_FOR = 1 << 26  # bytes of offsets from which it is worth 20 us to learn whether the memory is there


def as_array(values: Any, name: str = "an argument") -> np.ndarray:
    """The values as a NumPy array, or as a CuPy array if any library put them on a GPU.

    The array is contiguous, in the machine's byte order and of no subclass: in the values' own memory if they
    are such an array of any library, else a copy. Raises InputError, naming the argument, for values that no
    array can be made of, as lists of many lengths, and for masked elements.
    """
    if type(values) is np.ndarray and values.flags.c_contiguous and values.dtype.isnative:
        return values
    if (cupy := sys.modules.get("cupy")) and type(values) is cupy.ndarray and values.flags.c_contiguous:
        return values  # type: ignore[no-any-return]  # what follows would take five microseconds
    if hasattr(values, "__cuda_array_interface__"):
        cupy = importlib.import_module("cupy")  # whose `asarray` would copy its arrays to the current GPU
        on_gpu: np.ndarray = values if isinstance(values, cupy.ndarray) else cupy.asarray(values)
        with working_on(device_of(on_gpu)):
            return on_gpu if on_gpu.flags.c_contiguous else on_gpu.copy()
    if isinstance(values, np.ndarray) and type(values) is not np.ndarray and np.ma.is_masked(values):
        raise InputError(f"{name}: a masked array has elements without a value; pass one whose mask is empty")
    by_dlpack = hasattr(values, "__dlpack_device__") and not hasattr(values, "__array__")
    try:
        if by_dlpack and values.__dlpack_device__()[0] in ON_GPU:
            return as_array(importlib.import_module("cupy").from_dlpack(values), name)
        array = np.asarray(np.from_dlpack(values) if by_dlpack else values, order="C")
    except (ValueError, TypeError, OverflowError, KeyError, RuntimeError, BufferError) as error:
        raise InputError(f"{name}: no array can be made of {shown(values)}: {error}") from None
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def require_one_place(**arrays: ArrayLike | None) -> None:
    """Raise InputError unless all the arrays are NumPy's, or all on one GPU."""
    places = {name: getattr(array, "device", "cpu") for name, array in arrays.items() if array is not None}
    if len({str(place) for place in places.values()}) > 1:
        where = ", ".join(f"{name} on {place}" for name, place in places.items())
        raise InputError(f"a graph's arrays are all in one place, not {where}")


def given(src: np.ndarray, dst: np.ndarray, weights: np.ndarray | None) -> formats.COO:
    """Arrays from `as_array` as edges that loops are compiled for, not copied where they are such edges.

    Both arrays of ids have one type of 32 or 64 bits. Raises InputError if they can't be edges.
    """
    source, destination = vertex_ids(src, "src"), vertex_ids(dst, "dst")
    values = None if weights is None else real_weights(weights)
    for name, other in (("dst", destination), ("weights", values)):
        if other is not None and other.size != source.size:
            raise InputError(f"src has {source.size:,} elements, {name} {other.size:,}")
    if not (isinstance(source, np.ndarray) and isinstance(destination, np.ndarray) and values is None):
        require_one_place(src=source, dst=destination, weights=values)
    if source.dtype != destination.dtype or source.dtype.kind != "i" or source.dtype.itemsize not in ID_BYTES:
        source, destination = source.astype(np.int64, copy=False), destination.astype(np.int64, copy=False)
    return formats.COO(_compact(source), _compact(destination), None if values is None else _compact(values))


def built(coo: formats.COO, num_vertices: int | None, directed: bool) -> formats.CSR:
    """The neighbor lists of the edges, in new arrays; if not directed, of both directions.

    By default the number of vertices is the largest id plus 1. Raises InputError for a bad number, or an id
    that is out of range.
    """
    src, dst, weights = coo
    lists = None
    if num_vertices is not None:
        num_vertices = checked_integer("num_vertices", num_vertices, 0)
        _require_memory(num_vertices, src)
    if not isinstance(src, np.ndarray) or is_few(src.size, num_vertices or 0):
        found = found_unordered(src, dst)
    elif directed and src.size and seems_ordered(src):
        # How many vertices there are is found out by the way: where that was guessed wrong, lists are sorted.
        guess = min(max(int(src[-1]), int(dst[-1]), 0) + 1, 4 * src.size)
        lists, found = copied(src, dst, guess if num_vertices is None else num_vertices)
    elif num_vertices is not None and is_examined_there(src.size << (not directed), num_vertices):
        ids = np.empty(2, np.int64)
        sorted_lists = sort_in_range(src, dst, weights, num_vertices, not directed, ids)
        if sorted_lists is not None:
            return formats.CSR(*sorted_lists)
        found = Found(int(ids[0]), int(ids[1]), False)
    else:
        found = examined(src, dst)
    count = checked_count(src, dst, found, num_vertices)
    if num_vertices is None:
        _require_memory(count, src)
    if lists is not None and found.ordered and lists[0].size == count + 1:
        return formats.CSR(lists[0], lists[1], None if weights is None else weights.copy())
    del lists
    return formats.CSR(*sort_edges(src, dst, weights, count, both=not directed))


def _require_memory(num_vertices: int, src: np.ndarray) -> None:
    """Raise InputError if the offsets alone of a graph of these edges' sources need more than there is."""
    size = (num_vertices + 1) * np.dtype(index_dtype(src.size)).itemsize
    if size > ASKED_FOR:
        require_memory(size, f"a graph of {num_vertices:,} vertices", device_of(src).total_memory())


def checked_count(src: Any, dst: Any, found: Found, num_vertices: int | None) -> int:
    """The number of vertices, by default the largest id plus 1. Raises InputError for an id out of range."""
    if found.least < 0:
        raise InputError(f"{'src' if (src < 0).any() else 'dst'} holds the negative vertex id {found.least}")
    count = found.most + 1 if num_vertices is None else num_vertices
    if found.most >= count or found.most == LARGEST_ID:
        raise InputError(f"vertex {found.most} is out of range: there are {count} vertices")
    return count


def found_unordered(src: Any, dst: Any) -> Found:
    """As `in_order.examined`, except that the edges, few ones or on a GPU, always count as unordered."""
    if not src.size:
        return Found(0, -1, False)
    if isinstance(src, np.ndarray):  # as unsigned numbers, negative ones are the largest
        unsigned = f"u{src.itemsize}"
        most = int(np.maximum.reduce(np.maximum(src.view(unsigned), dst.view(unsigned))))
        if not most >> (8 * src.itemsize - 1):
            return Found(0, most, False)
    return Found(min(int(ids.min()) for ids in (src, dst)), max(int(ids.max()) for ids in (src, dst)), False)


def _compact(array: np.ndarray) -> np.ndarray:
    """The array itself if it is contiguous and, in the CPU's memory, aligned and writable; else a copy."""
    if isinstance(array, np.ndarray):
        return array if array.flags.carray else array.copy()
    compact: np.ndarray = array_module(array).ascontiguousarray(array)
    return compact


def vertex_ids(ids: np.ndarray, name: str) -> np.ndarray:
    """The ids as a one-dimensional array. Raises InputError unless they are integers of up to 63 bits."""
    array = ids if ids.ndim else np.atleast_1d(ids)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InputError(f"{name} must be a one-dimensional array of integers")
    if array.dtype == np.uint64 and array.size and (most := int(array.max())) > LARGEST_ID:
        raise InputError(f"{name} holds the vertex id {most}, which is out of range")
    return array


def given_csr(ptr: ArrayLike, ids: ArrayLike, weights: ArrayLike | None) -> formats.CSR:
    """The caller's arrays, copied where they aren't as `as_array` has them or their types must change.

    `neighbor_lists.checked` tests their content. Raises InputError for a wrong dimension, length, type or
    device.
    """
    offsets, neighbors = as_array(ptr, "src_ptr"), as_array(ids, "dst")
    values = None if weights is None else as_array(weights, "weights")
    for name, array in (("src_ptr", offsets), ("dst", neighbors)):
        if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
            raise InputError(f"{name} must be a one-dimensional array of integers")
    if not offsets.size:
        raise InputError("src_ptr must hold one offset more than there are vertices")
    if values is not None and values.ndim == 1 and values.size != neighbors.size:
        raise InputError(f"dst has {neighbors.size:,} elements, weights {values.size:,}")
    require_one_place(src_ptr=offsets, dst=neighbors, weights=values)
    with working_on(device_of(neighbors)):
        return formats.CSR(
            narrowed(offsets, index_dtype(neighbors.size), "src_ptr"),
            narrowed(neighbors, index_dtype(offsets.size - 1), "dst"),
            None if values is None else real_weights(values),
        )


def narrowed(values: np.ndarray, dtype: type[np.signedinteger], name: str) -> np.ndarray:
    """The values as `dtype`, copied only if their type differs. Raises InputError if one doesn't fit."""
    limits = np.iinfo(dtype)
    if values.size and not np.can_cast(values.dtype, dtype):
        for extreme in (values.min(), values.max()):
            if not limits.min <= extreme <= limits.max:
                raise InputError(f"{name} holds {extreme}, which is out of range")
    return values.astype(dtype, copy=False)


def simplified(coo: formats.COO, num_vertices: int) -> tuple[formats.CSR, np.ndarray]:
    """Sorted edges without self-loops, of parallel ones the first lightest; and their numbers in `coo`."""
    src, dst, weights = coo
    xp = array_module(dst)
    first = xp.ones(dst.size, bool)
    first[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
    starts = xp.flatnonzero(first)
    kept = starts
    if weights is not None:
        kept = xp.empty_like(starts)
        device_of(dst).for_each(starts.size, merge_parallel, starts, weights, kept)
    kept = kept[src[starts] != dst[starts]]
    degrees = occurrences(src[kept], num_vertices)
    return formats.CSR(exclusive_scan(degrees), dst[kept], None if weights is None else weights[kept]), kept


def merge_parallel(group, starts, weights, smallest):
    """Store the first edge of the smallest weight among the parallel ones, up to the next group's start."""
    end = starts[group + 1] if group + 1 < starts.size else weights.size
    least = starts[group]
    for edge in range(starts[group] + 1, end):
        if weights[edge] < weights[least]:
            least = edge
    smallest[group] = least
