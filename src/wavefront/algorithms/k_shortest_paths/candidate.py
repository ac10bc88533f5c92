"""What is kept of a path that may be one of the next: all of it is found once it is asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Candidate(NamedTuple):
    """The shortest path of a part of all paths; candidates are in order of their lengths, then their numbers.

    The part has the paths with a path's first vertices, up to a slot, that don't go on to some neighbors.
    """

    length: float
    number: int
    path: np.ndarray  # whose first vertices these are
    leave: int  # the slot
    forbidden: Any  # the neighbors: an array, or a tuple
    way: np.ndarray  # from the vertex at the slot to one whose way to the target is known
