"""Folder cache (.npy): a graph's arrays as .npy files, mapped into memory when read.

``graph.json`` describes the graph; ``src_ptr.npy``, ``dst.npy`` and, if there are any, ``weights.npy`` and
``labels.npy`` are the arrays of `Graph.csr` and `Graph.labels`.
"""

import json
from pathlib import Path

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from .. import output
from ..stream import Progress, is_packed, narrowed, parsing

MARKER = "graph.json"
VERSION = 1


def read(path: Path, progress: Progress | None = None) -> Graph:
    """Graph over the memory-mapped arrays: neighbors and weights aren't read before they are used.

    An undirected graph's arrays must hold both directions of every edge, which is not checked.
    """
    if not (path / MARKER).is_file():
        raise GraphFileError(path, f"expected a graph file, or a folder with a {MARKER}")
    with parsing(path, "graph folder"):
        about = json.loads((path / MARKER).read_text("utf-8"))
        if about["version"] != VERSION:
            raise GraphFileError(
                path, f"expected version {VERSION} of the folder, found {about['version']!r}"
            )
        num_vertices, num_edges = int(about["num_vertices"]), int(about["num_edges"])
        src_ptr = _array(path / "src_ptr.npy", num_vertices + 1, "iu")
        dst = _array(path / "dst.npy", num_edges, "iu")
        weights = _array(path / "weights.npy", num_edges, "f") if about["weighted"] else None
        labels = _array(path / "labels.npy", num_vertices, "iU") if about["labelled"] else None
        return Graph.from_csr(
            narrowed(path, src_ptr, num_edges, "offset"),
            narrowed(path, dst, max(num_vertices - 1, 0), "vertex"),
            weights,
            directed=bool(about["directed"]),
            labels=labels,
            origin=str(path),
        )


def _array(path: Path, size: int, kinds: str) -> np.ndarray:
    array = np.asarray(np.load(path, mmap_mode="c", allow_pickle=False))
    if array.shape != (size,) or array.dtype.kind not in kinds:
        found = f"{array.dtype} of shape {array.shape}"
        raise GraphFileError(path, f"expected {size:,} elements of kind {' or '.join(kinds)}, found {found}")
    return array


def write(graph: Graph, path: Path) -> None:
    """Writes a new folder, or replaces one that was written here before, but nothing else.

    Raises InputError for labels that are neither integers nor strings.
    """
    if is_packed(path):
        raise InputError(f"{path}: the .npy cache is a folder and can't be packed")
    labels = graph.labels
    if labels is not None and labels.dtype.kind not in "iU":
        raise InputError(".npy folders hold labels that are all integers or all strings")
    arrays = {**graph.csr._asdict(), "labels": labels}
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
