"""The order of all balls' vertices on a GPU: by ball, distance and id, the source first."""

from typing import Any

import numpy as np

MOST = 1 << 63  # a number of 64 bits that orders all three at once is below


def in_order(columns: tuple[Any, ...], sources: Any, num_vertices: int, xp: Any) -> tuple[Any, Any, Any]:
    """The vertices, distances and predecessors of the balls; the columns' first is each one's ball."""
    balls, vertices, distances, predecessors = columns
    ids = xp.where(vertices == sources[balls], 0, vertices + np.int64(1))
    is_whole, ranks = distances.dtype.kind == "i", distances
    if not is_whole:  # the bits of numbers that aren't negative are in the order of the numbers
        ranks = distances.view(np.int64 if distances.itemsize == 8 else np.int32)
    deepest = int(ranks.max()) + 1 if is_whole and ranks.size else 1
    if is_whole and sources.size * deepest * (num_vertices + 1) < MOST:
        order = xp.argsort((balls * np.int64(deepest) + ranks) * np.int64(num_vertices + 1) + ids)
    else:
        order = xp.argsort(ids, kind="stable")
        order = order[xp.argsort(ranks[order], kind="stable")]
        order = order[xp.argsort(balls[order], kind="stable")]
    return vertices[order], distances[order], predecessors[order]
