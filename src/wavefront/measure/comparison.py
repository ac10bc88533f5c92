"""What a comparison of methods found: a row per device and method, as a table and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..text_table import text_table
from .columns import chosen_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIGNS = {"push": ">", "pull": "<"}
SINGLE_SIGNS = 12  # levels whose directions are shown one by one
MOST_RUNS = 6  # that are shown of more levels
ALWAYS = ("device", "strategy", "milliseconds", "ratio")
# Columns that are shown together, beside these.
GROUPS: dict[str, tuple[str, ...]] = {
    "main": ("edges_inspected", "warp_steps", "directions"),
    "work": (
        "kernel_launches",
        "edges_inspected",
        "threads_launched",
        "warp_steps",
        "sectors_read",
        "sectors_written",
        "bytes_to_host",
    ),
    "atomics": ("claims_tried", "block_atomics", "global_atomics", "global_contention"),
    "busiest": ("busiest_warp_steps", "busiest_longest_thread", "directions"),
}


def method_name(strategy: str, options: Mapping[str, Any]) -> str:
    """The strategy and its options: a layout by its name alone, a flag by the option's."""
    words = [
        option if value is True else str(value) if option == "layout" else f"{option}={value}"
        for option, value in options.items()
    ]
    return ", ".join([strategy, *words])


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodResult:
    """One method on one device. The work is that of a GPU's threads, a mean over the sources.

    A figure that depends on the timing of the threads is given at its most. The busiest level is the one
    whose frontier has the most outgoing edges, whatever the method. A figure that isn't counted is None: all
    work of a method without an account. The work of fused is counted on the CPU, and of its form there.
    """

    device: str
    strategy: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)  # of the strategy
    milliseconds: float  # of a search, the median; wall time on a CPU, on a GPU between two events
    ratio: float  # of that time to the best method's on the device
    searches: int  # number timed: one if the first took too long to be repeated
    kernel_launches: int | None = None  # this and the following: in all levels; docs/guide/account.md
    edges_inspected: int | None = None
    threads_launched: int | None = None
    warp_steps: int | None = None
    sectors_read: int | None = None
    sectors_written: int | None = None
    claims_tried: int | None = None
    block_atomics: int | None = None
    global_atomics: int | None = None
    global_contention: int | None = None
    bytes_to_host: int | None = None
    busiest_warp_steps: int | None = None  # in the busiest level
    busiest_longest_thread: int | None = None  # edges that the busiest level's busiest thread inspects
    directions: str | None = None  # of the first source's search, a sign per level: > pushed, < pulled

    @property
    def method(self) -> str:
        """The strategy and its options, such as ``push, ell``."""
        return method_name(self.strategy, self.options)


@dataclass(frozen=True)
class Comparison:
    """What `compare` found.

    Attributes
    ----------
    rows
        One per device and method, the CPU first, methods in the order of `STRATEGIES`.
    """

    rows: list[MethodResult]

    def to_json(self) -> str:
        """A JSON array with one object per row: the fields of `MethodResult`, and ``method``.

        An option that is no finite number is a text, ``"inf"``: JSON has no such numbers.
        """
        rows = [{"method": row.method, **asdict(row)} for row in self.rows]
        for row in rows:
            row["options"] = {name: _in_json(value) for name, value in row["options"].items()}
        return json.dumps(rows)

    def table(self, columns: str | Sequence[str] = "main") -> str:
        """A plain-text table, one line per row: ``best`` is a device's best method, ``-`` is not counted.

        Directions are a sign per level, ``> > < <``; those of more than 12 levels are counted, ``30> 2<``,
        up to the sixth turn. Columns that don't fit 80 letters follow below, beside device and strategy
        again.

        Parameters
        ----------
        columns
            Names of columns or of groups of them, "main", "work", "atomics", "busiest" or "all": a list, or a
            text with commas between them. Device, strategy, time and ratio come first in every table. Columns
            of a group that no method has counted are left out.

        Raises
        ------
        InputError
            For a name that is neither a column's nor a group's.
        """
        known = [column.name for column in fields(MethodResult) if column.name != "options"]
        lines = []
        for row in self.rows:
            line = asdict(row) | {"strategy": row.method, "directions": _runs(row.directions)}
            line["ratio"] = "best" if row.ratio == 1 else f"{row.ratio:,.2f}"
            lines.append(line)
        names = chosen_columns(columns, GROUPS, known, lines, ALWAYS)
        return text_table(names, [[line[name] for name in names] for line in lines], keys=2)

    def __str__(self) -> str:
        return self.table()


def _in_json(value: Any) -> Any:
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def _runs(directions: str | None) -> str | None:
    """A sign per level; of many levels, the first runs of a sign with their lengths."""
    if directions is None or len(directions) <= SINGLE_SIGNS:
        return directions and " ".join(directions)
    runs = [f"{len(list(run)):,}{sign}" for sign, run in groupby(directions)]
    return " ".join(runs[:MOST_RUNS] + ["..."] * (len(runs) > MOST_RUNS))
