"""The work account: what a strategy's threads do on a GPU, level by level, found without a GPU."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..accounting import counting
from ..accounting.arithmetic import between, limits
from ..algorithms.bfs import bfs
from ..errors import InputError, checked_flag
from ..graph.vertices import require_graph
from ..strategies import ACCOUNTS, COUNTED, NO_ACCOUNT, STRATEGIES, checked_strategy, printed_form
from ..text_table import text_table
from .columns import chosen_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from ..accounting.arithmetic import LevelWork, Range
    from ..graph import Graph

# Columns that are shown together, beside the level and its direction.
GROUPS: dict[str, tuple[str, ...]] = {
    "main": (
        "kernel_launches",
        "threads_launched",
        "threads_active",
        "edges_inspected",
        "threads_labelling",
        "vertices_labelled",
        "longest_thread",
        "warp_steps",
        "simd_efficiency",
        "sectors_read",
        "block_atomics",
        "global_atomics",
        "where",
    ),
    "memory": ("sectors_read", "sectors_written", "coalescing", "bytes_to_host", "bytes_from_host"),
    "atomics": (
        "claims_tried",
        "claims_won",
        "claims_lost",
        "appends",
        "block_atomics",
        "global_atomics",
        "block_contention",
        "global_contention",
    ),
    "waiting": (
        "kernel_launches",
        "longest_thread",
        "warp_steps",
        "divergence",
        "block_barriers",
        "grid_barriers",
    ),
}
NO_SUM = {"level", "direction", "where", "simd_efficiency", "divergence", "coalescing"}


@dataclass(frozen=True)
class Account:
    """What the threads of one search do, as GPU kernels. docs/guide/account.md defines the columns.

    Attributes
    ----------
    strategy
        The strategy's name.
    rows
        One per level that is labelled, the last, empty one included. A pair is the least and the most that a
        figure can be, depending on the timing of the threads; None is not counted.
    counted
        Whether the figures were counted in one run, not worked out.
    """

    strategy: str
    rows: list[LevelWork]
    counted: bool = False

    def to_json(self) -> str:
        """A JSON array with one object per level; its fields are the columns, and a range is a pair."""
        return json.dumps([row.columns() for row in self.rows])

    def sums(self) -> dict[str, Any]:
        """The columns of all levels together, where they add up; for the longest thread, the most.

        The sum of a contention over levels is what the atomics on the busiest addresses wait for in all.
        """
        lines = [row.columns() for row in self.rows]
        return {
            name: _together(max if name == "longest_thread" else sum, [line[name] for line in lines])
            for name in lines[0]
            if name not in NO_SUM
        }

    def table(self, columns: str | Sequence[str] = "main") -> str:
        """A plain-text table: ``2..5`` is a range, ``-`` is not counted.

        There is a line per level, and one for all if a column adds up. Columns that don't fit 80 letters
        follow below, beside the level and its direction again.

        Parameters
        ----------
        columns
            Names of columns or of groups of them, "main", "memory", "atomics", "waiting" or "all": a list, or
            a text with commas between them. The level and its direction come first in every table. Columns of
            a group that no level has counted are left out.

        Raises
        ------
        InputError
            For a name that is neither a column's nor a group's.
        """
        lines = [row.columns() for row in self.rows]
        names = chosen_columns(columns, GROUPS, list(lines[0]), lines, ("level", "direction"))
        sums = self.sums()
        if sums.keys() & names:
            lines.append({"level": "all"} | sums)
        return text_table(names, [[line.get(name, "") for name in names] for line in lines], keys=2)

    def __str__(self) -> str:
        return self.table()


def _together(add: Callable[[Iterable[int]], int], figures: Sequence[Range | None]) -> Range | None:
    """Figures of several levels as one, each end of a range for itself; None if one is not counted."""
    known = [figure for figure in figures if figure is not None]
    if len(known) < len(figures):
        return None
    least, most = (add(limits(figure)[end] for figure in known) for end in (0, 1))
    return between(least, most)


def account(
    graph: Graph,
    source: int | Sequence[int] | np.ndarray,
    strategy: str,
    *,
    count: bool = False,
    **options: Any,
) -> Account:
    """What each level of a breadth-first search costs the threads of a strategy's GPU kernels.

    Needs no GPU: the account follows from the graph and the vertices' levels. Stops are not accounted for.

    Parameters
    ----------
    source
        A vertex id, or several.
    strategy
        One of `STRATEGIES` that has an account, or "auto": fused. The account of fused is of its form for the
        CPU, on every core: counted as it runs, with columns of warps and sectors left out.
    count
        Instead of working the figures out, run the kernels' own Python code thread by thread, and count.
        Slow: for graphs of at most `counting.MAX_STEPS` edges and vertices, times levels.
    **options
        The strategy's, for example ``layout=`` of push, or ``literal=True`` for its printed form.

    Raises
    ------
    InputError
        For a source that is no vertex, an unknown strategy or option, a strategy without an account, without
        a printed form that ``literal=True`` asks for, or whose kernels are a library's, or a graph too large
        to count on.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    literal = options.pop("literal", False)
    name = checked_strategy(strategy, options)
    options |= printed_form(strategy, literal)
    count = checked_flag("count", count)
    if name in NO_ACCOUNT:
        known = ", ".join(known for known in STRATEGIES if known not in NO_ACCOUNT)
        raise InputError(f"strategy {name!r} has no account; choose one of {known}")
    found = bfs(graph, source, predecessors=False)
    if name in COUNTED:
        return Account(name, COUNTED[name](graph, found.sources, **options), True)
    rows = ACCOUNTS[name](graph, found.levels, **options)
    if count:
        rows = counting.count(STRATEGIES[name], graph, found.sources, len(rows), options)
    return Account(name, rows, count)
