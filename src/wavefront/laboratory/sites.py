"""The barriers and atomics of a kernel, which a run can do without."""

import dis
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ..accounting.rebuilt import ATOMICS
from ..compiler.functions import captured
from .record import Line, Site, place_in


def sites_in(functions: Iterable[Any]) -> dict[Site, Line]:
    """Every barrier and atomic of the functions."""
    found: dict[Site, Line] = {}
    for function in functions:
        operations = list(_operations(function))
        count, seen = Counter(name for name, _ in operations), Counter[str]()
        for name, line in operations:
            seen[name] += 1
            number = f".{seen[name]}" if count[name] > 1 else ""
            place = place_in(function.__code__, line)
            site = Site(
                f"{function.__name__}.{name}{number}", "barrier" if name == "barrier" else "atomic", place
            )
            found[site] = function.__code__, line
    return found


def _operations(function: Any) -> Iterator[tuple[str, int]]:
    """Name and line of each, in the order of the lines."""
    atomics = {
        name: f"atomic_{ATOMICS[value]}"
        for name, value in captured(function).items()
        if callable(value) and value in ATOMICS
    }
    found = set()
    for instruction in dis.get_instructions(function.__code__):
        positions = instruction.positions
        line = positions.lineno if positions is not None else None
        if line is None:
            continue
        if instruction.argval == "syncthreads":
            found.add((line, "barrier"))
        elif instruction.opname in ("LOAD_GLOBAL", "LOAD_DEREF") and instruction.argval in atomics:
            found.add((line, atomics[instruction.argval]))
    return ((name, line) for line, name in sorted(found))


def line_of(name: str | None, sites: dict[Site, Line]) -> Line | None:
    """The line of the site of this name, if it is among them."""
    return next((line for site, line in sites.items() if site.name == name), None)
