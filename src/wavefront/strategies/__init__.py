"""The book's ladder of breadth-first searches, one file a method.

Each is ``bfs(graph, sources, device, *, stop, trace, predecessors, ...)``. It labels every vertex with the
fewest edges from a source and returns V int32 levels (UNVISITED where there is no path) and V predecessors,
each one level closer (-1 for sources and unvisited), or an empty array if `predecessors` is false;
None leaves them to the caller, to be found from the levels.
"""

from collections.abc import Callable

import numpy as np

from . import (
    degree_buckets,
    direction_optimized,
    edge_centric,
    frontier_queue,
    hierarchical,
    privatized,
    pull,
    push,
    sequential,
    single_block,
    spmv,
)

Strategy = Callable[..., tuple[np.ndarray, np.ndarray | None]]

STRATEGIES: dict[str, Strategy] = {
    "sequential": sequential.bfs,
    "push": push.bfs,
    "pull": pull.bfs,
    "direction_optimized": direction_optimized.bfs,
    "edge_centric": edge_centric.bfs,
    "spmv": spmv.bfs,
    "frontier_queue": frontier_queue.bfs,
    "privatized": privatized.bfs,
    "hierarchical": hierarchical.bfs,
    "single_block": single_block.bfs,
    "degree_buckets": degree_buckets.bfs,
}
