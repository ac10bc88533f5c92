"""Sequential BFS over CSR with two frontier arrays that swap roles: PMPP, section 12.6 of an earlier edition.

One thread does everything: the parallel methods are compared with this definition. Each vertex enters the
frontier once and each edge is inspected once.

Work O(V + E), no parallelism. Prefer fused; of the other methods several are slower where a CPU has many
small levels to search.
"""

import numpy as np

from ..accounting.arithmetic import TAIL, LevelWork, queue_written, scattering, steps
from ..accounting.roles import Roles
from ..accounting.warps import Reads
from ..device import Device
from ..enactor import Stop, enact
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..trace import Trace


def expand(_, src_ptr, dst, prev_frontier, curr_frontier, sizes, levels, predecessors, curr_level):
    """Label the unvisited neighbors of the previous frontier and list them in the current one.

    sizes = [vertices in prev_frontier, vertices in curr_frontier].
    """
    sizes[1] = 0
    for index in range(sizes[0]):
        vertex = prev_frontier[index]
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = dst[edge]
            if levels[neighbor] == UNVISITED:
                levels[neighbor] = curr_level
                if predecessors.size:
                    predecessors[neighbor] = vertex
                curr_frontier[sizes[1]] = neighbor
                sizes[1] += 1


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier"},
    "labels": {"levels"},
    "next_queue": {"curr_frontier"},
    "other": {"sizes", "predecessors"},
}


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, by one thread."""
    xp = device.xp
    src_ptr, dst = graph.csr.src_ptr, graph.csr.dst
    levels, parents = initial_labels(graph, sources, device, predecessors)
    frontiers = [xp.empty(graph.num_vertices, dst.dtype) for _ in range(2)]
    frontiers[0][: sources.size] = xp.asarray(sources)
    sizes = xp.array([sources.size, 0])

    def step(curr_level: int) -> tuple[str, bool]:
        device.for_each(1, expand, src_ptr, dst, *frontiers, sizes, levels, parents, curr_level)
        frontiers.reverse()
        sizes[0] = sizes[1]
        return "push", bool(sizes[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(graph: Graph, levels: np.ndarray) -> list[LevelWork]:
    """What the one thread of `expand` does, level by level."""
    rows = []
    for step in steps(graph, levels):
        edges = int(step.degrees.sum(dtype=np.int64))
        labelling = min(1, step.vertices)
        alone = {"threads_launched": 1, "threads_active": 1, "threads_labelling": labelling}
        queue = {"appends": step.vertices, "sectors_written": queue_written(graph, step.found)}
        copied = {"bytes_to_host": TAIL, "bytes_from_host": 0}
        reads = Reads((edges, edges), (edges, edges), graph.csr.dst.itemsize)
        longest = {"longest_thread": edges, "warp_steps": edges}
        rows.append(scattering(graph, step, reads, **alone, **longest, **queue, **copied))
    return rows
