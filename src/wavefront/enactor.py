"""The level loop of every traversal that the host drives, and its stopping rule."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .frontier import UNVISITED
from .trace import Trace


class Stop(NamedTuple):
    """When to stop before the graph is exhausted. The last level labelled is always complete."""

    depth_limit: int | None = None  # the last level to label
    target: int | None = None  # the vertex whose level is the last to label


NO_STOP = Stop()


def enact(
    step: Callable[[int], tuple[str, bool]], levels: np.ndarray, stop: Stop, trace: Trace | None
) -> None:
    """Call ``step(curr_level)`` for levels 1, 2, ... until a step labels no vertex or `stop` is reached.

    `step` labels the unvisited neighbors of level ``curr_level - 1``, and returns its direction and whether
    it labelled any vertex. `trace`, if given, gets one row per step.
    """
    curr_level = 1
    labelled = True
    while labelled and not reached(stop, levels, curr_level):
        if trace is not None:
            trace.start()
        direction, labelled = step(curr_level)
        if trace is not None:
            trace.record(levels, direction, curr_level, curr_level + 1)
        curr_level += 1


def reached(stop: Stop, levels: np.ndarray, curr_level: int) -> bool:
    """Whether the search stops before it labels `curr_level`."""
    if stop.target is not None and levels[stop.target] != UNVISITED:
        return True
    return stop.depth_limit is not None and curr_level > stop.depth_limit
