"""The book's ladder of breadth-first searches, one file a method.

Each is ``bfs(graph, sources, device, *, stop, trace, predecessors, ...)``. It labels every vertex with the
fewest edges from a source and returns V int32 levels (UNVISITED where there is no path) and V predecessors,
each one level closer (-1 for sources and unvisited), or an empty array if `predecessors` is false.
"""

from . import direction_optimized, frontier_queue, pull, push, sequential

STRATEGIES = {
    "sequential": sequential.bfs,
    "push": push.bfs,
    "pull": pull.bfs,
    "direction_optimized": direction_optimized.bfs,
    "frontier_queue": frontier_queue.bfs,
}
