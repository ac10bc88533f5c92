"""Draws by weights from long lists on a GPU: all threads share their edges. In draws.py one has a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...intrinsics.hashing import mixed
from .draws import rank_of

if TYPE_CHECKING:
    from ...device import Device
    from .draws import Asked, Lists

LONGEST = 1 << 10  # edges of a list that a thread of a GPU draws from by itself


class LongLists(NamedTuple):
    """The long lists of a layer, L with E edges in all, one behind another."""

    items: Any  # L int64: which of the layer's vertices
    vertices: Any  # L ids
    begins: Any  # L + 1 int64: where a list's edges begin among the E
    owners: Any  # E int64: of an edge, which of the lists
    numbers: Any  # E int64: and the place in it
    slots: Any  # E int64


def long_lists(frontier: Any, lists: Lists, asked: Asked, device: Device) -> LongLists:
    """The lists of the layer's vertices that are longer than a thread draws from."""
    xp = device.xp
    first, lengths = lists.src_ptr[frontier], lists.src_ptr[frontier + 1] - lists.src_ptr[frontier]
    items = xp.flatnonzero(lengths > asked.longest)
    begins = xp.zeros(items.size + 1, np.int64)
    begins[1:] = xp.cumsum(lengths[items])
    owners = xp.repeat(xp.arange(items.size), lengths[items])
    numbers = xp.arange(owners.size) - begins[owners]
    return LongLists(items, frontier[items], begins, owners, numbers, first[items][owners] + numbers)


def count_long(long: LongLists, lists: Lists, asked: Asked, counts: Any, wrong: Any, device: Device) -> None:
    """Store what `count_draws` does."""
    xp, weights = device.xp, lists.weights[long.slots]
    before = xp.zeros(weights.size + 1, np.int64)
    before[1:] = xp.cumsum(weights > 0)
    possible = before[long.begins[1:]] - before[long.begins[:-1]]
    counts[long.items] = possible if asked.fanout < 0 else xp.minimum(possible, asked.fanout)
    wrong[long.items] = -1
    bad = xp.flatnonzero(~((weights >= 0) & (weights < np.inf)))
    owners = long.owners[bad]
    if bad.size:
        bad = bad[xp.concatenate((xp.ones(1, bool), owners[1:] != owners[:-1]))]  # the first of each list
        wrong[long.items[long.owners[bad]]] = long.slots[bad]


def draw_long(long: LongLists, lists: Lists, asked: Asked, ptr: Any, slots: Any, device: Device) -> None:
    """Store what `draw` does."""
    xp, ranks = device.xp, device.xp.empty(long.slots.size)
    counts = ptr[long.items + 1] - ptr[long.items]
    device.for_each(ranks.size, rank_edge, long, lists.weights, asked, counts, ranks)
    order = xp.argsort(ranks, kind="stable")
    order = order[xp.argsort(long.owners[order], kind="stable")]  # by lists, in each the smallest first
    is_drawn = long.numbers < counts[long.owners]
    slots[(ptr[long.items][long.owners] + long.numbers)[is_drawn]] = long.slots[order[is_drawn]]


def rank_edge(edge, long, weights, asked, counts, ranks):
    """Store an edge's rank; its place in the list where all that may be drawn are."""
    owner, number, weight = long.owners[edge], long.numbers[edge], weights[long.slots[edge]]
    ranks[edge] = np.inf
    if weight > 0 and counts[owner] != asked.fanout:
        ranks[edge] = number
    elif weight > 0:
        ranks[edge] = rank_of(mixed(asked.key + mixed(int(long.vertices[owner]) + 1)), number, weight)
