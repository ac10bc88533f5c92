"""Memory of the results of the CPU's fused searches, used again once the caller has dropped a result.

host.py asks for the memory at the beginning of a search. The operating system clears new memory where it is
first touched. Clearing takes longer than filling does, and unlike a search gets no faster with more threads.
"""

from typing import Any, NamedTuple

import numpy as np

from ....graph import Graph
from ..pool import Pool, pool_of

LARGE = 1 << 22  # bytes from which memory is kept; the allocator mostly has smaller pieces at hand
KEPT = 2  # pieces kept per graph


class Piece(NamedTuple):
    """Some memory, and its array interface: asking NumPy for it takes 20 us after a large search."""

    memory: np.ndarray
    interface: dict[str, Any]


class Lent:
    """The owner of the memory that a result's arrays share; gives it back when the last of them is gone."""

    def __init__(self, piece: Piece, pool: Pool) -> None:
        self.__array_interface__ = piece.interface
        self._piece = piece
        self._pool = pool

    def __del__(self) -> None:
        self._pool.give_back(self._piece.memory.size, self._piece)


def result_memory(graph: Graph, size: int) -> np.ndarray:
    """`size` bytes for the result of a search of the graph, their contents undefined."""
    if size < LARGE:
        return np.empty(size, np.uint8)
    pool = pool_of(graph, "cpu results", KEPT)
    piece = pool.take(size)
    if piece is None:
        memory = np.empty(size, np.uint8)
        piece = Piece(memory, memory.__array_interface__)
    return np.asarray(Lent(piece, pool))
