"""The book's ladder of breadth-first searches, one file a method.

Each is ``bfs(graph, sources, device, *, stop, trace, predecessors, ...)``. It labels every vertex with the
fewest edges from a source and returns V int32 levels (UNVISITED where there is no path) and V predecessors,
each one level closer (-1 for sources and unvisited), or an empty array if `predecessors` is false;
None leaves them to the caller, to be found from the levels.

Beside it, ``account(graph, levels, ...)`` takes the same options, and says what the threads of the method's
GPU kernels do, level by level; fused has none. `LADDER` and `ACCOUNTS` hold them by name.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..work import LevelWork
from . import (
    degree_buckets,
    direction_optimized,
    edge_centric,
    frontier_queue,
    fused,
    hierarchical,
    privatized,
    pull,
    push,
    sequential,
    single_block,
    spmv,
)

Strategy = Callable[..., tuple[np.ndarray, np.ndarray | None]]

_METHODS: dict[str, Any] = {
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
}
LADDER: dict[str, Strategy] = {
    **{name: method.bfs for name, method in _METHODS.items()},
    "fused": fused.bfs,  # no account: its one launch doesn't give a thread a fixed share of a level
}
ACCOUNTS: dict[str, Callable[..., list[LevelWork]]] = {
    name: method.account for name, method in _METHODS.items()
}
