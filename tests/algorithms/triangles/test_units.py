"""Units of work taken by blocks that run together, one of them late, in plain Python."""

import random

import numpy as np
import pytest
from late_blocks import Blocks, Late

from wavefront.algorithms.triangles.units import HEAD, add_units, next_unit, room_for, unit_of
from wavefront.atomics import atomic_add


def take_all(units, parts, taken):
    """Count each unit once for every thread that is told of it."""
    unit = next_unit(units)
    while unit >= 0:
        vertex, part = unit_of(unit)
        atomic_add(taken, parts * vertex + part, 1)
        unit = next_unit(units)


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_each_unit_is_taken_by_all_threads_of_one_block(seed, late):
    random.seed(seed)
    device, units, taken = Blocks(Late(late)), room_for(20, np), np.zeros(20, np.int64)
    for vertex in range(5):
        add_units(units, 4 * vertex, vertex, 4)
    units[0] = units.size - HEAD
    device.relaunch(2, 32, device.bind(take_all, units, 4, taken), {})
    assert taken.tolist() == [32] * 20
