"""Direction-optimised BFS: push early, pull late. PMPP 4e, section 15.3; Beamer, Asanovic, Patterson,
"Direction-Optimizing Breadth-First Search", SC 2012.

One thread per vertex, in the kernels of push.py and pull.py. Pushing costs the frontier's out-edges; pulling
costs at most the unvisited vertices' in-edges, and far less where the first in-neighbor will do. The rule
that chooses is ../direction.py's: by edges, as Beamer has it, or by vertices.

``literal=True`` runs push.py's printed kernel, and once it pulls it pulls to the end, whatever `beta`: the
text pushes in low levels, pulls in higher ones, and leaves the time of the switch to the kind of graph.

Work O(levels * V + E), and on graphs of low diameter usually much less than E. Needs CSR and CSC, which share
their arrays for an undirected graph. Prefer single_block.py when there are many levels.
"""

from dataclasses import replace

import numpy as np

from ..accounting.arithmetic import FLAG, TAIL, LevelWork
from ..accounting.steps import steps
from ..device import Device
from ..direction import Direction
from ..enactor import Stop, enact
from ..frontier import initial_labels
from ..graph import Graph
from ..trace import Trace
from . import pull, push

ALPHA = 15.0  # dimensionless; the GAP Benchmark Suite's value
BETA = 18.0  # dimensionless; the GAP Benchmark Suite's value


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
    switch: str = "edges",
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down while the frontier is small, else bottom up."""
    rule = Direction(graph, alpha, beta, switch, returns=not literal)
    kernels = {
        "push": (push.visit_as_printed if literal else push.visit, *graph.csr[:2]),
        "pull": (pull.visit, *graph.csc[:2]),
    }
    levels, parents = initial_labels(graph, sources, device, predecessors)
    xp = device.xp
    any_visited = xp.zeros(graph.num_vertices if literal else 1, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        frontier = levels == curr_level - 1
        edges = xp.where(frontier, graph.out_degrees, 0).sum(dtype=np.int64) if rule.by_edges else 0
        direction = rule.next(int(xp.count_nonzero(frontier)), int(edges))
        any_visited[0] = 0
        device.for_each(graph.num_vertices, *kernels[direction], levels, parents, curr_level, any_visited)
        return direction, bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph,
    levels: np.ndarray,
    *,
    alpha: float = ALPHA,
    beta: float = BETA,
    switch: str = "edges",
    literal: bool = False,
) -> list[LevelWork]:
    """What each thread does, level by level: the account of push.py or pull.py, as the rule has it.

    The host also reads the frontier's size and, by the rule of edges, its number of edges.
    """
    rule = Direction(graph, alpha, beta, switch, returns=not literal)
    rows = {
        "push": push.account(graph, levels, literal=literal),
        "pull": pull.account(graph, levels, literal=literal),
    }
    taken = []
    for index, step in enumerate(steps(graph, levels)):
        direction = rule.next(step.frontier.size, int(step.degrees.sum(dtype=np.int64)))
        copied = FLAG + (2 if rule.by_edges else 1) * TAIL
        taken.append(replace(rows[direction][index], bytes_to_host=copied))
    return taken
