"""The book's ladder of breadth-first searches, one file per method. Start with push.py.

``bfs(graph, sources, device, *, stop, trace, predecessors, ...)`` returns V int32 levels (UNVISITED where
there is no path) and V predecessors, each one level closer (-1 for sources and unvisited). The predecessors
are empty if `predecessors` is false; if they are None, the caller finds them from the levels.
``account(graph, levels, ...)``, where a method has one, takes the same options and returns the work of the
threads of its GPU kernels, level by level. From here come the tables.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import numpy as np

from ..accounting.arithmetic import LevelWork

Strategy = Callable[..., tuple[np.ndarray, np.ndarray | None]]

# One row per method, in the book's order; the method built on the operators comes last.
METHODS: dict[str, ModuleType] = {
    name: import_module(f".{name}", __name__)
    for name in (
        "sequential",
        "push",
        "pull",
        "direction_optimized",
        "edge_centric",
        "spmv",
        "frontier_queue",
        "privatized",
        "hierarchical",
        "single_block",
        "degree_buckets",
        "fused",
        "operators",
    )
}
STRATEGIES: dict[str, Strategy] = {name: method.bfs for name, method in METHODS.items()}
# Accounts that are counted while the CPU searches: no thread has a fixed share of a level.
COUNTED: dict[str, Callable[..., list[LevelWork]]] = {"fused": METHODS["fused"].count}
ACCOUNTS: dict[str, Callable[..., list[LevelWork]]] = {
    name: method.account for name, method in METHODS.items() if hasattr(method, "account")
}
