"""Opens graph files: gzip by suffix, progress, text in blocks of whole lines, memory maps."""

import errno
import gzip
import io
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np

from ..device.memory import require_memory
from ..errors import GraphFileError, InputError
from ..graph.arrays import index_dtype
from ..progress import Report
from .claims import Unpacked
from .file_objects import Incoming, Outgoing

BLOCK_SIZE = 4 << 20  # bytes of text read, parsed and reported at once; benchmarks/readers.py
BUFFER_SIZE = 1 << 20  # bytes asked of the operating system at once
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # of UTF-8

Input = Path | Incoming  # what formats read


def suffix_of(path: Input | Outgoing) -> str:
    """The suffix that tells the format: the last one, in lower case, before any ``.gz``."""
    if not isinstance(path, Path):
        return path.suffix
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def is_packed(path: Input | Outgoing) -> bool:
    """Whether it is a file on disk whose name ends in ``.gz``; what is incoming is unpacked already."""
    return isinstance(path, Path) and path.name.lower().endswith(".gz")


class Block(NamedTuple):
    """Whole lines of a text file, and the number of the first line."""

    text: bytes
    first_line: int


class _ReportingFile(io.FileIO):
    """A file that reports how far it has been read."""

    def __init__(self, path: Path, report: Report | None) -> None:
        super().__init__(path)
        self._report = report
        self.held = os.fstat(self.fileno()).st_size

    def readinto(self, buffer: Any) -> int:
        count = super().readinto(buffer)
        if self._report is not None:
            self._report(self.tell(), self.held)
        return count or 0


@contextmanager
def opened(path: Input, report: Report | None = None) -> Iterator[BinaryIO]:
    """The file's bytes, unpacked if its name ends in ``.gz``; what is incoming reports no progress.

    Raises GraphFileError if the file is empty, or if its gzip data are damaged, end early or unpack to more
    than `require_claim` allows.
    """
    raw = path if isinstance(path, Incoming) else _ReportingFile(path, report)
    with io.BufferedReader(raw, BUFFER_SIZE) as file, reading(path):
        stream: Any = file
        if is_packed(path):
            stream = io.BufferedReader(cast(Any, Unpacked(path, raw, file)), BUFFER_SIZE)
        if not stream.peek(1):
            raise GraphFileError(path, "the file is empty")
        yield stream


@contextmanager
def reading(path: object) -> Iterator[None]:
    """Context in which damaged gzip data raise GraphFileError, and an OSError names the file."""
    try:
        yield
    except EOFError as error:
        raise GraphFileError(path, "the file ends early: its gzip data are truncated") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise GraphFileError(path, f"damaged, or not gzip data: {error}") from error
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


@contextmanager
def opened_text(path: Input, report: Report | None = None) -> Iterator[BinaryIO]:
    """As `opened`, without a byte order mark."""
    with opened(path, report) as file:
        if file.peek(3)[:3] == BYTE_ORDER_MARK:  # type: ignore[attr-defined]
            file.read(3)
        yield file


def blocks(file: BinaryIO, first_line: int, start: bytes = b"") -> Iterator[Block]:
    """The text `start`, then the rest of an open text file, in blocks of whole lines.

    `first_line` is the number of the first line of `start` or, if that is empty, of the rest.
    """
    text = start + file.read(BLOCK_SIZE)
    while text:
        text += file.readline()
        yield Block(text, first_line)
        first_line += text.count(b"\n")
        text = file.read(BLOCK_SIZE)


def whole(path: Input, report: Report | None = None) -> bytes:
    """All bytes of a file. Raises GraphFileError as `opened`."""
    with opened(path, report) as file:
        return b"".join(iter(partial(file.read, BLOCK_SIZE), b""))


def mapped(path: Input, report: Report | None = None) -> np.ndarray:
    """All bytes of a file as uint8: a private, writable memory map, or a copy if it is packed.

    Raises GraphFileError as `opened`.
    """
    if isinstance(path, Incoming) or is_packed(path):
        return np.frombuffer(bytearray(whole(path, report)), np.uint8)
    with opened(path, report), mapping(path):  # opened, so that an empty file is refused
        return np.asarray(np.memmap(path, np.uint8, mode="c"))


@contextmanager
def mapping(path: Input) -> Iterator[None]:
    """Context around a memory map of the file: address space that is missing is a MemoryError."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOMEM:
            raise
        size = path.held if isinstance(path, Incoming) else path.stat().st_size
        raise MemoryError(f"can't allocate {size:,} bytes for a map of {path}") from error


def narrowed(path: Input, values: np.ndarray, largest: int, what: str) -> np.ndarray:
    """Offsets or vertex ids in the type for numbers up to `largest`, copied only if their type differs.

    Raises GraphFileError, calling the value `what`, if a conversion would overflow.
    """
    dtype = index_dtype(largest)
    if values.size and values.dtype != dtype:
        for extreme in (int(values.min()), int(values.max())):
            if not 0 <= extreme <= largest:
                raise GraphFileError(path, f"{what} {extreme} is out of range: expected 0 to {largest}")
    return values.astype(dtype, copy=False)


def check_num_vertices(path: Input, num_vertices: int) -> None:
    """Refuse a header that claims so many vertices that their offsets can't fit in this machine's memory."""
    try:
        require_memory(8 * (num_vertices + 1), f"a graph of {num_vertices:,} vertices")
    except InputError as error:
        raise GraphFileError(path, str(error)) from error


@contextmanager
def parsing(path: Input, kind: str) -> Iterator[None]:
    """Context around a library's parser: any exception on damaged bytes becomes a GraphFileError.

    Libraries don't document which exceptions damaged bytes can cause, so all exceptions are caught except
    MemoryError, which isn't the file's fault.
    """
    try:
        with mapping(path):
            yield
    except (GraphFileError, MemoryError):
        raise
    except InputError as error:
        raise GraphFileError(path, str(error)) from error
    except Exception as error:
        problem = "it ends too soon" if isinstance(error, StopIteration | EOFError) else str(error)
        problem = re.sub(r"\s+", " ", problem)[:200] or type(error).__name__
        raise GraphFileError(path, f"not a valid {kind}: {problem}") from error
