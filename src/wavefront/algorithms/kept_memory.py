"""Large memory that one call leaves to the next on the same graph: rows of levels, and the words behind them.

The operating system clears each page of new memory where it is first touched, which takes longer than to
write 64 rows of levels. So the graph keeps the last piece of each purpose. A piece that nobody uses is marked
as free to take (madvise, MADV_FREE): the system does so when memory runs short, and until then the next call
finds the pages in place. Small pieces the allocator has at hand anyway.
"""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..strategies.fused.pool import Pool, pool_of

if TYPE_CHECKING:
    from ..graph import Graph

LARGE = 1 << 25  # bytes from which glibc gives every piece back to the system as soon as it is freed
HUGE, FREE = getattr(mmap, "MADV_HUGEPAGE", None), getattr(mmap, "MADV_FREE", None)  # Linux has them


class Piece(NamedTuple):
    """Some memory, and as an array."""

    memory: mmap.mmap
    array: np.ndarray


class Lent:
    """The owner of the memory that arrays share; gives it back when the last of them is gone."""

    def __init__(self, piece: Piece, pool: Pool) -> None:
        self.__array_interface__ = piece.array.__array_interface__
        self._piece = piece
        self._pool = pool

    def __del__(self) -> None:
        with suppress(OSError):
            self._piece.memory.madvise(FREE)  # type: ignore[arg-type]
            self._pool.give_back(self._piece.array.size, self._piece)


def kept_memory(graph: Graph, purpose: str, shape: tuple[int, int], dtype: Any) -> np.ndarray:
    """An array of this shape and type, its contents undefined, in memory of an earlier one if there is any.

    Raises MemoryError as `np.empty` does.
    """
    size = shape[0] * shape[1] * np.dtype(dtype).itemsize
    if size < LARGE or FREE is None:
        return np.empty(shape, dtype)
    pool = pool_of(graph, purpose, 1)
    piece = pool.take(size) or _new_piece(size)
    if piece is None:
        return np.empty(shape, dtype)
    lent = np.asarray(Lent(piece, pool))
    shaped: np.ndarray = lent.view(dtype).reshape(shape)
    return shaped


def _new_piece(size: int) -> Piece | None:
    """New memory, in large pages if the system has them; None if it has no room, or no such memory."""
    try:
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:
        return None
    if HUGE is not None:
        with suppress(OSError):  # a system without large pages
            memory.madvise(HUGE)
    return Piece(memory, np.frombuffer(memory, np.uint8))
