"""Labels, the caller's names of vertices: made into an array, looked up, and numbered 0 to V-1 in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from .arrays import index_dtype

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

BITMAP_RATIO = 32  # a table of all numbers from the least id to the largest may have this many times E slots


def label_array(labels: Sequence[Hashable] | np.ndarray) -> np.ndarray:
    """Labels as a one-dimensional array: of int64 if all fit, of str if all are strings, else of objects."""
    if isinstance(labels, np.ndarray):
        return labels
    if all(type(label) is int and -(2**63) <= label < 2**63 for label in labels):
        return np.array(labels, np.int64)
    if all(type(label) is str and not label.endswith("\0") for label in labels):
        return np.array(labels, str)
    array = np.empty(len(labels), object)
    array[:] = labels
    return array


def position(labels: np.ndarray, label: Hashable) -> int:
    """The first position of the label in the array. Raises InputError if it isn't there."""
    if labels.dtype == object or isinstance(label, tuple | list):
        found = [index for index, other in enumerate(labels.tolist()) if other == label]
    else:
        found = np.flatnonzero(labels == label).tolist()
    if not found:
        raise InputError(f"no vertex has the label {label!r}")
    return int(found[0])


def number_integers(
    src: np.ndarray, dst: np.ndarray
) -> tuple[np.ndarray, np.ndarray, int, np.ndarray | None]:
    """Number the integers in both arrays, of E > 0 elements each, by size.

    Returns the ids of both arrays, the number of vertices and the labels. Integers that are exactly 0 to V-1
    are the ids unchanged, without labels.
    """
    least, most = min(int(src.min()), int(dst.min())), max(int(src.max()), int(dst.max()))
    if most - least >= BITMAP_RATIO * src.size + 1024:
        labels, ids = np.unique(np.concatenate([src, dst]), return_inverse=True)
        return ids[: src.size], ids[src.size :], labels.size, labels
    present = np.zeros(most - least + 1, bool)
    present[src - least] = True
    present[dst - least] = True
    if least == 0 and present.all():
        return src, dst, most + 1, None
    labels = np.flatnonzero(present) + least
    ids = np.cumsum(present, dtype=index_dtype(labels.size)) - 1
    return ids.take(src - least), ids.take(dst - least), labels.size, labels


def number_names(src: Iterable[str], dst: Iterable[str]) -> tuple[np.ndarray, np.ndarray, int, np.ndarray]:
    """As `number_integers` for strings, which always become labels, in sorted order."""
    seen: dict[str, int] = {}
    columns = [np.array([seen.setdefault(name, len(seen)) for name in names]) for names in (src, dst)]
    labels = sorted(seen)
    ids = np.empty(len(labels), np.int64)
    ids[[seen[label] for label in labels]] = np.arange(len(labels))
    return ids[columns[0]], ids[columns[1]], len(labels), label_array(labels)


def checked_id(vertex: Any, num_vertices: int) -> int:
    """`vertex` as an int. Raises InputError unless it is an integer from 0 to V-1."""
    if isinstance(vertex, bool) or not isinstance(vertex, int | np.integer):
        raise InputError(f"a vertex is an integer, not {vertex!r}")
    if not num_vertices:
        raise InputError(f"vertex {vertex} is out of range: the graph has no vertices")
    if not 0 <= vertex < num_vertices:
        raise InputError(f"vertex {vertex} is out of range: ids go from 0 to {num_vertices - 1}")
    return int(vertex)
