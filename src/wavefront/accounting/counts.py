"""What the counting build counts of memory, atomics and barriers, by level."""

from collections import Counter, defaultdict
from typing import Any, Literal

import numpy as np

from .logs import ThreadLog
from .sectors import SECTOR_SIZE
from .warps import Reads, possible_sectors

Level = int | None  # None: a thread whose level isn't known yet
EVENTS = ("claims_tried", "claims_won", "appends", "block_barriers", "grid_barriers")


class Counts:
    """The counts since a level, or several levels in one launch, began.

    Attributes
    ----------
    events
        For each level, how often each of the columns `EVENTS` counts.
    atomics
        For each level, and shared memory or global, the atomics on each address.
    """

    def __init__(self) -> None:
        self.events: dict[Level, Counter[str]] = defaultdict(Counter)
        self.atomics: dict[tuple[Level, Literal["block", "global"]], Counter[Any]] = defaultdict(Counter)
        self._read: dict[Level, set[tuple[int, int]]] = defaultdict(set)  # sectors
        self._written: dict[Level, set[tuple[int, int]]] = defaultdict(set)
        # For each level and each step of a warp, how many lanes read each sector.
        self._steps: dict[Level, dict[Any, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        self._id_size = 1  # bytes of an entry of the graph's edges

    def read(self, log: ThreadLog, array: np.ndarray, slot: int, is_edge: bool) -> None:
        """A thread reads this slot of an array of the graph."""
        address, sector = array.ctypes.data, int(slot) * array.itemsize // SECTOR_SIZE
        self._read[log.level].add((address, sector))
        if is_edge:
            self._id_size = array.itemsize
            turns = log.turns[len(log.edges), address]
            if slot not in turns:  # the compiler keeps in a register what is read again
                self._steps[log.level][log.warp, len(log.edges), address, len(turns)][sector] += 1
                turns.add(slot)

    def write(self, level: Level, array: np.ndarray, slot: int, appends: bool) -> None:
        """A thread writes this slot of an array, and so appends to a queue or not."""
        self._written[level].add((array.ctypes.data, int(slot) * array.itemsize // SECTOR_SIZE))
        self.events[level]["appends"] += appends

    def columns(self, levels: list[Level]) -> dict[str, Any]:
        """Columns of a row, for what threads did whose level is one of these."""
        events = sum((self.events[level] for level in levels), Counter[str]())
        columns: dict[str, Any] = {name: events[name] for name in EVENTS}
        where: Literal["block", "global"]
        for where in ("block", "global"):
            atomics = sum((self.atomics[level, where] for level in levels), Counter[Any]())
            columns[f"{where}_atomics"] = atomics.total()
            columns[f"{where}_contention"] = max(atomics.values(), default=0)
        steps = [step for level in levels for step in self._steps[level].values()]
        lanes = np.array([step.total() for step in steps], np.int64)
        sectors, possible = sum(map(len, steps)), int(possible_sectors(lanes, self._id_size).sum())
        return columns | {
            "sectors_read": len(set().union(*(self._read[level] for level in levels))),
            "sectors_written": len(set().union(*(self._written[level] for level in levels))),
            "coalescing": Reads((sectors, sectors), (possible, possible), self._id_size).coalescing,
        }
