"""Graph files, each rank reading its part.

A folder of arrays (.npy, which ``wavefront convert`` writes) is mapped, and a rank touches its slice. Of an
edge list, a text of two or three columns of numbers, a rank parses a range of bytes; of a Parquet file, some
row groups. Both are read four times: for the range of the ids, the ids, degrees, and edges. Any other file
(packed, another format, named vertices, many columns) is read by every rank as a whole, and each keeps its
part.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..graph.arrays import index_dtype
from ..graph.weight_types import smallest_type, whole_range
from ..io import SUFFIXES
from ..io import read as read_whole
from ..io.stream import is_packed, suffix_of
from . import read_parquet, read_text
from .agreement import agreed
from .build import Edges, Part, build, from_graph
from .communicator import Communicator
from .graph import DistributedGraph
from .world import world

SPARSE = 8  # ids per edge beyond which numbering needs the whole file: sorting, not a table


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    undirected: bool = False,
    *,
    communicator: Communicator | None = None,
) -> DistributedGraph:
    """The graph in a file, each rank its part; every rank calls this, and sees the same file.

    Parameters
    ----------
    path, format, undirected
        As for ``wavefront.read``. With `undirected` every rank reads the whole file.
    communicator
        The ranks; by default `world()`.

    Raises
    ------
    GraphFileError, InputError, OSError
        As ``wavefront.read``, on the rank that met the error; on the other ranks InputError with its text.
    """
    ranks = communicator or world()
    source = Path(path)
    parts = agreed(ranks, lambda: None if undirected else _parts_of(source, format, ranks))
    numbered = None if parts is None else _numbered(parts, ranks)
    if numbered is None:
        whole = agreed(ranks, lambda: _read_checked(source, format, undirected))
        return from_graph(whole, ranks)
    return build(numbered, ranks)


def _read_checked(path: Path, format: str | None, undirected: bool) -> Any:
    graph = read_whole(path, format, undirected)
    _ = graph.csr  # a folder's arrays are checked on first use
    return graph


def _parts_of(path: Path, format: str | None, ranks: Communicator) -> Any:
    """The reader of this rank's part of the file; None if the file must be read as a whole."""
    path.stat()
    if not path.is_file() or is_packed(path):
        return None
    name = SUFFIXES.get(suffix_of(path)) if format is None else format
    if name == "parquet":
        return read_parquet.part(path, ranks.rank, ranks.size)
    return read_text.part(path, ranks.rank, ranks.size) if name == "edges" else None


def _numbered(parts: Any, ranks: Communicator) -> Part | None:
    """This rank's part with ids from 0 to V-1; None if the labels are too sparse for a table of them."""
    scanned = agreed(ranks, lambda: _scan(parts))
    everyone = np.empty((ranks.size, len(scanned)), np.int64)
    ranks.gather(everyone.reshape(-1), np.array(scanned, np.int64))
    least, most, count = int(everyone[:, 0].min()), int(everyone[:, 1].max()), int(everyone[:, 2].sum())
    weight_type = parts.weights
    if bool(everyone[:, 3].all()) and count:
        weight_type = np.dtype(smallest_type(int(everyone[:, 4].min()), int(everyone[:, 5].max())))
    if not count or most - least >= SPARSE * count + 1024:
        return None
    present = np.zeros(most - least + 1, np.int16)
    for src, dst, _ in parts.blocks():
        present[src - least] = 1
        present[dst - least] = 1
    there = ranks.sum(present) != 0
    del present
    labels, number = None, None
    if least or not there.all():
        labels = np.flatnonzero(there) + least
        number = np.cumsum(there, dtype=index_dtype(labels.size)) - 1
    num_vertices = most + 1 if labels is None else labels.size
    dtype, to_device = index_dtype(num_vertices), ranks.device.array

    def rounds(size: int) -> Iterator[Edges]:
        for src, dst, weights in parts.blocks():
            ends = (src, dst) if number is None else (number[src - least], number[dst - least])
            for at in range(0, src.size, size):
                cut = slice(at, at + size)
                lengths = None if weights is None else to_device(weights[cut].astype(weight_type, copy=False))
                src_here, dst_here = (to_device(end[cut].astype(dtype)) for end in ends)
                yield src_here, dst_here, lengths

    return Part(num_vertices, count, True, weight_type, rounds, labels=labels)


class Scanned(NamedTuple):
    """What one rank's part of a file holds."""

    least: int  # id
    most: int
    num_edges: int
    is_whole: bool  # whether all weights are integers, if there are any
    least_weight: int  # of integers
    most_weight: int


def _scan(parts: Any) -> Scanned:
    limits = np.iinfo(np.int64)
    least, most, count = limits.max, -1, 0
    is_whole, lightest, heaviest = parts.may_be_whole, limits.max, limits.min
    for src, dst, weights in parts.blocks():
        if not src.size:
            continue
        least = min(least, int(src.min()), int(dst.min()))
        most = max(most, int(src.max()), int(dst.max()))
        count += src.size
        ends = whole_range(weights) if is_whole else None
        is_whole = ends is not None
        if ends is not None:
            lightest, heaviest = min(lightest, ends[0]), max(heaviest, ends[1])
    return Scanned(least, most, count, is_whole, lightest, heaviest)
