"""Units of a kernel's work: parts of vertices' lists, which the blocks take one after the other.

An array of int64: how many units there are, how many are taken, and the units, each a vertex in the lower
half and the number of its part in the upper one. Kernels fill and empty it, so that the host need not know
how many there are.
"""

from typing import Any

import numpy as np

from ...atomics import atomic_add
from ...compiler import cuda, int64
from ...intrinsics.access import at, put

HEAD = 2  # numbers before the units
PART_SHIFT = 32


def room_for(most: int, xp: Any) -> Any:
    """An array for so many units at most, without any."""
    return xp.zeros(HEAD + most, np.int64)


def add_units(units, first, vertex, parts):
    """Store all parts of a vertex from unit `first` on; the caller has counted them."""
    for part in range(parts):
        put(units, HEAD + first + part, vertex + (part << PART_SHIFT))


def next_unit(units):
    """Take a unit for all threads of a block, -1 if there is none left. They wait for one another."""
    taken = cuda.shared.array(1, int64)
    cuda.syncthreads()  # all are done with the last unit
    if cuda.threadIdx.x == 0:
        place = atomic_add(units, 1, 1)
        taken[0] = at(units, HEAD + place) if place < at(units, 0) else -1
    cuda.syncthreads()  # the unit is known
    return taken[0]


def unit_of(unit):
    """The vertex, and the number of the part."""
    return unit & ((1 << PART_SHIFT) - 1), unit >> PART_SHIFT
