"""The order of a ball's vertices: by distance, equally far ones by id."""

from typing import Any

import numpy as np


def order_by_distance(first, size, vertices, distances, parents):
    """Sort `size` entries from `first` on: Shell, "A High-Speed Sorting Procedure", CACM 1959.

    Knuth's gaps. In place, since a lane has no room to spare, and a ball by edges is sorted but for the ids.
    """
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        least, step = np.uint64(first + gap), np.uint64(gap)
        for index in range(first + gap, first + size):
            slot: Any = np.uint64(index)  # unsigned: no test for negative indices
            vertex, distance, parent = vertices[slot], distances[slot], parents[slot]
            while slot >= least:
                before = slot - step
                if distances[before] < distance:
                    break
                if distances[before] == distance and vertices[before] < vertex:
                    break
                vertices[slot], distances[slot] = vertices[before], distances[before]
                parents[slot] = parents[before]
                slot = before
            vertices[slot], distances[slot], parents[slot] = vertex, distance, parent
        gap //= 3
