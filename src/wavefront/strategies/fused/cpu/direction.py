"""Push or pull, on the CPU: from which frontier on a pull is expected to cost less than a push.

host.py asks for `alpha_of` a graph. Costs are in edges that a pull inspects, about a nanosecond each,
for a graph whose edges lead anywhere. Let the frontier have a share p of the edges not yet inspected, and
let every vertex have d edges. A pull goes through a vertex's list up to the first neighbor in the frontier:
through (1 - (1 - p)**d) / p edges. For each unvisited vertex, a push goes through p d edges, and it handles
the vertices found one by one. Where both cost the same, alpha is 1 / p.

Beamer's constant, 15, is the answer for 32 edges per vertex and levels that come from memory. In a cache a
push costs a quarter of that, and with few edges per vertex a pull does not save much by stopping early.

Several threads write to the same cache lines. One that labels a vertex takes its line from another core, and
the farther that is, the longer it takes (device/distance.py).
"""

from functools import lru_cache

CACHED = 1 << 19  # vertices whose levels, 2 MB, stay near a core
PUSHED_CACHED, PUSHED = 1.5, 6.0  # cost of an edge pushed, where levels are cached and where they are not
FOUND = 18.0  # cost of the list, predecessor and place in the queue of a vertex, once per d edges pushed
TAKEN = 18.0  # cost of a line of cached levels that another core has; elsewhere one waits for memory anyway
LOOKED_AT = 2.0  # cost of a vertex that looks for an in-neighbor, besides the edges
LEAST, MOST = 4.0, 15.0  # alphas that were measured; docs/decisions/0013-busy-cores.md


@lru_cache(maxsize=1024)
def alpha_of(num_vertices: int, num_edges: int, distance: float = 0) -> float:
    """Alpha of Beamer's rule: pull where the frontier has over 1 / alpha of the edges not yet inspected.

    `distance` is that of two cores whose threads push, and up to twice that of many; 0 for a lone thread.
    """
    degree = max(num_edges / max(num_vertices, 1), 1.0)
    pushed = PUSHED + FOUND / degree
    if num_vertices <= CACHED:
        pushed = PUSHED_CACHED + (FOUND + distance * TAKEN) / degree
    low, high = 1 / MOST, 1 / LEAST
    for _ in range(10):  # bisection: a push costs less below, a pull above
        share = (low + high) / 2
        inspected = (1 - (1 - share) ** degree) / share
        if share * degree * pushed < LOOKED_AT + inspected:
            low = share
        else:
            high = share
    return 1 / high
