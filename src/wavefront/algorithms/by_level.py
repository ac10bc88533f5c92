"""Sweeps over the vertices level by level, where each level needs the one before, or after, it.

On the CPU a sweep is a loop for each level, but one thread does a run of small levels alone: a path has as
many levels as vertices. On a GPU it is one launch.
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
    ends: np.ndarray  # int64: where each level ends in `order`
    device: Device

    def down(self, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(place, order, *arguments)`` for every vertex, after all of lower levels."""
        self._sweep(body, self.order, self.ends, *arguments)

    def up(self, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(place, order, *arguments)`` for every vertex, after all of higher levels."""
        sizes = np.diff(self.ends, prepend=0)
        self._sweep(body, self.deepest_first, np.cumsum(sizes[::-1]), *arguments)

    def _sweep(self, body: Callable[..., Any], order: Any, ends: np.ndarray, *arguments: Any) -> None:
        if isinstance(self.device, Cpu):
            for first, last, shared in _runs(ends):
                loop = self.device if shared else Cpu(threads=1)  # which takes the places in their order
                loop.for_each(last - first, body, order[first:last], *arguments)
        elif order.size:
            from .sweep_on_gpu import sweep  # here, since only a GPU needs its kernel

            sweep(self.device, body, order, ends, *arguments)


def _runs(ends: np.ndarray) -> list[tuple[int, int, bool]]:
    """Slices: a level for all threads, or levels that one thread takes."""
    shared = np.diff(ends, prepend=0) >= LARGE_LEVEL
    is_end = np.append(shared[1:] | shared[:-1], True)[: ends.size]
    lasts = ends[is_end].tolist()
    return list(zip([0, *lasts], lasts, shared[is_end].tolist(), strict=False))


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
    return Levels(order, order[::-1].copy(), ends.astype(np.int64), device)
