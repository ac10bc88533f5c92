"""The memory that a level reads and writes: every array slot by slot, and the threads that come to it.

As Fig. 12.10 of an earlier edition of PMPP, for any method. Bars set an array's sectors of 32 bytes apart,
the unit in which a GPU's memory is read, so that scattered and coalesced accesses look different.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ...accounting.sectors import SECTOR_SIZE
from ...errors import checked_integer
from ...graph import Graph
from .runs import SMALL, LevelRun, run_counted
from .svg import MARGIN, element, moved, page, text, width_of

CELL, HEAD, BOX, FOOT = 36, 16, 22, 30  # pixels, as all lengths here
NAMES = 110  # room for an array's name
PER_LINE = 32  # slots
MOST_NAMED = 2  # threads that are named under a slot; more are counted

KINDS = {
    "idle": "not touched",
    "inspects": "read",
    "labels": "written, or changed by an atomic",
}


class Array(NamedTuple):
    """An array of the kernels: what a level finds in each slot, and who comes to each."""

    name: str
    size: int
    itemsize: int
    values: dict[int, int]
    readers: dict[int, list[int]]  # threads by slot, in order
    writers: dict[int, list[int]]


def arrays_of(run: LevelRun) -> list[Array]:
    """The arrays that the level touches."""
    found: dict[str, Array] = {}
    for at in run.accesses:
        array = found.setdefault(at.array, Array(at.array, *run.arrays[at.array], {}, {}, {}))
        array.values.setdefault(at.slot, at.value)
        side = array.readers if at.kind == "read" else array.writers
        threads = side.setdefault(at.slot, [])
        if at.log.number not in threads:
            threads.append(at.log.number)
    return list(found.values())


def draw_memory(
    graph: Graph, sources: np.ndarray, strategy: str, level: int | None, options: dict[str, Any]
) -> str:
    """The SVG text of one level's accesses, by default the second's, or the only one's.

    Raises InputError for a level that the search doesn't have.
    """
    options = SMALL.get(strategy, {}) | options
    _, runs = run_counted(graph, sources, strategy, options)
    number = min(2, len(runs)) if level is None else checked_integer("level", level, 1, len(runs))
    run = runs[number - 1]
    arrays = arrays_of(run)
    row = run.row
    marks = [
        text(
            0,
            12,
            f"{strategy}: memory of level {number}, {row.direction}",
            anchor="start",
            size=14,
            bold=True,
        ),
        text(
            0,
            29,
            f"{row.sectors_read} sectors of {SECTOR_SIZE} bytes of the graph's arrays are read; "
            "bars stand between sectors; a slot shows the value first met",
            anchor="start",
        ),
    ]
    top = 48.0
    for array in arrays:
        drawn, height = _array_marks(array)
        marks += moved(0, top, drawn)
        top += height
    marks += moved(0, top + 8, _legend())
    longest = max(min(array.size, PER_LINE) for array in arrays)
    width = max(NAMES + longest * CELL, 900.0) + 2 * MARGIN
    title = f"The memory that the threads of {strategy} touch in level {number}"
    return page(title, width, top + 40 + 2 * MARGIN, moved(MARGIN, MARGIN, marks))


def _array_marks(array: Array) -> tuple[list[str], float]:
    marks, top = [], 0.0
    in_sector = SECTOR_SIZE // array.itemsize
    for first in range(0, array.size, PER_LINE):
        slots = range(first, min(first + PER_LINE, array.size))
        if first and not any(slot in array.values for slot in slots):
            continue
        name = array.name if first == 0 else f"  from {first}"
        marks.append(text(0, top + HEAD + 15.5, name, anchor="start"))
        for place, slot in enumerate(slots):
            marks += moved(NAMES + place * CELL, top, _slot_marks(array, slot))
            if slot % in_sector == 0:
                x = NAMES + place * CELL
                marks.append(element("path", "bound", d=f"M{x} {top + HEAD - 5:g} V{top + HEAD + BOX + 5:g}"))
        top += HEAD + BOX + FOOT
    return marks, top


def _slot_marks(array: Array, slot: int) -> list[str]:
    kind = "labels" if slot in array.writers else "inspects" if slot in array.readers else "idle"
    color = "on-orange" if kind == "labels" else "text"
    marks = [
        text(CELL / 2, HEAD - 4, slot, "muted", size=9),
        element("rect", kind, x=2, y=HEAD, width=CELL - 4, height=BOX),
    ]
    if slot in array.values:
        value = array.values[slot]
        marks.append(text(CELL / 2, HEAD + 15.5, value, color, size=10 if abs(value) > 99 else 12))
    lines = {"r": array.readers.get(slot, []), "w": array.writers.get(slot, [])}
    for line, (letter, threads) in enumerate((name, found) for name, found in lines.items() if found):
        marks.append(text(CELL / 2, HEAD + BOX + 11 + 11 * line, _who(letter, threads), size=9))
    return marks


def _who(letter: str, threads: list[int]) -> str:
    if len(threads) > MOST_NAMED:
        return f"{letter} {len(threads)} t"
    return f"{letter} {','.join(map(str, threads))}"


def _legend() -> list[str]:
    marks: list[str] = []
    left = 0.0
    words: Iterable[tuple[str, str]] = KINDS.items()
    for kind, said in words:
        marks.append(element("rect", kind, x=left + 2, y=0, width=22, height=22))
        marks.append(text(left + 32, 16, said, anchor="start"))
        left += 50 + width_of(said)
    return [
        *marks,
        text(left, 16, "r 0,1: read by threads 0 and 1; w 3 t: written by 3 threads", anchor="start"),
    ]
