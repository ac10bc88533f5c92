"""Runs of the laboratory as the page reads them: small, because a page holds many.

An access has a letter in each of two texts: which operation (an entry of the run's `operations`), and which
element. Turns have two letters each: which thread, and how many accesses. A letter's code is the number plus
`FIRST`, past the surrogates. An array's contents have a number, or null: as the launches before leave it.
Shared memory that is the same in so many blocks in turn is written once.
What a write or an atomic stores is in a list; what a read finds follows from what was there before.
page/runs.js reads them.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from itertools import groupby, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..laboratory.interleaving import Interleaving
    from ..laboratory.record import Access, Launch, Number, Place
    from ..laboratory.verdicts import Race

FIRST = 35  # the code of the letter for 0: the first after the quotation mark
SURROGATES, NUMBER_OF_SURROGATES = 0xD800, 0x800
MOST_PAIRS = 60  # of a kind of race that the page marks
INFINITY = "\u221e"
PACKAGE = Path(__file__).parents[1]


def plain(value: Any) -> Any:
    """The number for JSON, which has no infinity, and has other words for bools."""
    if value == inf:
        return INFINITY
    return int(value) if isinstance(value, bool) else value


def as_letters(numbers: Iterable[int]) -> str:
    """A letter per number."""
    codes = (number + FIRST for number in numbers)
    return "".join(chr(code if code < SURROGATES else code + NUMBER_OF_SURROGATES) for code in codes)


class Pool:
    """What runs share: contents of arrays, and functions with their source. Each is written once."""

    def __init__(self) -> None:
        self._contents: dict[tuple[Number | None, ...], int] = {}
        self._functions: dict[tuple[str, str, int], int] = {}
        self.functions: list[dict[str, Any]] = []

    @property
    def contents(self) -> list[list[Any]]:
        """Contents of arrays, by number, `shortened`."""
        return [shortened([plain(value) for value in values]) for values in self._contents]

    def mark(self) -> tuple[int, int]:
        """How much is in the pool, for `since` and `forget`."""
        return len(self._contents), len(self.functions)

    def since(self, mark: tuple[int, int]) -> list[Any]:
        """What has come in since then."""
        return [*self.contents[mark[0] :], *self.functions[mark[1] :]]

    def forget(self, mark: tuple[int, int]) -> None:
        """Drop what has come in since then."""
        self._contents = dict(islice(self._contents.items(), mark[0]))
        self._functions = dict(islice(self._functions.items(), mark[1]))
        del self.functions[mark[1] :]

    def contents_number(self, values: list[Number | None]) -> int:
        """The number of these contents."""
        return self._contents.setdefault(tuple(values), len(self._contents))

    def place(self, place: Place) -> tuple[int, int]:
        """The number of the function that a place is in, and its line there, from 0."""
        lines, first = _source_of(place.function, place.file, place.line)
        key = place.function, place.file, first
        if key not in self._functions:
            self._functions[key] = len(self.functions)
            file = place.file if not Path(place.file).is_absolute() else Path(place.file).name
            source = {"name": place.function, "file": file, "first": first, "lines": lines or [place.text]}
            self.functions.append(source)
        return self._functions[key], place.line - first


def shortened(values: Sequence[Any]) -> list[Any]:
    """The values, with three equal ones or more in turn as one object: how many, and which."""
    found: list[Any] = []
    for value, equal in groupby(values):
        count = len(list(equal))
        found += [value] * count if count < 3 else [{"times": count, "value": value}]
    return found


@lru_cache(maxsize=256)
def _source_of(function: str, file: str, line: int) -> tuple[list[str], int]:
    """The lines of the innermost function of this name around the line, and the number of the first."""
    try:
        text = (PACKAGE / file).read_text(encoding="utf-8")
    except OSError:  # typed into a shell or a notebook
        return [], line
    around = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.name == function
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not around:
        return [], line
    found = max(around, key=lambda node: node.lineno)
    lines = text.splitlines()[found.lineno - 1 : found.end_lineno]
    indent = len(lines[0]) - len(lines[0].lstrip())
    return [row[indent:] for row in lines], found.lineno


def encoded(run: Interleaving, pool: Pool) -> dict[str, Any]:
    """The run for the page's JSON."""
    operations: dict[tuple[Any, ...], int] = {}

    def operation(access: Access) -> int:
        key = (access.kind, access.array, *pool.place(access.place))
        return operations.setdefault(key, len(operations))

    levels = levels_of(run.launches)
    left: dict[str, list[Number | None]] = {}
    launches = [
        _launch(launch, level, operation, pool, left)
        for launch, level in zip(run.launches, levels, strict=True)
    ]
    without = [site for site in run.sites if site.name == run.without]
    return {
        "strategy": run.strategy,
        "options": {name: plain(option) for name, option in run.options.items()},
        "schedule": run.schedule,
        "sources": run.sources,
        "problem": run.problem,
        "schedules": run.schedules,
        "wrong": run.wrong,
        "without": [run.without, *pool.place(without[0].place)] if without else None,
        "launches": launches,
        "races": [_race(race) for race in run.races],
        "operations": [list(key) for key in operations],
    }


def _launch(
    launch: Launch, level: int, operation: Any, pool: Pool, left: dict[str, list[Number | None]]
) -> dict[str, Any]:
    """The launch; `left` has what global arrays hold before it, by name, and then what it leaves there."""
    begins = {
        (array.name, array.block): None
        if array.block is None and left.get(array.name) == array.contents
        else pool.contents_number(array.contents)
        for array in launch.arrays
        if array.name  # a block that does nothing has shared memory that nobody names
    }
    left |= {array.name: list(array.contents) for array in launch.arrays if array.block is None}
    for access in launch.accesses:
        if (access.array, None) in begins:
            left[access.array][access.index] = access.after
    return {
        "kernel": launch.kernel,
        "level": level,
        "blocks": launch.blocks,
        "threads": launch.threads,
        "numbers": {name: plain(number) for name, number in launch.numbers.items()},
        "arrays": _arrays(begins),
        "did": as_letters(operation(access) for access in launch.accesses),
        "who": as_letters(_turns(launch.choices)),
        "index": as_letters(access.index for access in launch.accesses),
        "stored": [plain(access.after) for access in launch.accesses if access.kind != "read"],
        "barriers": [
            [barrier.position, min(barrier.threads), max(barrier.threads)] for barrier in launch.barriers
        ],
        "fault": launch.fault,
    }


def _arrays(begins: dict[tuple[str, int | None], int | None]) -> list[list[Any]]:
    """Each array's name, block and contents; of shared memory also in how many blocks in turn it is alike."""
    found: list[list[Any]] = []
    last: dict[tuple[str, int | None], list[Any]] = {}  # entries of shared memory
    for (name, block), number in begins.items():
        alike = last.get((name, number))
        if block is None:
            found.append([name, None, number])
        elif alike is not None and alike[1] + alike[3] == block:
            alike[3] += 1
        else:
            last[name, number] = [name, block, number, 1]
            found.append(last[name, number])
    return found


def _turns(threads: list[int]) -> Iterator[int]:
    """Each thread whose turn it is, and how many accesses the turn has."""
    for thread, turn in groupby(threads):
        yield thread
        yield len(list(turn))


def _race(race: Race) -> dict[str, Any]:
    return {
        "array": race.array,
        "kinds": race.kinds,
        "verdict": race.verdict,
        "why": race.why,
        "pairs": race.pairs,
        "found": [list(pair) for pair in race.found[:MOST_PAIRS]],
    }


def levels_of(launches: list[Launch]) -> list[int]:
    """The level that each launch labels, or the first of several.

    It is the kernel's argument `curr_level`, or `step`, or follows from the labels that it finds. A launch
    that has neither belongs to the level of the next one that has. The last ones belong to the last level; if
    the kernel comes that began the search, to one more.
    """
    found: list[int | None] = []
    for launch in launches:
        levels = [array.contents for array in launch.arrays if array.name == "levels"]
        known = [value for value in levels[0] if value is not None] if levels else []
        stated = launch.numbers.get("curr_level", launch.numbers.get("step"))
        found.append(int(stated) if stated is not None else int(max(known)) + 1 if known else None)
    level = max((row for row in found if row is not None), default=1)
    last = max((place for place, row in enumerate(found) if row is not None), default=len(found) - 1)
    for place in range(last + 1, len(found)):
        level += launches[place].kernel == launches[0].kernel
        found[place] = level
    for place in range(last, -1, -1):
        own = found[place]
        level = level if own is None else own
        found[place] = level
    return [row or 0 for row in found]
