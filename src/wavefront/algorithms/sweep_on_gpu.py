"""A sweep over levels on a GPU, in one launch: all blocks work on one level after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler import cuda, int64
from ..intrinsics.access import at
from ..intrinsics.grid_barrier import grid_barrier
from ..operators.functors import kept_with_functor
from .level_queue import THREADS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..device import Cuda, Python


def sweep(
    device: Cuda | Python, body: Callable[..., Any], order: Any, ends: np.ndarray, *arguments: Any
) -> None:
    """Run ``body(place, order, *arguments)`` for every vertex of a level, then of the next.

    `ends` has for each level where it ends in `order`; the first begins at 0.
    """
    blocks, threads = device.running_at_once(THREADS)
    arrivals = device.xp.zeros(1, np.int64)
    kernel: Any = device.bind(_kernel(body), device.array(ends), arrivals, order, *arguments, threads=threads)
    device.relaunch(blocks, threads, kernel, {})


@kept_with_functor
def _kernel(body: Callable[..., Any]) -> Callable[..., None]:
    def run_levels(ends, arrivals, order, *arguments):
        first, goal = int64(0), int64(cuda.gridDim.x)
        for level in range(ends.size):
            last = at(ends, level)
            place = first + cuda.grid(1)
            while place < last:
                body(place, order, *arguments)
                place += cuda.gridsize(1)
            goal = grid_barrier(arrivals, goal)
            first = last

    return run_levels
