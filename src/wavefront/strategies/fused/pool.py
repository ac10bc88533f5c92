"""Memory that is kept from search to search: a bounded pool per graph and purpose.

A search takes scratch of the form that it needs, and gives the scratch back at its end: two concurrent
searches never share scratch. The form says which stream orders the search's work, and whether the graph is
prepared. The scratch unused for the longest time is dropped first. A pool lives as long as its graph: nothing
in the pool refers to the graph.

There is no lock: each change is one operation on a deque, which is atomic in Python. A lock would deadlock
where the garbage collector, running while the lock is held, drops a result whose memory goes back to the
pool.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ...graph import Graph

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ...filters import EdgeFilter

KEPT = 8  # idle pieces of scratch per graph and device, enough for 8 concurrent searches


class Pool:
    """Idle memory of one graph for one purpose, the last used at the end; `kept` pieces at most."""

    def __init__(self, kept: int) -> None:
        self._idle: deque[tuple[Hashable, Any]] = deque(maxlen=kept)

    def take(self, form: Hashable) -> Any:
        """Take scratch of this form out of the pool, for the caller alone; None if the pool has none."""
        passed: list[tuple[Hashable, Any]] = []  # of other forms, put back afterwards
        scratch = None
        while scratch is None and self._idle:
            try:
                entry = self._idle.pop()
            except IndexError:  # another thread was faster
                break
            if entry[0] == form:
                scratch = entry[1]
            else:
                passed.append(entry)
        if passed:
            self._idle.extend(reversed(passed))
        return scratch

    def give_back(self, form: Hashable, scratch: Any) -> None:
        """Keep scratch for the next search. The caller must not use it any more."""
        self._idle.append((form, scratch))


_pools: WeakKeyDictionary[Graph | EdgeFilter, dict[Hashable, Pool]] = WeakKeyDictionary()


def pool_of(owner: Graph | EdgeFilter, purpose: Hashable, kept: int = KEPT) -> Pool:
    """The graph's pool for this purpose, or the filter's, the same at each call.

    The purpose of scratch is "cpu", or the device's name. `kept`, the most pieces that the pool keeps, takes
    effect when the pool is made.
    """
    try:
        return _pools[owner][purpose]
    except KeyError:
        return _pools.setdefault(owner, {}).setdefault(purpose, Pool(kept))
