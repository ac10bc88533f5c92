"""From the vertex ids of a file to ids 0 to V-1 and labels; columns of edge tables by their names."""

from collections.abc import Iterable

import numpy as np

from ..interop import label_array
from ..scan import index_dtype

BITMAP_RATIO = 32  # a table over all numbers from the least id to the largest may be this many times E long

# What the columns of edge tables are called, in lower case.
SOURCE = {"source", "src", "from", "fromnodeid", "tail", "node1", "node_1", "id_1"}
TARGET = {"target", "dst", "dest", "destination", "to", "tonodeid", "head", "node2", "node_2", "id_2"}
WEIGHT = {"weight", "w", "value", "cost", "distance", "length", "capacity"}


def number_integers(
    src: np.ndarray, dst: np.ndarray
) -> tuple[np.ndarray, np.ndarray, int, np.ndarray | None]:
    """Ids in order of the integers in both arrays, E > 0 each; the number of vertices; the labels.

    Integers that are 0 to V-1 already stay, and there are no labels.
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
    return ids[src - least], ids[dst - least], labels.size, labels


def number_names(src: Iterable[str], dst: Iterable[str]) -> tuple[np.ndarray, np.ndarray, int, np.ndarray]:
    """The same for strings, in their order."""
    seen: dict[str, int] = {}
    columns = [np.array([seen.setdefault(name, len(seen)) for name in names]) for names in (src, dst)]
    labels = sorted(seen)
    ids = np.empty(len(labels), np.int64)
    ids[[seen[label] for label in labels]] = np.arange(len(labels))
    return ids[columns[0]], ids[columns[1]], len(labels), label_array(labels)
