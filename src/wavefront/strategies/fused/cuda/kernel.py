"""The fused search's kernel: a whole breadth-first search in one launch.

host.py launches it. All blocks run at once, one per multiprocessor. They wait for one another at barriers:

    traverse
        start                   the sources become the frontier          start.py
            barrier             two if there are several sources
        search_levels           until the frontier is empty              levels.py
            push_small_levels   small frontiers, several levels          small.py
              or push_level     the frontier's lists                     push.py
                  barrier       if lists were cut
              or pull_level     unvisited vertices look                  pull.py, look.py
            barrier             the level is done
            collect             a pull's vertices go into the queue      append.py
                barrier         if the next level pushes again
        mark_unreached          level and predecessor -1
        translate               prepared graphs: the caller's ids        translate.py
            barrier
        put_sources             several sources: level 0
            barrier
"""

import numpy as np

from ....compiler import cuda, int32
from ....intrinsics.access import at, load_acquire
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE
from .append import own_warp
from .keeping import settled_at
from .label import inner_id, mark
from .levels import search_levels
from .search import ARRIVALS, FULL, Search
from .start import start
from .translate import translate


def traverse(graph, queues, found, state, plan, answer):
    """Levels and predecessors of all vertices, from one source, or from the nearest of several.

    A target that is a source is never found by a level: the host then sets `plan.last_level` to 0.
    """
    search, warp = Search(graph, queues, found, state), own_warp()
    blocks = cuda.gridDim.x
    goal = load_acquire(state, ARRIVALS) // blocks * blocks + blocks
    source, target = inner_id(answer.new_id, plan.source), inner_id(answer.new_id, plan.target)
    goal = start(search, warp, answer.new_id, source, plan.sources, goal)
    visited, marked, goal = search_levels(search, plan, warp, target, goal)
    mark_unreached(search, warp, visited, marked, source)
    goal = translate(search, answer, answer.new_id, plan.source, goal)
    if plan.sources.size:
        grid_barrier(state, goal)
        put_sources(answer.levels, plan.sources)


def mark_unreached(search, warp, visited, marked, source):
    """Set levels and predecessors of unreached vertices to -1.

    Filling both arrays before the search would write most elements twice, and all blocks would wait for it.
    """
    base, stride = int32(warp.number * WARP_SIZE), int32(warp.num_warps * WARP_SIZE)
    while base < visited.size:
        missing = np.uint32(0)
        if base + warp.lane < visited.size:
            missing = np.uint32(~at(visited, base + warp.lane) & FULL)
            if not marked:
                missing |= np.uint32(settled_at(search.graph, base + warp.lane))
        mark(search, base, 1, missing, source)
        base = int32(base + stride)


def put_sources(levels, sources):
    """Set the sources' level to 0, also for sources without edges."""
    index = cuda.grid(1)
    while index < sources.size:
        levels[sources[index]] = 0
        index += cuda.gridsize(1)
