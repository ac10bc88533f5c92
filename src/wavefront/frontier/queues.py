"""The queues that the book's strategies append to: two that take turns, and their tails."""

import numpy as np

from ..atomics import atomic_add
from ..device import Device
from ..errors import InputError
from ..graph import Graph

SHARED_SIZE = 47 * 1024  # bytes of shared memory for a block's queues: a block has 48 KiB
SLOT_SIZE = 8  # bytes of a vertex in a queue of a fixed type


def append(frontier, tails, vertex):
    """Put the vertex into the frontier's next free slot; tails[0] counts the slots taken."""
    frontier[atomic_add(tails, 0, 1)] = vertex


def take(queue, slot):
    """The vertex in this slot of a queue in shared memory: the counting build counts it as taken."""
    return queue[slot]


def require_shared(slots: int) -> None:
    """Raise InputError if so many slots of 64 bits don't fit a block's shared memory."""
    if slots * SLOT_SIZE > SHARED_SIZE:
        raise InputError(
            f"a block's queues take {slots * SLOT_SIZE:,} bytes of shared memory, and a block has "
            f"{SHARED_SIZE:,} for them: choose smaller capacities"
        )


def swap_tails(_, tails):
    """Make the current frontier's tail, tails[0], the previous frontier's, tails[1]; reset tails[0] to 0."""
    tails[1] = tails[0]
    tails[0] = 0


# Roles of the kernel's arrays, as in the strategies' modules: accounting/roles.py.
ROLES = {"other": {"tails"}}


class Queues:
    """Two frontier queues that take turns as the previous and the current one, and their tails.

    Each has V slots, and a vertex is claimed once, so neither overflows. The tails, two int64, are on the
    device, which also swaps them (Fig. 12.7 of an earlier edition of PMPP).

    Attributes
    ----------
    prev, curr
        The queues: V vertex ids each, of which the first tails[1] and tails[0] are valid.
    size
        Vertices of the previous frontier, as the host knows it after the last swap.
    """

    def __init__(self, graph: Graph, sources: np.ndarray, device: Device) -> None:
        xp = device.xp
        self._device = device
        self.prev, self.curr = (xp.empty(graph.num_vertices, graph.csr.dst.dtype) for _ in range(2))
        self.prev[: sources.size] = xp.asarray(sources)
        self.size = sources.size
        self.tails = xp.array([0, sources.size], np.int64)

    def swap(self) -> bool:
        """Make the current frontier the previous one. Returns whether it holds any vertex."""
        self._device.for_each(1, swap_tails, self.tails)
        self.prev, self.curr = self.curr, self.prev
        self.size = int(self.tails[1])
        return self.size > 0
