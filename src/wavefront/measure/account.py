"""The work account: what a strategy's threads do on a GPU, level by level, found without a GPU."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..accounting import counting
from ..algorithms.bfs import bfs, checked_strategy, printed_form
from ..errors import InputError, checked_flag
from ..graph.vertices import require_graph
from ..strategies import ACCOUNTS, STRATEGIES
from ..text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from ..accounting.arithmetic import LevelWork
    from ..graph import Graph


@dataclass(frozen=True)
class Account:
    """What the threads of one search do, as GPU kernels. docs/guide/account.md defines the columns.

    Attributes
    ----------
    strategy
        The strategy's name.
    rows
        One per level that is labelled, the last, empty one included. A pair is the least and the most that a
        figure can be, depending on the timing of the threads.
    """

    strategy: str
    rows: list[LevelWork]

    def to_json(self) -> str:
        """A JSON array with one object per level; its fields are the columns, and a range is a pair."""
        return json.dumps([row.columns() for row in self.rows])

    def table(self) -> str:
        """A plain-text table with one line per level; ranges are ``2..5``."""
        lines = [row.columns() for row in self.rows]
        return text_table(list(lines[0]), [list(line.values()) for line in lines])

    def __str__(self) -> str:
        return self.table()


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
        One of `STRATEGIES` that has an account, or "auto": direction_optimized, by whose rule fused works.
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
    is_auto = isinstance(strategy, str) and strategy == "auto"
    literal = options.pop("literal", False)
    name = checked_strategy("direction_optimized" if is_auto else strategy, options)
    options |= printed_form(strategy, literal)
    if name not in ACCOUNTS:
        raise InputError(f"strategy {name!r} has no account; choose one of {', '.join(ACCOUNTS)}")
    found = bfs(graph, source, predecessors=False)
    rows = ACCOUNTS[name](graph, found.levels, **options)
    if checked_flag("count", count):
        rows = counting.count(STRATEGIES[name], graph, found.sources, len(rows), options)
    return Account(name, rows)
