"""Direction-optimised BFS: push early, pull late. PMPP 4e, section 15.3; Beamer, Asanovic, Patterson,
"Direction-Optimizing Breadth-First Search", SC 2012.

One thread per vertex, in the kernels of push.py and pull.py. Pushing costs the frontier's out-edges; pulling
costs at most the unvisited vertices' in-edges, and far less where the first in-neighbor will do. Pull when
the frontier has more than 1/ALPHA of the edges that are left to inspect, push again when the frontier has
shrunk below 1/BETA of the vertices.

Work O(levels * V + E), and on graphs of low diameter usually much less than E. Needs CSR and CSC, which share
their arrays for an undirected graph. Prefer single_block.py when there are many levels.
"""

from dataclasses import replace

import numpy as np

from ..accounting.arithmetic import FLAG, TAIL, LevelWork, steps
from ..device import Device
from ..enactor import Stop, enact
from ..errors import checked_positive
from ..frontier import initial_labels
from ..graph import Graph
from ..trace import Trace
from . import pull, push

ALPHA = 15.0  # dimensionless; the GAP Benchmark Suite's value
BETA = 18.0  # dimensionless; the GAP Benchmark Suite's value


def choose(
    direction: str,
    frontier_size: int,
    frontier_edges: int,
    edges_left: int,
    graph: Graph,
    alpha: float,
    beta: float,
) -> str:
    """The next level's direction, from the last level's, the frontier, and the edges left to inspect."""
    if direction == "push":
        return "pull" if frontier_edges > edges_left / alpha else "push"
    return "push" if frontier_size < graph.num_vertices / beta else "pull"


def bfs(
    graph: Graph,
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
    alpha, beta = checked_positive(alpha=alpha, beta=beta)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(1, np.int32)
    direction = "push"
    edges_left = graph.num_edges

    def step(curr_level: int) -> tuple[str, bool]:
        nonlocal direction, edges_left
        frontier = levels == curr_level - 1
        frontier_edges = int(device.xp.where(frontier, graph.out_degrees, 0).sum(dtype=np.int64))
        direction = choose(direction, int(frontier.sum()), frontier_edges, edges_left, graph, alpha, beta)
        edges_left -= frontier_edges
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


def account(graph: Graph, levels: np.ndarray, *, alpha: float = ALPHA, beta: float = BETA) -> list[LevelWork]:
    """What each thread does, level by level: the account of push.py or pull.py, whichever `choose` takes.

    The host also reads the frontier's size and its number of edges.
    """
    alpha, beta = checked_positive(alpha=alpha, beta=beta)
    rows = {"push": push.account(graph, levels), "pull": pull.account(graph, levels)}
    taken = []
    direction, edges_left = "push", graph.num_edges
    for index, step in enumerate(steps(graph, levels)):
        edges = int(step.degrees.sum(dtype=np.int64))
        direction = choose(direction, step.frontier.size, edges, edges_left, graph, alpha, beta)
        edges_left -= edges
        taken.append(replace(rows[direction][index], bytes_to_host=FLAG + 2 * TAIL))
    return taken
