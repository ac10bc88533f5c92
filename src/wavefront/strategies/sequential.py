"""Sequential BFS over CSR with two frontier arrays that swap roles: PMPP, section 12.6 of an earlier edition.

One thread does everything: the parallel methods are compared with this definition. Each vertex enters the
frontier once and each edge is inspected once.

``literal=True`` runs the whole search in one call, as printed, and takes a neighbor's label from the
vertex's. The text records no predecessors and has no stops; both are ours.

Work O(V + E), no parallelism. Prefer fused; of the other methods several are slower where a CPU has many
small levels to search.
"""

from typing import Any, NamedTuple

import numpy as np

from ..accounting.arithmetic import TAIL, LevelWork, queue_written, scattering
from ..accounting.roles import Roles
from ..accounting.steps import steps
from ..accounting.warps import Reads
from ..device import Device
from ..enactor import Stop, enact
from ..filters import Filters, extended, keeps_of
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..operators.functors import Functor, kept_with_functor
from ..trace import Trace

NO_LIMIT = np.iinfo(np.int32).max  # levels


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


class Lists(NamedTuple):
    """What `expand` reads and writes; the filters' data follow."""

    src_ptr: Any
    dst: Any
    sizes: Any
    levels: Any
    predecessors: Any


@kept_with_functor
def expand_along(keeps: Functor) -> Functor:
    """`expand`, but only along edges that are kept."""

    def expand_kept(_, prev_frontier, curr_frontier, curr_level, lists):
        lists.sizes[1] = 0
        for index in range(lists.sizes[0]):
            vertex = prev_frontier[index]
            for edge in range(lists.src_ptr[vertex], lists.src_ptr[vertex + 1]):
                neighbor = lists.dst[edge]
                if lists.levels[neighbor] == UNVISITED and keeps(vertex, neighbor, edge, lists):
                    lists.levels[neighbor] = curr_level
                    if lists.predecessors.size:
                        lists.predecessors[neighbor] = vertex
                    curr_frontier[lists.sizes[1]] = neighbor
                    lists.sizes[1] += 1

    return expand_kept


def search(_, src_ptr, dst, prev_frontier, curr_frontier, sizes, levels, predecessors, last_level, target):
    """All levels in one call. A neighbor's label is the vertex's own and 1.

    sizes = [vertices in prev_frontier, the first level that wasn't labelled].
    """
    size, curr_level = sizes[0], 1
    while size > 0 and curr_level <= last_level and not (target >= 0 and levels[target] != UNVISITED):
        tail = 0
        for index in range(size):
            vertex = prev_frontier[index]
            for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                neighbor = dst[edge]
                if levels[neighbor] == UNVISITED:
                    curr_frontier[tail] = neighbor
                    tail += 1
                    levels[neighbor] = levels[vertex] + 1
                    if predecessors.size:
                        predecessors[neighbor] = vertex
        prev_frontier, curr_frontier = curr_frontier, prev_frontier
        size = tail
        curr_level += 1
    sizes[1] = curr_level


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier", "curr_frontier"},  # they take turns inside `search`
    "labels": {"levels"},
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
    literal: bool = False,
    filters: Filters | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, by one thread: a call per level, as printed one in all."""
    xp = device.xp
    src_ptr, dst = graph.csr.src_ptr, graph.csr.dst
    levels, parents = initial_labels(graph, sources, device, predecessors)
    frontiers = [xp.empty(graph.num_vertices, dst.dtype) for _ in range(2)]
    frontiers[0][: sources.size] = xp.asarray(sources)
    sizes = xp.array([sources.size, 0])
    if literal:
        last_level = NO_LIMIT if stop.depth_limit is None else stop.depth_limit
        target = -1 if stop.target is None else stop.target
        if trace is not None:
            trace.start()
        device.for_each(1, search, src_ptr, dst, *frontiers, sizes, levels, parents, last_level, target)
        if trace is not None:
            trace.record(levels, "push", 1, int(sizes[1]))
        return levels, parents

    if filters is not None:
        kept = extended(Lists(src_ptr, dst, sizes, levels, parents), filters)
        expand_kept = expand_along(keeps_of(filters, len(Lists._fields)))

    def step(curr_level: int) -> tuple[str, bool]:
        if filters is None:
            device.for_each(1, expand, src_ptr, dst, *frontiers, sizes, levels, parents, curr_level)
        else:
            device.for_each(1, expand_kept, *frontiers, curr_level, kept)
        frontiers.reverse()
        sizes[0] = sizes[1]
        return "push", bool(sizes[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(graph: Graph, levels: np.ndarray, *, literal: bool = False) -> list[LevelWork]:
    """What the one thread of `expand` does, level by level; as printed, the first level has the one call."""
    rows = []
    for step in steps(graph, levels):
        edges = int(step.degrees.sum(dtype=np.int64))
        labelling = min(1, step.vertices)
        alone = {"threads_launched": 1, "threads_active": 1, "threads_labelling": labelling}
        launches = int(step.level == 1 or not literal)
        sizes_not_written = int(literal and step.vertices > 0)  # as printed the last level alone stores them
        written = queue_written(graph, step.found) - sizes_not_written
        queue = {"appends": step.vertices, "sectors_written": written}
        copied = {"kernel_launches": launches, "bytes_to_host": launches * TAIL, "bytes_from_host": 0}
        reads = Reads((edges, edges), (edges, edges), graph.csr.dst.itemsize)
        longest = {"longest_thread": edges, "warp_steps": edges}
        rows.append(scattering(graph, step, reads, **alone, **longest, **queue, **copied))
    return rows
