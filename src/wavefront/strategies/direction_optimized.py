"""Direction-optimised BFS: push early, pull late. PMPP 4e, section 15.3; Beamer, Asanovic, Patterson,
"Direction-Optimizing Breadth-First Search", SC 2012.

One thread per vertex, in the kernels of push.py and pull.py. Pushing costs the frontier's out-edges; pulling
costs at most the unvisited vertices' in-edges, and far less where the first in-neighbor will do. Pull when
the frontier has more than 1/ALPHA of the edges that are left to inspect, push again when it has shrunk below
1/BETA of the vertices.

Work O(levels * V + E), and on graphs of low diameter usually much less than E. Needs CSR and CSC; for an
undirected graph they are one. Prefer frontier_queue.py when there are many levels.
"""

import numpy as np

from ..device import Device
from ..enactor import Stop, enact
from ..frontier import initial_labels
from ..graph import Views
from ..trace import Trace
from . import pull, push

ALPHA = 15.0  # dimensionless; the GAP Benchmark Suite's value
BETA = 18.0  # dimensionless; the GAP Benchmark Suite's value


def bfs(
    graph: Views,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    alpha: float = ALPHA,
    beta: float = BETA,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down while the frontier is small, else bottom up."""
    src_ptr, dst = graph.csr.src_ptr, graph.csr.dst
    dst_ptr, src = graph.csc.dst_ptr, graph.csc.src
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(1, np.int32)
    direction = "push"
    edges_left = graph.num_edges

    def choose(curr_level: int) -> str:
        nonlocal edges_left
        frontier = levels == curr_level - 1
        frontier_edges = int(graph.out_degrees[frontier].sum(dtype=np.int64))
        many = frontier_edges > edges_left / alpha
        edges_left -= frontier_edges
        if direction == "push":
            return "pull" if many else "push"
        return "push" if int(frontier.sum()) < graph.num_vertices / beta else "pull"

    def step(curr_level: int) -> tuple[str, bool]:
        nonlocal direction
        direction = choose(curr_level)
        any_visited[0] = 0
        if direction == "push":
            kernel, offsets, neighbors = push.visit, src_ptr, dst
        else:
            kernel, offsets, neighbors = pull.visit, dst_ptr, src
        device.for_each(
            graph.num_vertices, kernel, offsets, neighbors, levels, parents, curr_level, any_visited
        )
        return direction, bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents
