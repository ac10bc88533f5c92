"""Writes files under a temporary name and renames them when complete, so that none is ever half-written."""

import errno
import gzip
import os
import re
import shutil
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from ..errors import InputError
from ..graph import Graph
from ..graph.labels import text_of
from ..progress import Report, pieces
from .file_objects import Outgoing
from .stream import is_packed

CHUNK_ROWS = 1 << 16  # rows formatted at once
SURROGATE = re.compile("[\ud800-\udfff]")


Output = Path | Outgoing  # what formats write


@contextmanager
def new_file(path: Output) -> Iterator[BinaryIO]:
    """A file to write, packed if its name ends in ``.gz``, that takes its name when the block is left.

    After an exception there is no new file, and an older file of this name is unchanged. An OSError names the
    path. What can't be renamed (a file object, a pipe, a device) is written to at once.
    """
    if isinstance(path, Outgoing):
        with _named(path):
            yield path.file
            path.file.flush()
        return
    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe, /dev/full: nothing to rename
        with _named(path), path.open("wb") as device, _packing(path, device) as content:
            yield content
        return
    target = Path(os.path.realpath(path))
    temporary = _temporary(target)
    try:
        with _named(path, temporary):
            with temporary.open("xb") as file, _packing(path, file) as content:
                yield content
            temporary.replace(target)
    finally:
        try:
            temporary.unlink(missing_ok=True)
        except BaseException:  # Ctrl-C at this moment
            temporary.unlink(missing_ok=True)
            raise


def require_place(path: Path) -> None:
    """Raise an error if no new file of this name can be written, as far as is known before long work.

    InputError if its folder is missing; IsADirectoryError for the name of a folder, PermissionError for a
    folder that may not be written to, which name the file.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():  # a pipe, /dev/full
        return
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise InputError(f"{path}: there is no folder {folder if path.is_symlink() else path.parent}")
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


@contextmanager
def _packing(path: Path, file: BinaryIO) -> Iterator[BinaryIO]:
    """What to write into `file`: packed if the path's name ends in ``.gz``."""
    if is_packed(path):
        with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
            yield cast(BinaryIO, packed)
    else:
        yield file


def require_replaceable(path: Path, marker: str) -> None:
    """Raise InputError unless the path is free, or a folder that `new_folder` made with this marker."""
    target = Path(os.path.realpath(path))
    if target.exists() and not (target / marker).is_file():
        raise InputError(f"{path} exists and isn't a folder with a {marker}: not replaced")


@contextmanager
def new_folder(path: Path, marker: str) -> Iterator[Path]:
    """A folder to fill that takes its name when the block is left, as `new_file` does.

    An older folder is replaced only if it holds a file called `marker`, the sign that this function made it.
    """
    require_replaceable(path, marker)
    target = Path(os.path.realpath(path))
    temporary, previous = _temporary(target), _temporary(target)
    try:
        with _named(path, temporary):
            temporary.mkdir()
            yield temporary
            if target.exists():
                target.replace(previous)
            temporary.replace(target)
    finally:
        try:
            _clear(target, temporary, previous)
        except BaseException:  # Ctrl-C at this moment
            _clear(target, temporary, previous)
            raise


def _clear(target: Path, temporary: Path, previous: Path) -> None:
    """Remove what isn't needed, and give the old folder its name back if no new one has taken it."""
    if previous.exists() and not target.exists():
        previous.replace(target)
    shutil.rmtree(temporary, ignore_errors=True)
    shutil.rmtree(previous, ignore_errors=True)


@contextmanager
def _named(path: Output, temporary: Path | None = None) -> Iterator[None]:
    """Context in which an OSError names the caller's path: not the temporary one, and not none."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        elif temporary is not None and str(error.filename).startswith(str(temporary)):
            error.filename, error.filename2 = str(error.filename).replace(str(temporary), str(path)), None
        raise


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name[:200]}.{uuid.uuid4().hex[:8]}.tmp")


def write_array(file: BinaryIO, array: np.ndarray) -> None:
    """Write an array as a .npy file; unlike `np.save`, with an error that says why the disk took no more."""
    array = np.ascontiguousarray(array)
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
    file.write(array.view(np.uint8).data)


def write_rows(file: BinaryIO, template: str, *columns: Any, report: Report | None = None) -> None:
    """``template % row`` for every row of the columns, arrays or lists of one length; reports rows."""
    for some in pieces(len(columns[0]), CHUNK_ROWS, report, CHUNK_ROWS):
        parts = [column[some] for column in columns]
        rows = [part if isinstance(part, list) else part.tolist() for part in parts]
        values = chain.from_iterable(zip(*rows, strict=True))
        file.write((template * len(rows[0]) % tuple(values)).encode())


def names(graph: Graph) -> list[str]:
    """The labels as text. Raises InputError if two are the same, or one is no text that UTF-8 can hold."""
    labels = [str(text_of(label)) for label in ([] if graph.labels is None else graph.labels.tolist())]
    require_distinct(labels)
    require_text(labels)
    return labels


def require_distinct(labels: list[Any]) -> None:
    """Raise InputError if two labels are the same."""
    if len(set(labels)) < len(labels):
        [(twice, _)] = Counter(labels).most_common(1)
        raise InputError(f"two vertices have the label {shortened(twice)}: a file can't tell them apart")


def require_text(labels: list[str]) -> None:
    """Raise InputError for half of a surrogate pair in a label, which no encoding can hold."""
    for label in labels:
        if not label.isascii() and SURROGATE.search(label):
            raise InputError(f"the label {shortened(label)} holds half of a surrogate pair: it is no text")


def shortened(label: object) -> str:
    """A label quoted for an error message, the middle of a long one left out."""
    text = repr(label)
    return text if len(text) <= 80 else f"{text[:60]}...{text[-10:]}"


def refuse_nan(weights: np.ndarray | None, kind: str) -> None:
    """Raise InputError for a weight that is not a number, which readers of text refuse."""
    if weights is not None and weights.dtype.kind == "f" and np.isnan(weights).any():
        raise InputError(f"{kind} files can't hold a weight that is NaN; .npz, .npy and .parquet files can")


def require_integers(weights: np.ndarray, least: int, most: int, suffix: str) -> np.ndarray:
    """Weights as int64. Raises InputError unless all are integers from `least` to `most`, and not -0.0."""
    right = (weights >= least) & (weights <= most)
    if weights.dtype.kind == "f":
        right &= (weights == np.rint(weights)) & ~(np.signbit(weights) & (weights == 0))
    if not right.all():
        raise InputError(f"{suffix} files hold integer weights from {least} to {most} only")
    return weights.astype(np.int64)


def refuse(graph: Graph, suffix: str, *, weights: bool = False, directed: bool = False) -> None:
    """Raise InputError if the graph has weights or directed edges, where the flag says they can't be held."""
    if weights and graph.weighted:
        raise InputError(f"{suffix} files hold no weights")
    if directed and graph.directed:
        raise InputError(f"{suffix} files hold undirected graphs only; make or read it as undirected")
