"""Distances by integer weights: int64, -1 where there is no path.

Searches add up in float64, whatever the integers' type, and their distances become integers at the end, in
the same memory. On the CPU some add up in float32 (narrow.py), whose distances become integers in other
memory. A distance below 2^53 is exact: float64 holds all integers up to there, and rounding keeps the order,
so that no longer path's sum is rounded to below it.
"""

from math import inf
from typing import Any

import numpy as np

from ...device import Device
from ...errors import InputError
from ...graph.weight_types import has_integers

BEYOND = 2.0**53  # the first distance that may be a rounded one


def answered(distances: Any, weights: Any, device: Device, memory: Any = None) -> Any:
    """A search's distances, 0 or more, as its caller gets them: by integer weights as int64.

    Those are in the distances' memory, or in this one, if it is given: int64, as many. Those of float32 need
    other memory.

    Raises InputError for one that may be rounded.
    """
    if not has_integers(weights):
        return distances
    whole, rounded = memory, device.xp.zeros(1, np.int32)
    if whole is None:
        is_narrow = distances.dtype == np.float32
        whole = device.xp.empty(distances.shape, np.int64) if is_narrow else distances.view(np.int64)
    device.for_each(distances.size, to_integer, distances.reshape(-1), whole.reshape(-1), rounded)
    if int(rounded[0]):
        raise InputError(
            "integer weights add up to a distance of 2**53 or more, which may be rounded; "
            "weights of float64 give rounded distances"
        )
    return whole


def searched(distances: Any, device: Device) -> Any:
    """The floats that these distances of `answered` were made of: a copy, if they are integers."""
    return device.xp.where(distances < 0, inf, distances) if distances.dtype.kind == "i" else distances


def to_integer(index, distances, whole, rounded):
    """Store the distance as an integer; note one that may be rounded."""
    distance = distances[index]
    if distance < inf:
        if distance >= BEYOND:
            rounded[0] = 1
        else:
            whole[index] = int(distance)
    else:
        whole[index] = -1
