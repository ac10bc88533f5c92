"""Push or pull, on the CPU: from which frontier on a pull is expected to cost less than a push.

host.py asks for `alphas_of` a graph. Costs are in edges that a pull inspects, about a nanosecond each,
for a graph whose edges lead anywhere. Let the frontier have a share p of the edges not yet inspected, and
let every vertex have d edges. A pull goes through a vertex's list up to the first neighbor in the frontier:
through (1 - (1 - p)**d) / p edges. For each unvisited vertex, a push goes through p d edges, and it handles
the vertices found one by one. Where both cost the same, alpha is 1 / p.

A pull looks first at the in-neighbor at which an earlier search found something (pull.py). How often that one
is visited depends on the graph and on the sources of both searches: where it always is, a pull goes through
no list, and alpha is 42 instead of 7 (32 edges per vertex, levels in a cache). So before a level for which
both are possible, the leader looks at some unvisited vertices, and takes the alpha for what it finds.

Beamer's constant, 15, is the answer for 32 edges per vertex and levels that come from memory. In a cache a
push costs a quarter of that, and with few edges per vertex a pull does not save much by stopping early.

Several threads write to the same cache lines. One that labels a vertex takes its line from another core, and
the farther that is, the longer it takes (device/distance.py).
"""

from functools import lru_cache

import numpy as np

from ....frontier import UNVISITED
from .search import EDGES_LEFT, LEVEL, LUCK

CACHED = 1 << 19  # vertices whose levels, 2 MB, stay near a core
PUSHED_CACHED, PUSHED = 1.5, 6.0  # cost of an edge pushed, where levels are cached and where they are not
FOUND = 18.0  # cost of the list, predecessor and place in the queue of a vertex, once per d edges pushed
TAKEN = 18.0  # cost of a line of cached levels that another core has; elsewhere one waits for memory anyway
LOOKED_AT = 2.0  # cost of a vertex that looks for an in-neighbor, besides the edges
FAR_LOOKED_AT = 4.0  # the same where that takes all its time, and labels come from memory
LEAST, MOST = 4.0, 15.0  # alphas that were measured; docs/decisions/0013-busy-cores.md
MOST_LUCKY = 64.0  # where in-neighbors are known to be visited
SHARES = 8  # of vertices whose first in-neighbor is visited: alphas are known for 0, 1/8, ... 1
SAMPLE = 64  # vertices that the leader looks at
SCATTER = 2_654_435_761  # times a number: ids that follow no pattern of the graph's


@lru_cache(maxsize=1024)
def alphas_of(num_vertices: int, num_edges: int, distance: float = 0) -> np.ndarray:
    """`alpha_of` for each share of lucky vertices."""
    shares = [number / SHARES for number in range(SHARES + 1)]
    alphas = [alpha_of(num_vertices, num_edges, distance, share) for share in shares]
    return np.maximum.accumulate(alphas)


def same_alpha(alpha: float) -> np.ndarray:
    """The same whatever share is found: nothing is looked at."""
    return np.full(SHARES + 1, alpha)


@lru_cache(maxsize=1024)
def alpha_of(num_vertices: int, num_edges: int, distance: float = 0, lucky: float = 0) -> float:
    """Alpha of Beamer's rule: pull where the frontier has over 1 / alpha of the edges not yet inspected.

    `distance` is that of two cores whose threads push, and up to twice that of many; 0 for a lone thread.
    `lucky` is the share of unvisited vertices whose first in-neighbor is visited; 0 stands for any graph's.
    """
    degree = max(num_edges / max(num_vertices, 1), 1.0)
    pushed, looked_at = PUSHED + FOUND / degree, LOOKED_AT if lucky == 0 else FAR_LOOKED_AT
    if num_vertices <= CACHED:
        pushed, looked_at = PUSHED_CACHED + (FOUND + distance * TAKEN) / degree, LOOKED_AT
    low, high = 1 / (MOST_LUCKY if lucky else MOST), 1 / LEAST
    for _ in range(12):  # bisection: a push costs less below, a pull above
        share = (low + high) / 2
        inspected = (1 - lucky) * (1 - (1 - share) ** degree) / share
        if share * degree * pushed < looked_at + inspected:
            low = share
        else:
            high = share
    return 1 / high


def most_to_push(plan, search):
    """The most edges of a frontier that is pushed: a pull also looks at every vertex."""
    state = search.state
    return max(state[EDGES_LEFT], search.levels.size) / plan.alphas[state[LUCK]]


def try_luck(edges, plan, graph, search):
    """Find out how many vertices would pull from the first in-neighbor that they look at, if that matters.

    That is, where up to `edges` edges leave the frontier, and these are pulled or not depending on it.
    """
    state, levels = search.state, search.levels
    state[LUCK] = SHARES
    if edges <= most_to_push(plan, search) or plan.alphas[0] == plan.alphas[SHARES]:
        state[LUCK] = 0
        return
    unvisited, lucky = np.int64(0), np.int64(0)
    first = (state[LEVEL] & 1023) * SAMPLE  # others in each level
    for number in range(first, first + SAMPLE):
        vertex = number * SCATTER % levels.size
        if levels[vertex] == UNVISITED and graph.dst_ptr[vertex] < graph.dst_ptr[vertex + 1]:
            unvisited += 1
            lucky += levels[graph.first[vertex]] != UNVISITED
    state[LUCK] = lucky * SHARES // max(unvisited, np.int64(1))
