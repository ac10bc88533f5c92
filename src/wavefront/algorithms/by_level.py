"""Sweeps over the vertices level by level, where each level needs the one before, or after, it.

A sweep is a loop for each level. On the CPU one thread does a run of small levels alone: a path has as many
levels as vertices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, Device

if TYPE_CHECKING:
    from collections.abc import Callable

LARGE_LEVEL = 4096  # vertices of a level from which several CPU threads share it


class Levels(NamedTuple):
    """The vertices above level 0, by level, those of one level by id."""

    order: Any
    deepest_first: Any
    runs: list[tuple[int, int, bool]]  # slices: a level for all threads, or levels that one thread takes
    device: Device

    def down(self, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(place, order, *arguments)`` for every vertex, after all of lower levels."""
        for first, last, shared in self.runs:
            self._loop(shared).for_each(last - first, body, self.order[first:last], *arguments)

    def up(self, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(place, order, *arguments)`` for every vertex, after all of higher levels."""
        count = self.order.size
        for first, last, shared in reversed(self.runs):
            part = self.deepest_first[count - last : count - first]
            self._loop(shared).for_each(part.size, body, part, *arguments)

    def _loop(self, shared: bool) -> Device:
        return self.device if shared else Cpu(threads=1)  # which takes the places in their order


def by_level(levels: Any, dtype: Any, device: Device) -> Levels:
    """Sort the vertices, ids of this type, by their levels: V integers. Those at or below 0 are left out."""
    xp = device.xp
    below = xp.flatnonzero(levels > 0)
    keys = levels.take(below)
    if (deepest := int(keys.max()) if keys.size else 0) <= np.iinfo(np.uint16).max:
        keys = keys.astype(np.uint16)  # NumPy sorts 16 bits by radix
    ranks = xp.argsort(keys, kind="stable")
    order = below.take(ranks).astype(dtype)
    numbers = xp.arange(1, deepest + 1, dtype=keys.dtype)
    ends = Cpu().array(xp.searchsorted(keys.take(ranks), numbers, side="right"))
    sizes = np.diff(ends, prepend=0)
    shared = sizes >= (LARGE_LEVEL if isinstance(device, Cpu) else 0)
    is_end = np.append(shared[1:] | shared[:-1], True)[: ends.size]
    lasts = ends[is_end].tolist()
    runs = list(zip([0, *lasts], lasts, shared[is_end].tolist(), strict=False))
    return Levels(order, order[::-1].copy(), runs, device)
