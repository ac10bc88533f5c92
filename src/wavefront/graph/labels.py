"""Labels, the caller's names of vertices: made into an array, looked up, and numbered 0 to V-1 in order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from datetime import date
from difflib import get_close_matches
from itertools import repeat
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, shown
from .arrays import index_dtype
from .edges import as_array

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

MOST_PADDING = 4  # times the memory of strings as objects that a fixed-width array of them may take
OBJECT_SIZE = 16  # a string object's own bytes and those of a pointer to one, in NumPy's 4-byte characters
BITMAP_RATIO = 32  # a table of all numbers from the least id to the largest may have this many times E slots
FINE_UNITS = ("ns", "ps", "fs", "as")  # of NumPy's times, for which Python has none
MOST_COMPARED = 10_000  # labels that an unknown one is compared with: takes a tenth of a second


def label_array(labels: Sequence[Hashable] | np.ndarray) -> np.ndarray:
    """Labels as a one-dimensional array: of int64 if all fit, of str if all are strings, else of objects.

    NumPy gives each string the length of the longest. Where that would take much more memory than the strings
    do as objects, they stay objects; so do strings that end with a NUL, which NumPy would cut off.
    """
    if isinstance(labels, np.ndarray) and labels.ndim == 1:
        array = as_array(labels, "labels")
        if array.dtype.kind == "M":
            return _as_dates(array)
        fits = array.dtype.kind == "u" and int(array.max(initial=0)) < 2**63
        return array.astype(np.int64) if fits else array
    if not isinstance(labels, Collection) or isinstance(labels, np.ndarray | str | bytes | Mapping | Set):
        raise InputError(f"labels is a list of the names of the vertices, not {shown(labels)}")
    names: list[Any] = list(labels)
    kinds = set(map(type, names))
    if kinds <= {int} and all(-(2**63) <= name < 2**63 for name in names):
        return np.array(names, np.int64)
    if kinds == {str} and not any(map(str.endswith, names, repeat("\0"))):
        lengths = list(map(len, names))
        as_objects = sum(lengths) + OBJECT_SIZE * len(lengths)
        if max(lengths) * len(lengths) <= MOST_PADDING * as_objects:
            return np.array(names, str)
    array = np.empty(len(names), object)
    array[:] = names
    return array


def _as_dates(times: np.ndarray) -> np.ndarray:
    """Times in a unit that Python has dates for. Raises InputError where that would change a time."""
    dates = times.astype("M8[us]") if np.datetime_data(times.dtype)[0] in FINE_UNITS else times
    if (np.isnat(times) | (dates != times)).any():
        raise InputError("labels that are times are whole microseconds, none missing")
    return dates


def checked_labels(labels: Sequence[Hashable] | np.ndarray, num_vertices: int) -> np.ndarray:
    """As `label_array`. Raises InputError unless there is one per vertex."""
    names = label_array(labels)
    if names.shape != (num_vertices,):
        raise InputError(f"{names.size:,} labels for {num_vertices:,} vertices")
    return names


def all_strings(labels: np.ndarray) -> bool:
    """Whether the labels are strings, in an array of strings or of objects."""
    return labels.dtype.kind == "U" or all(isinstance(label, str) for label in labels.tolist())


def text_of(label: Any) -> Any:
    """A label as text: bytes as UTF-8, dates and times as ISO 8601 has them. Any other is itself."""
    if isinstance(label, bytes):
        return label.decode(errors="backslashreplace")
    return label.isoformat() if isinstance(label, date) else label


def position(labels: np.ndarray, label: Hashable) -> int:
    """The first position of the label in the array. Raises InputError if it isn't there.

    A label of bytes, a date or a time is also found by its `text_of`.
    """
    # NumPy takes a string with a NUL at its end for the one without.
    if labels.dtype.kind == "M" and isinstance(label, np.datetime64):
        found = np.flatnonzero(labels == label).tolist()
    elif labels.dtype.kind in "OSM" or (isinstance(label, str) and label.endswith("\0")):
        wanted = label.tolist() if isinstance(label, np.generic) else label
        found = [
            index
            for index, other in enumerate(labels.tolist())
            if _is_same(other, wanted) or (isinstance(wanted, str) and text_of(other) == wanted)
        ]
    elif isinstance(label, str if labels.dtype.kind == "U" else Real):
        found = np.flatnonzero(labels == label).tolist()
    else:
        found = []
    if not found:
        raise InputError(f"no vertex has the label {shown(label)}{_suggestion(labels, label)}")
    return int(found[0])


def _is_same(label: Any, other: Any) -> bool:
    try:
        return bool(label == other)
    except ValueError:  # an array, which compares element by element
        return False


def _suggestion(labels: np.ndarray, label: Any) -> str:
    """The labels that are like this one, for a message."""
    if not isinstance(label, str) or labels.size > MOST_COMPARED:
        return ""
    texts = map(text_of, labels.tolist())
    close = get_close_matches(label, [text for text in texts if isinstance(text, str)])
    return f"; did you mean {' or '.join(map(shown, close))}?" if close else ""


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


def checked_id(vertex: Any, num_vertices: int, labels: np.ndarray | None, name: str | None) -> int:
    """`vertex` as an int. Raises InputError, naming the argument, unless it is an integer from 0 to V-1."""
    argument = "" if name is None else f"{name}: "
    if isinstance(vertex, bool) or not isinstance(vertex, int | np.integer):
        raise InputError(f"{argument}a vertex is an integer, not {shown(vertex)}{_id_of(labels, vertex)}")
    if not num_vertices:
        raise InputError(f"{argument}vertex {shown(vertex)} is out of range: the graph has no vertices")
    if not 0 <= vertex < num_vertices:
        raise InputError(
            f"{argument}vertex {shown(vertex)} is out of range: ids go from 0 to {num_vertices - 1}"
        )
    return int(vertex)


def _id_of(labels: np.ndarray | None, label: Any) -> str:
    """For a message: that this is the label of a vertex, if it is."""
    try:
        return "" if labels is None else f"; the vertex with this label has the id {position(labels, label)}"
    except InputError:
        return ""
