"""Folder cache (.npy): a graph's arrays as .npy files, mapped into memory when read.

``graph.json`` describes the graph; ``src_ptr.npy``, ``dst.npy`` and, if there are any, ``weights.npy`` and
``labels.npy`` are the arrays of `Graph.csr` and `Graph.labels`. Labels that are strings of very different
lengths are in two files: ``label_bytes.npy``, all in UTF-8, and ``label_ends.npy``, where each one ends.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.labels import all_strings, label_array
from ...progress import Report
from .. import output
from ..stream import is_packed, narrowed, parsing

MARKER = "graph.json"
VERSION = 1
SURROGATES = 0xD800 >> 11  # halves of surrogate pairs, of which UTF-32 has none


def read(path: Path, report: Report | None = None) -> Graph:
    """Graph over the memory-mapped arrays: neighbors and weights aren't read before they are used.

    An undirected graph's arrays must hold both directions of every edge, which is checked on first use.
    """
    if not (path / MARKER).is_file():
        raise GraphFileError(path, f"expected a graph file, or a folder with a {MARKER}")
    _require_inside(path / MARKER)
    with parsing(path, "graph folder"):
        about = json.loads((path / MARKER).read_text("utf-8"))
        if about["version"] != VERSION:
            raise GraphFileError(
                path, f"expected version {VERSION} of the folder, found {about['version']!r}"
            )
        num_vertices, num_edges = int(about["num_vertices"]), int(about["num_edges"])
        src_ptr = _array(path / "src_ptr.npy", num_vertices + 1, "iu")
        dst = _array(path / "dst.npy", num_edges, "iu")
        weights = _array(path / "weights.npy", num_edges, "iuf") if about["weighted"] else None
        labels = _labels(path, num_vertices) if about["labelled"] else None
        return Graph.from_csr(
            narrowed(path, src_ptr, num_edges, "offset"),
            narrowed(path, dst, max(num_vertices - 1, 0), "vertex"),
            weights,
            directed=bool(about["directed"]),
            labels=labels,
            origin=str(path),
        )


def _require_inside(path: Path) -> None:
    """Refuse a part of a folder that is a link to somewhere else."""
    if path.resolve().parent != path.parent.resolve():
        raise GraphFileError(path, "a link that leads out of the folder isn't followed")


def _array(path: Path, size: int | None, kinds: str) -> np.ndarray:
    """The array in a file of the folder, of this size unless the size is None."""
    _require_inside(path)
    if path.exists() and not path.is_file():
        raise GraphFileError(path, "expected a file")
    array = np.asarray(np.load(path, mmap_mode="c", allow_pickle=False))
    if array.ndim != 1 or size not in (None, array.size) or array.dtype.kind not in kinds:
        count = "some" if size is None else f"{size:,}"
        found = f"{array.dtype} of shape {array.shape}"
        raise GraphFileError(path, f"expected {count} elements of kind {' or '.join(kinds)}, found {found}")
    return array


def _labels(path: Path, num_vertices: int) -> np.ndarray:
    if (path / "label_ends.npy").exists():
        return _packed_labels(path, num_vertices)
    labels = _array(path / "labels.npy", num_vertices, "iU")
    labels = labels.astype(labels.dtype.newbyteorder("="), copy=False)
    if labels.dtype.kind == "U" and labels.dtype.itemsize and labels.size:
        characters = labels.view(np.uint32)
        if int(characters.max()) > sys.maxunicode or bool((characters >> 11 == SURROGATES).any()):
            raise GraphFileError(path / "labels.npy", "a label holds what is no character")
    return labels


def _packed_labels(path: Path, num_vertices: int) -> np.ndarray:
    ends = _array(path / "label_ends.npy", num_vertices, "iu")
    content = _array(path / "label_bytes.npy", None, "u")
    if content.dtype != np.uint8:
        raise GraphFileError(path / "label_bytes.npy", f"expected bytes, found {content.dtype}")
    bounds = np.concatenate([np.zeros(1, ends.dtype), ends])
    if bounds[-1] != content.size or (bounds[1:] < bounds[:-1]).any():
        raise GraphFileError(path / "label_ends.npy", f"the ends must rise to {content.size:,}")
    packed = content.tobytes()
    return label_array([packed[start:end].decode() for start, end in pairwise(bounds.tolist())])


def write(graph: Graph, path: Path) -> None:
    """Writes a new folder, or replaces one that was written here before, but nothing else.

    Raises InputError for labels that are neither integers nor strings.
    """
    require_name(path)
    labels = graph.labels
    arrays = graph.csr._asdict()
    if labels is not None:
        arrays |= label_arrays(labels)
    about = {
        "version": VERSION,
        "directed": graph.directed,
        "weighted": graph.weighted,
        "labelled": labels is not None,
        "num_vertices": graph.num_vertices,
        "num_edges": graph.num_edges,
    }
    with output.new_folder(path, MARKER) as folder:
        for name, array in arrays.items():
            if array is not None:
                with (folder / f"{name}.npy").open("wb") as file:
                    output.write_array(file, array)
        (folder / MARKER).write_text(json.dumps(about, indent=2) + "\n", "utf-8")


def require_name(path: Path) -> None:
    """Raise InputError if a graph's folder can't have this name: packed, or another folder's or file's."""
    if is_packed(path):
        raise InputError(f"{path}: the .npy cache is a folder and can't be packed")
    output.require_replaceable(path, MARKER)


def label_arrays(labels: np.ndarray) -> dict[str, np.ndarray]:
    """The labels as arrays by the names of their files, without objects.

    Raises InputError for labels that are neither integers nor strings.
    """
    if labels.dtype.kind == "i":
        return {"labels": labels}
    if not all_strings(labels):
        raise InputError("NumPy's files hold labels that are all integers or all strings, int64 or str")
    output.require_text(labels.tolist())
    if labels.dtype.kind == "U":
        return {"labels": labels}
    packed = [label.encode() for label in labels.tolist()]
    ends = np.cumsum([len(label) for label in packed], dtype=np.int64)
    return {"label_bytes": np.frombuffer(b"".join(packed), np.uint8), "label_ends": ends}
