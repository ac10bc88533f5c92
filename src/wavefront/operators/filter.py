"""filter: keep the items of a frontier that a functor accepts, and drop duplicates if asked."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

from ..atomics import atomic_exch
from ..device import working_on
from ..errors import require_one_of
from ..frontier import Frontier
from .functors import Functor, check, check_problem, kept_with_functor, require_frontiers

INVALID = -1  # marks a slot without an item, after an advance without compaction
HISTORY = 1 << 16  # slots of the cheap deduplication's table of recent items


def filter(
    frontier: Frontier,
    functor: Functor | None = None,
    problem: Any = None,
    *,
    deduplicate: Literal["exact", "cheap"] | None = None,
) -> None:
    """Keep the items for which ``functor(item, problem)`` is true, in order; invalid slots are dropped.

    Parameters
    ----------
    functor
        By default every item is kept.
    problem
        As of `advance`.
    deduplicate
        "exact" keeps each item once. "cheap" looks items up in a small table of recent items, which drops
        most duplicates, but never an item's last copy. Source: Merrill and Garland, PPoPP 2012.

    Raises
    ------
    InputError
        For a functor with other parameters or one that can't be compiled, or a problem that isn't as above.
    """
    require_frontiers(frontier=frontier)
    if deduplicate is not None:
        require_one_of("deduplicate", deduplicate, ("exact", "cheap"))
    if functor is not None:
        check(functor, ("item", "problem"))
        check_problem(problem, frontier.device)
    with working_on(frontier.device):
        drop_invalid(frontier)
        if functor is not None:
            keep_if(frontier, functor, problem)
        if deduplicate is not None:
            _drop_duplicates(frontier, deduplicate)


def keep_if(frontier: Frontier, functor: Functor, problem: Any) -> None:
    """As `filter`, with a functor that was checked before, on a frontier without invalid slots."""
    flags = frontier.device.xp.empty(frontier.size, bool)
    frontier.device.for_each(frontier.size, _marker(functor), frontier.items, flags, problem)
    _keep(frontier, flags)


def drop_invalid(frontier: Frontier) -> None:
    """Remove the slots that hold no item."""
    items = frontier.items
    _keep(frontier, items != INVALID)


def _keep(frontier: Frontier, flags: Any) -> None:
    kept = frontier.items[flags]
    if kept.size < frontier.size:
        frontier.resize(kept.size)[: kept.size] = kept
        frontier.swap(kept.size, frontier.type)


@kept_with_functor
def _marker(functor: Functor) -> Callable[..., None]:
    def mark(index, items, flags, problem):
        flags[index] = functor(items[index], problem)

    return mark


class Seen(NamedTuple):
    """Items seen so far: one mark per id, or recent ids, each in the slot given by its low bits."""

    table: Any


def first_seen(item, seen):
    """Whether no copy of the item came before."""
    return atomic_exch(seen.table, item, 1) == 0


def not_seen_lately(item, seen):
    """Whether the item isn't in its slot of the table; then stores it. Copies that race may both pass."""
    slot = item & (HISTORY - 1)
    if seen.table[slot] == item:
        return False
    seen.table[slot] = item
    return True


def _drop_duplicates(frontier: Frontier, how: str) -> None:
    xp = frontier.device.xp
    if how == "exact":
        keep_if(frontier, first_seen, Seen(xp.zeros(frontier.limit, np.int32)))
    else:
        keep_if(frontier, not_seen_lately, Seen(xp.full(HISTORY, INVALID, frontier.items.dtype)))
