"""Path counts kept within float64's range: a level's extremes, and their multiplication by SHRINK."""

import math

from ....atomics import atomic_max, atomic_min
from ....compiler import float64
from ....intrinsics.access import at, real_at
from ...level_queue import SLOTS
from ..by_source import SHRINK
from .data import meet_group

INFINITE = math.inf


def extremes_of(group, paths, span, turn, goal):
    """The largest and the least path count on a level. Two places take turns."""
    first = 4 * group.number + 2 * (turn & 1)
    top, least = float64(0.0), float64(INFINITE)
    slot = (span.begin & SLOTS) + group.thread
    while slot < span.end & SLOTS:
        count = real_at(paths.pairs, 2 * (group.first + vertex_in(group, paths, slot)))
        top, least = max(top, count), min(least, count)
        slot += group.threads
    if top > 0.0:
        atomic_max(paths.extremes, first, top)
        atomic_min(paths.extremes, first + 1, least)
    goal = meet_group(group, goal)
    if group.thread == 0:  # for the next turn, which comes after another barrier
        other = 4 * group.number + 2 * (turn + 1 & 1)
        paths.extremes[other] = 0.0
        paths.extremes[other + 1] = INFINITE
    return real_at(paths.extremes, first), real_at(paths.extremes, first + 1), goal


def vertex_in(group, paths, slot):
    """The vertex in this slot of the queue."""
    return at(paths.entries, 2 * (group.first + slot) + 1) & SLOTS


def shrink(group, paths, span):
    """Multiply the level's path counts by SHRINK."""
    slot = (span.begin & SLOTS) + group.thread
    while slot < span.end & SLOTS:
        paths.pairs[2 * (group.first + vertex_in(group, paths, slot))] *= SHRINK
        slot += group.threads
