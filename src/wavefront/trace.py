"""Record of a traversal, one row per level."""

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from .device import Device
from .device.clock import stopwatch
from .text_table import text_table


@dataclass(frozen=True, slots=True)
class LevelTrace:
    """One level of a search, the last, empty level included.

    If several levels ran in one launch, the first of them has all launches and milliseconds, the rest have 0.
    """

    level: int
    direction: str  # "push" or "pull"
    frontier: int  # vertices of the level before
    edges: int  # edges that leave the frontier, inspected or not
    vertices: int  # vertices labelled with this level
    launches: int  # parallel loops on the CPU, kernels on a GPU
    milliseconds: float  # wall time on the CPU, time between two events on a GPU
    where: str | None = None  # of single_block alone: docs/guide/account.md


class Trace:
    """The levels of one traversal in the order they ran.

    Attributes
    ----------
    levels
        One `LevelTrace` per level.
    device
        The device to run the traversal on: a copy whose launches this trace counts.
    """

    def __init__(self, device: Device, out_degrees: Any) -> None:
        """For a traversal on `device` of a graph with these V out-degrees, in that device's memory."""
        self.levels: list[LevelTrace] = []
        self._plain_device = device
        self.device = copy.copy(device)
        for name in ("for_each", "launch", "relaunch", "call"):
            if hasattr(device, name):
                setattr(self.device, name, self._counted(getattr(device, name)))
        self._out_degrees = out_degrees
        self._launches = 0
        self._elapsed: Callable[[], float] = lambda: 0.0

    def __getstate__(self) -> dict[str, Any]:
        """What pickle and copy take: the record. A search can't go on with it."""
        return {"levels": self.levels, "device": self._plain_device, "_plain_device": self._plain_device}

    def _counted(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def counted(first: Any, *arguments: Any, **named: Any) -> Any:
            self._launches += first != 0  # for 0 items a device launches nothing
            return run(first, *arguments, **named)

        return counted

    def start(self) -> None:
        """Start the clock of the next level, or of several levels that run in one launch."""
        self._launches = 0
        self._elapsed = stopwatch(self.device)

    def record(self, levels: Any, direction: str, first: int, end: int, where: Sequence[str] = ()) -> None:
        """Add the rows of levels range(first, end), whose vertices are known from the V `levels`.

        `where`, if given, is that column, one entry per level.
        """
        launches, milliseconds = self._launches, self._elapsed()
        self._launches, self._elapsed = 0, lambda: 0.0  # the first level has them all
        for level in range(first, end):
            # The last level may be one more than small levels can be: so no plain number.
            frontier, found = levels == level - 1, levels == np.int32(level)
            edges = int(self._out_degrees.compress(frontier).sum(dtype=np.int64))
            sizes = int(frontier.sum()), edges, int(found.sum())
            place = where[level - first] if where else None
            self.levels.append(LevelTrace(level, direction, *sizes, launches, milliseconds, place))
            launches, milliseconds = 0, 0.0

    def record_run(self, levels: Any, pulled: np.ndarray) -> None:
        """Add the rows of levels 1, 2, ... that ran in one launch; `pulled` is true for each that pulled."""
        turns = np.flatnonzero(np.diff(pulled)) + 1
        for run in np.split(np.arange(1, pulled.size + 1), turns):
            if run.size:
                direction = "pull" if pulled[run[0] - 1] else "push"
                self.record(levels, direction, int(run[0]), int(run[-1]) + 1)

    def to_json(self) -> str:
        """A JSON array with one object per level, with the fields of LevelTrace."""
        return json.dumps([{name: getattr(level, name) for name in self._columns()} for level in self.levels])

    def table(self) -> str:
        """A plain-text table with one line per level; the columns are the fields of LevelTrace."""
        names = self._columns()
        return text_table(names, [[getattr(level, name) for name in names] for level in self.levels])

    def _columns(self) -> list[str]:
        """The fields of LevelTrace; `where` only if it is known."""
        names = [field.name for field in fields(LevelTrace)]
        return names if any(level.where for level in self.levels) else names[:-1]
