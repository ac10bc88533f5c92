"""Paths along predecessors that are on a GPU: a thread follows each back, and only the paths are copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..atomics import atomic_max
from ..device import Cpu

if TYPE_CHECKING:
    from ..device import Device

ROOM = 1 << 14  # vertices of a path, at first: 64 KiB of ids
AT_ONCE = 1 << 10  # paths, at first


def paths_back(predecessors: Any, ends: np.ndarray, device: Device) -> list[np.ndarray]:
    """The vertices on the way to each of these, from one without a predecessor, -1, on."""
    xp, paths = device.xp, []
    room, first, longest = min(predecessors.size, ROOM), 0, xp.zeros(1, np.int64)
    while first < ends.size:
        some = device.array(ends[first : first + max(1, AT_ONCE * ROOM // room)])
        ids, sizes = xp.empty(some.size * room, predecessors.dtype), xp.empty(some.size, np.int64)
        device.for_each(some.size, follow, some, predecessors, ids, sizes, longest)
        if int(longest[0]) > room:
            room = min(predecessors.size, 4 * int(longest[0]))
            continue
        to_host, most = Cpu().array, int(longest[0])
        counts, rows = to_host(sizes), to_host(ids.reshape(some.size, room)[:, :most])
        paths += [row[:count][::-1].copy() for row, count in zip(rows, counts.tolist(), strict=True)]
        first += some.size
    return paths


def follow(item, ends, predecessors, ids, sizes, longest):
    """Write the vertices from an end back, as far as there is room, and how many there are."""
    vertex, size, room = np.int64(ends[item]), np.int64(0), ids.size // ends.size
    while vertex >= 0:
        if size < room:
            ids[item * room + size] = vertex
        size += 1
        vertex = np.int64(predecessors[vertex])
    sizes[item] = size
    atomic_max(longest, 0, size)
