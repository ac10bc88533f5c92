"""Record of a traversal, one row per level."""

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from .device import Cpu, Device
from .device.clock import stopwatch
from .text_table import text_table


@dataclass(frozen=True, slots=True)
class LevelTrace:
    """One level of a search, the last, empty level included.

    If several levels ran in one launch, the first of them has all launches and milliseconds, the rest have 0.
    """

    level: int
    direction: str  # "push" or "pull"; "both" if the searches of a batch differ
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
        self._laps: dict[int, tuple[str, int, float]] = {}

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

    def stop(self) -> None:
        """Stop the clock without a record, of a search that is refused."""
        self._launches, self._elapsed = 0, lambda: 0.0

    def record(self, levels: Any, direction: str, first: int, end: int, where: Sequence[str] = ()) -> None:
        """Add the rows of levels range(first, end), whose vertices are known from the V `levels`.

        `where`, if given, is that column, one entry per level.
        """
        launches, milliseconds = self._launches, self._elapsed()
        self.stop()  # the first level has them all
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

    def lap(self, first: int, directions: Sequence[str]) -> None:
        """Note how levels `first`, `first` + 1, ... have run since `start`, for `record_sizes`.

        A level that ran several times, for one batch of sources after the other, has one row.
        """
        launches, milliseconds = self._launches, self._elapsed()
        self.stop()
        for level, direction in enumerate(directions, first):
            self.note(level, direction, launches, milliseconds)
            launches, milliseconds = 0, 0.0

    def note(self, level: int, direction: str, launches: int, milliseconds: float) -> None:
        """Note how a level ran once."""
        other, more, longer = self._laps.get(level, (direction, 0, 0.0))
        same = direction if direction == other else "both"
        self._laps[level] = same, launches + more, milliseconds + longer

    def forget_laps(self) -> None:
        """Forget what `lap` noted, of a search that is tried anew."""
        self._laps = {}

    def record_sizes(self, vertices: np.ndarray, edges: np.ndarray, last: int | None = None) -> None:
        """Add the rows of levels 1, 2, ..., of the vertices of level 0, 1, ... and the edges that leave them.

        The row behind the last of these levels labels nothing; `last`, if given, is the last row.
        """
        for level in range(1, vertices.size + 1 if last is None else min(vertices.size, last) + 1):
            found = int(vertices[level]) if level < vertices.size else 0
            direction, launches, milliseconds = self._laps.get(level, ("push", 0, 0.0))
            sizes = int(vertices[level - 1]), int(edges[level - 1]), found
            self.levels.append(LevelTrace(level, direction, *sizes, launches, milliseconds))

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


def sizes_of(levels: Any, degrees: Any, device: Device) -> tuple[np.ndarray, np.ndarray]:
    """How many of these vertices are in each level, and the edges that leave them, in NumPy.

    `levels` and `degrees` have an entry per vertex, none of them negative.
    """
    vertices = device.xp.bincount(levels)
    edges = device.xp.bincount(levels, weights=degrees)  # in float64, exact below 2^53
    to_host = Cpu().array
    return to_host(vertices), to_host(edges).astype(np.int64)


def pushed(trace: Trace | None, device: Any, run: Callable[[Any], Any]) -> Any:
    """What `run` returns, called with the device of the trace, which notes that all levels were one push.

    Without a trace it is called with the device.
    """
    if trace is None:
        return run(device)
    trace.start()
    found = run(trace.device)
    trace.lap(1, ["push"])
    return found
