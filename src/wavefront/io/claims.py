"""What a small file may claim: gzip data, the sizes in headers. Files that claim too much are refused."""

import gzip
import io
import os
from typing import Any, BinaryIO, Protocol

from ..errors import GraphFileError, InputError

CLAIM_LIMIT = 64 << 20  # bytes
MOST_CLAIMED = 100  # times the bytes of a file; text of edges packs into a tenth or more of its size
VERTEX_SIZE = 64  # bytes that building a graph takes for each vertex without edges
EDGE_SIZE = 16  # bytes of an edge in a file of text, at the least about


class Held(Protocol):
    """A source of packed bytes."""

    held: int  # bytes that are known to be there


class Unpacked(io.RawIOBase):
    """What gzip data unpack to, refused where that is far more than a graph packs into so few bytes."""

    def __init__(self, path: object, packed: Held, file: BinaryIO) -> None:
        """`file` reads what `packed` holds; errors name the `path`."""
        self._path = path
        self._packed = packed
        self._stream = gzip.GzipFile(fileobj=file)
        self._size = 0

    def readable(self) -> bool:
        """Whether the file can be read: always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with the next bytes, and return how many there were: 0 at the end."""
        count = self._stream.readinto(buffer)
        self._size += count
        require_claim(self._path, self._size, self._packed.held, "what it unpacks to, so far")
        return count


def claim_limit() -> int:
    """Bytes that any file may claim, however small it is: WAVEFRONT_FILE_LIMIT, or CLAIM_LIMIT.

    Raises InputError if the variable isn't a number.
    """
    given = os.environ.get("WAVEFRONT_FILE_LIMIT", str(CLAIM_LIMIT))
    if not given.isdecimal():
        raise InputError(f"WAVEFRONT_FILE_LIMIT is a number of bytes, not {given!r}")
    return int(given)


def require_claim(path: object, claimed: int, held: int, what: str) -> None:
    """Refuse a file that holds few bytes and says that it needs many: MOST_CLAIMED times `held`, and more.

    Raises GraphFileError, which names the setting that raises the limit.
    """
    if claimed > MOST_CLAIMED * held and claimed > (limit := claim_limit()):
        problem = f"{what} takes about {claimed:,} bytes, too many for so small a file; if that is right, set"
        raise GraphFileError(path, f"{problem} WAVEFRONT_FILE_LIMIT to more than the {limit:,} of now")


def check_claimed_vertices(path: object, num_vertices: int, num_edges: int) -> None:
    """Refuse a header that claims very many more vertices than the file's edges can join."""
    what = f"a graph of {num_vertices:,} vertices"
    require_claim(path, VERTEX_SIZE * num_vertices, EDGE_SIZE * num_edges, what)
