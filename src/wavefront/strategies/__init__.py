"""The book's ladder of breadth-first searches, one file per method. Start with push.py.

``bfs(graph, sources, device, *, stop, trace, predecessors, ...)`` returns V int32 levels (UNVISITED where
there is no path) and V predecessors, each one level closer (-1 for sources and unvisited). The predecessors
are empty if `predecessors` is false; if they are None, the caller finds them from the levels.
With ``literal=True`` a method of the book runs as the texts print it. ``account(graph, levels, ...)``, where
a method has one, takes the same options and returns the work of its GPU kernels' threads, level by level.
table.py lists the methods.
"""

from .table import (
    ACCOUNTS,
    COUNTED,
    METHODS,
    NO_ACCOUNT,
    STRATEGIES,
    Strategy,
    checked_strategy,
    options_of,
    printed_form,
)

__all__ = [
    "ACCOUNTS",
    "COUNTED",
    "METHODS",
    "NO_ACCOUNT",
    "STRATEGIES",
    "Strategy",
    "checked_strategy",
    "options_of",
    "printed_form",
]
