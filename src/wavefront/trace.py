"""What a traversal did, level by level."""

import copy
import json
from collections.abc import Callable
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any

import numpy as np

from .device import Device
from .device.clock import stopwatch
from .text_table import text_table


@dataclass(frozen=True, slots=True)
class LevelTrace:
    """One level that was looked for, the last, empty one included."""

    level: int
    direction: str  # "push" or "pull"
    frontier: int  # vertices of the level before, from which this one was looked for
    edges: int  # edges that leave the frontier, whichever of them the method inspected
    vertices: int  # vertices labelled with this level
    launches: int  # parallel loops of the CPU, kernels of the GPU; several levels' stand with the first
    milliseconds: float  # likewise; wall time on the CPU, on a GPU between two events


class Trace:
    """The levels of one traversal in the order they ran.

    Attributes
    ----------
    levels
        A `LevelTrace` a level.
    device
        The device that the traversal is to run on, its launches counted here.
    """

    def __init__(self, device: Device, out_degrees: Any) -> None:
        """For a traversal on `device` of a graph with these V out-degrees, in that device's memory."""
        self.levels: list[LevelTrace] = []
        self.device = copy.copy(device)
        for name in ("for_each", "launch", "relaunch", "call"):
            if hasattr(device, name):
                setattr(self.device, name, self._counted(getattr(device, name)))
        self._out_degrees = out_degrees
        self._launches = 0
        self._elapsed: Callable[[], float] = lambda: 0.0

    def _counted(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def counted(first: Any, *arguments: Any, **named: Any) -> Any:
            self._launches += first != 0  # a device launches nothing for no items
            return run(first, *arguments, **named)

        return counted

    def start(self) -> None:
        """Start the clock of the next level, or of several that run in one launch."""
        self._launches = 0
        self._elapsed = stopwatch(self.device)

    def record(self, levels: Any, direction: str, first: int, end: int) -> None:
        """Add the rows for range(first, end), now that V `levels` say which vertices those have."""
        launches, milliseconds = self._launches, self._elapsed()
        self._launches, self._elapsed = 0, lambda: 0.0  # they stand with the first of all recorded
        for level in range(first, end):
            frontier = levels == level - 1
            edges = int(self._out_degrees[frontier].sum(dtype=np.int64))
            sizes = int(frontier.sum()), edges, int((levels == level).sum())
            self.levels.append(LevelTrace(level, direction, *sizes, launches, milliseconds))
            launches, milliseconds = 0, 0.0

    def record_run(self, levels: Any, pulled: np.ndarray, last_level: int) -> None:
        """Add the rows of levels 1, 2, ... that ran in one launch: those whose `pulled` is 1 pulled.

        A search that may go beyond level 0 has looked for level 1, also from a source without edges.
        """
        if last_level and not pulled.size:
            pulled = np.zeros(1, np.int8)
        turns = np.flatnonzero(np.diff(pulled)) + 1
        for run in np.split(np.arange(1, pulled.size + 1), turns):
            if run.size:
                direction = "pull" if pulled[run[0] - 1] else "push"
                self.record(levels, direction, int(run[0]), int(run[-1]) + 1)

    def to_json(self) -> str:
        """A JSON array with one object a level, its fields those of LevelTrace."""
        return json.dumps([asdict(level) for level in self.levels])

    def table(self) -> str:
        """A plain-text table with one line a level, its columns the fields of LevelTrace."""
        return text_table([field.name for field in fields(LevelTrace)], map(astuple, self.levels))
