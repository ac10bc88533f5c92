"""Graph files: one module per format, each with ``read(path, progress)`` and ``write(graph, path)``."""

import os
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

from ..errors import InputError, checked_flag, shown
from ..graph import Graph
from ..graph.random_weights import with_random_weights
from ..graph.undirected import as_undirected
from ..graph.vertices import require_graph
from .stream import Progress, opened, suffix_of

# Format -> its module, imported when needed.
FORMATS = {
    "mtx": "matrix_market",
    "edges": "edge_list",
    "dimacs": "dimacs",
    "metis": "metis",
    "gapbs": "gapbs",
    "galois": "galois",
    "graph500": "graph500",
    "npz": "npz",
    "npy": "npy",
    "parquet": "parquet",
    "graphml": "graphml",
}

# Suffix -> format. A .gr file of Galois is recognized by its content.
SUFFIXES = {
    ".mtx": "mtx",
    ".txt": "edges",
    ".el": "edges",
    ".wel": "edges",
    ".tsv": "edges",
    ".csv": "edges",
    ".edges": "edges",
    ".edgelist": "edges",
    ".gr": "dimacs",
    ".graph": "metis",
    ".sg": "gapbs",
    ".wsg": "gapbs",
    ".packed": "graph500",
    ".graph500": "graph500",
    ".npz": "npz",
    ".npy": "npy",
    ".parquet": "parquet",
    ".graphml": "graphml",
}

WITH_LABELS = ("edges", "npy", "parquet", "graphml")
WITHOUT_DIRECTION = ("edges", "dimacs", "galois", "npz", "parquet")  # read as directed
EDGES_ONLY = ("edges", "parquet")  # can't hold a vertex without edges


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    undirected: bool = False,
    random_weights: int | None = None,
    *,
    progress: Progress | None = None,
) -> Graph:
    """The graph in a file.

    A file may claim no more than about 100 times its size, or 64 MiB if that is more: what packed data unpack
    to, and 64 bytes for each vertex without edges. The environment variable WAVEFRONT_FILE_LIMIT, a number of
    bytes, raises the 64 MiB.

    Parameters
    ----------
    path
        A file, packed with gzip if its name ends in ``.gz``, or a folder that `write` made (.npy).
    format
        One of `FORMATS`; by default chosen by the suffix and, for .gr, the content.
    undirected
        Make a directed graph undirected: every edge without a reverse of equal weight gets one.
    random_weights
        A seed: replace the weights by integers from 1 to 255, as float64, that depend on the seed and the
        edge's two vertex ids only, whichever way it points.
    progress
        Called as ``progress(done, total)`` with bytes while the file is read.

    Raises
    ------
    GraphFileError
        If the file breaks the rules of its format, or claims too much; in text formats the error names the
        line.
    InputError
        For an unknown suffix or format, or a format whose extra isn't installed.
    OSError
        If the file can't be opened or read.
    """
    path, undirected = _checked_path(path), checked_flag("undirected", undirected)
    if progress is not None and not callable(progress):
        raise InputError(f"progress is a function of two numbers, not {shown(progress)}")
    path.stat()
    graph = _module(_format_of(path) if format is None else format).read(path, progress)
    if random_weights is not None:
        graph = with_random_weights(graph, random_weights)
    return as_undirected(graph) if undirected else graph


def write(graph: Graph, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write the graph, in the format of the path's suffix unless one of `FORMATS` is given.

    The file appears under its name when it is complete. Weights and directions that a format can't hold are
    refused; each format's module names its limits. A UserWarning tells when labels are lost, when the file
    doesn't say that the graph is undirected, and when vertices without edges are left out.

    Raises
    ------
    InputError
        For an unknown suffix or format, or a graph that the format can't hold.
    OSError
        If the file can't be written.
    """
    require_graph(graph)
    path = _checked_path(path)
    graph = graph.to_device("cpu")
    name = _suffix_format(path) if format is None else format
    module = _module(name)
    if graph.labels is not None and name not in WITH_LABELS:
        kept = ", ".join(WITH_LABELS)
        warnings.warn(f"{path}: {name} files hold no labels; these do: {kept}", stacklevel=2)
    if not graph.directed and name in WITHOUT_DIRECTION:
        warnings.warn(
            f"{path}: {name} files don't say that a graph is undirected; read it as undirected", stacklevel=2
        )
    if name in EDGES_ONLY and (alone := _without_edges(graph)):
        warnings.warn(f"{path}: {name} files leave out {alone:,} vertices without edges", stacklevel=2)
    module.write(graph, path)


def _checked_path(path: str | os.PathLike[str]) -> Path:
    if not isinstance(path, str | os.PathLike) or "\0" in str(path):
        raise InputError(f"path is the name of a file, not {shown(path)}")
    return Path(path)


def _without_edges(graph: Graph) -> int:
    joined = np.zeros(graph.num_vertices, bool)
    joined[graph.coo.src] = True
    joined[graph.coo.dst] = True
    return graph.num_vertices - int(np.count_nonzero(joined))


def _module(format: str) -> ModuleType:
    if not isinstance(format, str) or format not in FORMATS:
        raise InputError(f"unknown format {shown(format)}; choose one of {', '.join(FORMATS)}")
    return import_module(f".formats.{FORMATS[format]}", __package__)


def _suffix_format(path: Path) -> str:
    suffix = suffix_of(path)
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise InputError(f"{path}: unknown suffix {suffix!r}; known are {known}, each also with .gz")
    return SUFFIXES[suffix]


def _format_of(path: Path) -> str:
    if path.is_dir():
        return "npy"
    format = _suffix_format(path)
    if format == "dimacs":
        from .formats import galois

        with opened(path) as file:
            return "galois" if galois.is_start(file.read(8)) else "dimacs"
    return format
