"""Graph files: one module per format, each with ``read(path, report)`` and ``write(graph, path)``."""

import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

import numpy as np

from ..errors import InputError, checked_flag, checked_integer, shown
from ..graph import Graph
from ..graph.random_weights import with_random_weights
from ..graph.undirected import as_undirected
from ..graph.vertices import require_graph
from ..old_names import renamed
from ..progress import Progress, reporting
from .file_objects import Incoming, Outgoing
from .output import Output
from .recognize import format_by_content
from .stream import Input, opened, reading, suffix_of

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
    "gexf": "gexf",
    "gml": "gml",
    "pajek": "pajek",
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
    ".gexf": "gexf",
    ".gml": "gml",
    ".net": "pajek",
}

WITH_LABELS = ("edges", "npy", "parquet", "graphml", "gexf", "gml", "pajek")
WITH_COLUMNS = ("edges", "parquet")
WITHOUT_DIRECTION = ("edges", "dimacs", "galois", "npz", "parquet")  # read as directed
BY_ROWS = ("edges", "dimacs", "metis", "graphml")  # written by Python, row by row: this takes long
EDGES_ONLY = ("edges", "parquet")  # can't hold a vertex without edges

MOST_COLUMNS = 1 << 16
STANDARD = {"stdin": "standard input", "stdout": "standard output"}
DEVICES = [Path("/dev"), Path("/dev/fd")]  # where a file's name says nothing about its content


@renamed(columns="edge_columns")
def read(
    path: str | os.PathLike[str] | BinaryIO,
    format: str | None = None,
    undirected: bool = False,
    random_weights: int | None = None,
    *,
    edge_columns: Sequence[str | int] | None = None,
    progress: Progress = False,
) -> Graph:
    """The graph in a file.

    A file may claim no more than about 100 times its size, or 64 MiB if that is more: what packed data unpack
    to, and 64 bytes for each vertex without edges. The environment variable WAVEFRONT_FILE_LIMIT, a number of
    bytes, raises the 64 MiB.

    Parameters
    ----------
    path
        A file, packed with gzip if its name ends in ``.gz``; or a folder that `write` made (.npy). Or what is
        read once, from start to end, packed with gzip or not: a pipe, or a file object that is open for
        reading bytes, such as ``sys.stdin.buffer``. It stays open.
    format
        One of `FORMATS`; by default chosen by the suffix and, for .gr, the content. For a pipe or a file
        object whose name has no known suffix, it is chosen by the content; formats that can't be told by it
        (gapbs, graph500) must be named.
    undirected
        Make a directed graph undirected: every edge without a reverse of equal weight gets one.
    random_weights
        A seed: replace the weights by integers from 1 to 255, as uint8, that depend on the seed and the
        edge's two vertex ids only, whichever way it points.
    edge_columns
        Of an edge list or a Parquet table: names, or places from 0 on, of sources, targets, maybe weights.
    progress
        True: after two seconds a line on stderr, if that is a terminal or a notebook's, tells how far the
        call is, and how long it will take. Or a function, called as ``progress(done, total)``, here with
        bytes of a file on disk; what it raises ends the call. See docs/guide/progress.md.

    Raises
    ------
    GraphFileError
        If the file breaks its format's rules, or claims too much; of text, the error names the line.
    InputError
        For an unknown suffix or format, or a format whose extra isn't installed.
    OSError
        If the file can't be opened or read.
    """
    undirected = checked_flag("undirected", undirected)
    with reporting(progress, "read") as report, _input(path) as source:
        name = _format_of(source) if format is None else format
        module = _module(name)
        if name == "npy" and isinstance(source, Incoming):
            raise InputError(f"{source}: a graph in the format npy is a folder, not a file")
        if edge_columns is None:
            graph = module.read(source, report)
        elif name in WITH_COLUMNS:
            graph = module.read(source, report, _checked_columns(edge_columns))
        else:
            raise InputError(f"edge_columns are of the formats {' and '.join(WITH_COLUMNS)}, not of {name}")
    if random_weights is not None:
        graph = with_random_weights(graph, random_weights)
    return as_undirected(graph) if undirected else graph


def _checked_columns(columns: Sequence[str | int]) -> list[str] | list[int]:
    """Two or three names, or places. Raises InputError for anything else."""
    if isinstance(columns, list | tuple) and len(columns) in (2, 3):
        if all(isinstance(column, str) for column in columns):
            return list(map(str, columns))
        return [checked_integer("edge_columns", place, 0, MOST_COLUMNS) for place in columns]
    raise InputError(f"edge_columns are two or three names, or places, not {shown(columns)}")


@contextmanager
def _input(path: str | os.PathLike[str] | BinaryIO) -> Iterator[Input]:
    """What formats read: a path, or what comes from a pipe or a file object."""
    if not isinstance(path, str | os.PathLike):
        yield _incoming(path, _name_of(path, "read", "stdin"))
        return
    path = _checked_path(path)
    path.stat()
    if path.is_dir() or (path.is_file() and path.parent not in DEVICES):
        yield path
    else:
        with path.open("rb") as file:
            yield _incoming(file, str(path))


def _incoming(file: BinaryIO, name: str) -> Incoming:
    with reading(name):
        return Incoming(file, name)


def _name_of(file: BinaryIO, verb: str, standard: str) -> str:
    """What messages call a file object, which must be able to `verb` and may be a standard stream."""
    if not hasattr(file, verb):
        raise InputError(f"path is the name of a file, or a file object to {verb}, not {shown(file)}")
    if isinstance(file, io.TextIOBase):
        raise InputError(f"expected a file object to {verb} bytes, found one for text, {type(file).__name__}")
    if file is getattr(getattr(sys, standard), "buffer", None):
        return STANDARD[standard]
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else f"<{type(file).__name__}>"


def write(
    graph: Graph,
    path: str | os.PathLike[str] | BinaryIO,
    format: str | None = None,
    *,
    progress: Progress = False,
) -> None:
    """Write the graph, in the format of the path's suffix unless one of `FORMATS` is given.

    The file appears under its name when it is complete. A file object that is open for writing bytes, such as
    ``sys.stdout.buffer``, needs a format, any but npy, and stays open. Weights and directions that a format
    can't hold are refused; each format's module names its limits. A UserWarning tells when labels are lost,
    when the file doesn't say that the graph is undirected, and when vertices without edges are left out.
    `progress` is as for `read`, of the edges or rows of a format that is written row by row.

    Raises
    ------
    InputError
        For an unknown suffix or format, or a graph that the format can't hold.
    OSError
        If the file can't be written; it names the file.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    target = _output(path, format, graph)
    name = format_to_write(target, format)
    module = _module(name)
    if graph.labels is not None and name not in WITH_LABELS:
        kept = ", ".join(WITH_LABELS)
        warnings.warn(f"{target}: {name} files hold no labels; these do: {kept}", stacklevel=2)
    if not graph.directed and name in WITHOUT_DIRECTION:
        told = "don't say that a graph is undirected; read it as undirected"
        warnings.warn(f"{target}: {name} files {told}", stacklevel=2)
    if lost := _left_out(graph, name):
        warnings.warn(f"{target}: {name} files leave out {lost:,} vertices without edges", stacklevel=2)
    with reporting(progress, "write") as report:
        module.write(graph, target, *([report] if name in BY_ROWS else []))


def format_to_write(path: Output, format: str | None = None) -> str:
    """The format of a new file: as its suffix says if None is given. Raises InputError for an unknown one."""
    name = _suffix_format(path) if format is None else format
    _require_known(name)
    return name


def _checked_path(path: str | os.PathLike[str]) -> Path:
    if "\0" in str(path):
        raise InputError(f"path is the name of a file, not {shown(path)}")
    return Path(path)


def _output(path: str | os.PathLike[str] | BinaryIO, format: str | None, graph: Graph) -> Output:
    """What formats write to: a path, or a file object with the suffix of the format."""
    if isinstance(path, str | os.PathLike):
        return _checked_path(path)
    name = _name_of(path, "write", "stdout")
    if format is None or format == "npy":
        known = ", ".join(known for known in FORMATS if known != "npy")
        raise InputError(f"{name}: a file object needs a format; give format=, one of {known}")
    suffixes = [suffix for suffix, known in SUFFIXES.items() if known == format]
    weighted = graph.weighted and format == "gapbs"
    return Outgoing(path, name, suffixes[-1 if weighted else 0] if suffixes else "")


def _left_out(graph: Graph, format: str) -> int:
    """How many vertices a file of this format can't hold: those without edges, or the last of them."""
    if format not in (*EDGES_ONLY, "graph500"):
        return 0
    alone = np.ones(graph.num_vertices, bool)
    alone[graph.coo.src] = alone[graph.coo.dst] = False
    return int(alone.sum() if format in EDGES_ONLY else np.logical_and.accumulate(alone[::-1]).sum())


def _module(format: str) -> ModuleType:
    _require_known(format)
    return import_module(f".formats.{FORMATS[format]}", __package__)


def _require_known(format: object) -> None:
    if not isinstance(format, str) or format not in FORMATS:
        raise InputError(f"unknown format {shown(format)}; choose one of {', '.join(FORMATS)}")


def _suffix_format(path: Input | Output) -> str:
    suffix = suffix_of(path)
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise InputError(f"{path}: unknown suffix {suffix!r}; known are {known}, each also with .gz")
    return SUFFIXES[suffix]


def _format_of(path: Input) -> str:
    if isinstance(path, Incoming):
        return _incoming_format(path)
    if path.is_dir():
        return "npy"
    format = _suffix_format(path)
    if format == "dimacs":
        from .formats import galois

        with opened(path) as file:
            return "galois" if galois.is_start(file.read(8)) else "dimacs"
    return format


def _incoming_format(incoming: Incoming) -> str:
    told = format_by_content(incoming.head)
    format = SUFFIXES.get(incoming.suffix, told)
    if format is None:
        known = ", ".join(FORMATS)
        raise InputError(f"{incoming}: the content doesn't tell the format; give format=, one of {known}")
    return "galois" if format == "dimacs" and told == "galois" else format
