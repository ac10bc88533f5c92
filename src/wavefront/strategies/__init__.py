"""The book's ladder of breadth-first searches, one file a method. Start with push.py.

``bfs(graph, sources, device, *, stop, trace, predecessors, ...)`` returns V int32 levels (UNVISITED where
there is no path) and V predecessors, each one level closer (-1 for sources and unvisited). These are empty if
`predecessors` is false; None leaves them to the caller, to be found from the levels. ``account(graph, levels,
...)``, where a method has one, takes the same options: what its GPU kernels' threads do, level by level.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..accounting.arithmetic import LevelWork
from . import (
    degree_buckets,
    direction_optimized,
    edge_centric,
    frontier_queue,
    fused,
    hierarchical,
    operators,
    privatized,
    pull,
    push,
    sequential,
    single_block,
    spmv,
)

Strategy = Callable[..., tuple[np.ndarray, np.ndarray | None]]

# One row a method, in the book's order; what is built on the operators comes last.
METHODS: dict[str, Any] = {
    "sequential": sequential,
    "push": push,
    "pull": pull,
    "direction_optimized": direction_optimized,
    "edge_centric": edge_centric,
    "spmv": spmv,
    "frontier_queue": frontier_queue,
    "privatized": privatized,
    "hierarchical": hierarchical,
    "single_block": single_block,
    "degree_buckets": degree_buckets,
    "fused": fused,  # no account: its one launch doesn't give a thread a fixed share of a level
    "operators": operators,
}
STRATEGIES: dict[str, Strategy] = {name: method.bfs for name, method in METHODS.items()}
ACCOUNTS: dict[str, Callable[..., list[LevelWork]]] = {
    name: method.account for name, method in METHODS.items() if hasattr(method, "account")
}
