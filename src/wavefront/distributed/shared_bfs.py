"""Breadth-first search by CPU ranks that share memory: one compiled call per rank holds all levels.

**Push**: a rank claims its own vertices, and puts others with their parents into its inbox at the owner,
which claims them where they are. It notes what it sent in its bitmap, so that an inbox has room for all that
can come. Ranks meet once per level; a second time where a frontier may have enough edges to be pulled, to add
these up. **Pull**: ranks publish their segments of one bitmap, look at the whole, and write their
segments of a second one, by turns. Nothing is atomic.

A rank that has the whole frontier pushes level after level by itself, while it finds nobody else's vertices.
Steps are those of steps_cpu.py. Work O(V + E), and a meeting per level, of a microsecond or less.
"""

from functools import cache
from typing import Any

import numpy as np

from ..accounting.rebuilt import rebuilt
from ..compiler.registry import cpu_intrinsics
from ..frontier import UNVISITED
from ..frontier.bitmap import WORD_SIZE
from ..strategies.fused.cpu.in_lists import note_found
from .graph import DistributedGraph
from .host_memory import Shared, run_together
from .search import SENT
from .shared_levels import OwnSearch, Plan, search_levels
from .steps_cpu import kept, note_found_here


def bfs(
    graph: DistributedGraph,
    shared: Shared,
    source: int,
    target: int | None,
    predecessors: bool,
    alpha: float,
    beta: float,
) -> tuple[Any, Any]:
    """Levels and predecessors of the own vertices, of which the search from the source ends at the target's.

    Raises DeviceError as `run_together`.
    """
    part = graph.partition
    levels = np.full(part.owned, UNVISITED, np.int32)
    parents = np.full(part.owned if predecessors else 0, -1, graph.ids.dtype)
    ids = graph.all_ids if predecessors else graph.ids[:0]
    search, most = _scratch(graph)
    search = search._replace(levels=levels, parents=parents, ids=ids)
    start, goal = graph.local(source), None if target is None else graph.local(target)
    plan = Plan(
        int(start is not None),
        -1 if goal is None else goal,
        int(target is not None),
        alpha,
        beta,
        graph.num_vertices,
        graph.num_edges,
        most,
        0,
    )
    for array in (search.words, search.sent, search.read):
        array[:] = 0
    if start is not None:
        levels[start], search.queue[0] = 0, start
        place = part.first + start
        search.words[place // WORD_SIZE] = 1 << place % WORD_SIZE
    if target != source:
        run_together(graph, _search_form(), kept(graph), search, shared, plan)
    return levels, parents if predecessors else None


@cache
def _search_form() -> Any:
    """`search_levels`, whose lists' loops label a rank's vertices."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    return rebuilt(search_levels, same | {note_found: note_found_here})


def _scratch(graph: DistributedGraph) -> tuple[OwnSearch, int]:
    """The arrays of a search but its result's, and the most edges of a vertex; first a collective."""
    if "_own_search" not in vars(graph):
        part, none = graph.partition, np.empty(0, np.int32)
        most = np.empty(part.size, np.int64)
        graph.communicator.gather(most, np.array([np.diff(graph.out.ptr).max(initial=0)], np.int64))
        search = OwnSearch(
            levels=none,
            parents=none,
            ids=none,
            queue=np.empty(part.owned, np.int32),
            froms=np.empty(part.owned, part.dtype),
            found=np.zeros(part.words // 2, np.uint64),
            counters=np.zeros(SENT, np.int64),
            words=np.zeros(part.size * part.words, np.uint32),
            sent=np.zeros(part.size, np.int64),
            read=np.zeros(part.size, np.int64),
            first=part.first,
            stride=part.stride,
        )
        vars(graph)["_own_search"] = search, int(most.max())
    known: tuple[OwnSearch, int] = vars(graph)["_own_search"]
    return known
