"""Files that are read or written once, from start to end: standard streams, pipes, file objects."""

import io
from pathlib import PurePath
from typing import Any, BinaryIO, NamedTuple

from .claims import Unpacked

HEAD_SIZE = 1 << 16  # bytes at the start that may tell the format
GZIP_START = b"\x1f\x8b"


class _Replayed(io.RawIOBase):
    """The bytes `start`, then the rest of a file."""

    def __init__(self, start: bytes, rest: Any) -> None:
        self._start, self._rest = start, rest
        self.held = 0  # bytes that have been read

    def readable(self) -> bool:
        """Whether the file can be read: always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with the next bytes, and return how many there were: 0 at the end."""
        data = self._start[: len(buffer)] or self._rest.read(len(buffer)) or b""
        self._start = self._start[len(data) :]
        buffer[: len(data)] = data
        self.held += len(data)
        return len(data)


class Incoming(_Replayed):
    """A file that can be read once, unpacked if it starts as gzip data do. Closing it leaves `file` open.

    Attributes
    ----------
    name
        What messages call the file; `str` gives it too.
    suffix
        The suffix that tells the format, as of a file on disk; "" if the name has none.
    head
        The first bytes, unpacked: all of a short file.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.name = name
        self.suffix = PurePath(PurePath(name.lower()).name.removesuffix(".gz")).suffix
        start = _first(file, len(GZIP_START))
        content: Any = _Replayed(start, file)
        if start == GZIP_START:
            content = Unpacked(name, content, io.BufferedReader(content))
        self.head = _first(content, HEAD_SIZE)
        super().__init__(self.head, content)

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        """Only the name is pickled and copied: with an error that names the file."""
        return str, (self.name,)


class Outgoing(NamedTuple):
    """A file object to write to; `str` gives its name for messages."""

    file: BinaryIO
    name: str
    suffix: str  # of the format that is written

    def __str__(self) -> str:
        return self.name


def _first(file: Any, size: int) -> bytes:
    """The next `size` bytes of a file, or fewer at its end; a pipe may give them in pieces."""
    head = b""
    while len(head) < size and (piece := file.read(size - len(head))):
        head += piece
    return head
