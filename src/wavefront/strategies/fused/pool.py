"""Memory that is kept from search to search: a bounded pool per graph and purpose.

A search takes scratch of the form that it needs (the stream that orders its work, whether the graph is
prepared) and gives the scratch back at its end, so that two concurrent searches never share any. The scratch
unused for the longest time is dropped first. A pool lives as long as its graph: nothing in the pool refers to
the graph.

There is no lock: each change is one operation on a dict, which is atomic in Python. A lock would deadlock
where the garbage collector, running while the lock is held, drops a result whose memory goes back to the
pool.
"""

from collections.abc import Hashable
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from ...graph import Graph

KEPT = 8  # idle scratches per graph and device, for as many concurrent searches


class Pool:
    """The idle memory of one graph for one purpose, at most `kept` pieces."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._numbers = count()
        self._idle: dict[tuple[Hashable, int], Any] = {}  # by form and a number; the last used is last

    def take(self, form: Hashable) -> Any:
        """Scratch of this form, removed from the pool; None if the pool has none."""
        for key in reversed(list(self._idle)):
            if key[0] == form:
                scratch = self._idle.pop(key, None)  # None: another thread was faster
                if scratch is not None:
                    return scratch
        return None

    def give_back(self, form: Hashable, scratch: Any) -> None:
        """Keep the scratch for the next search; the caller no longer uses it."""
        self._idle[form, next(self._numbers)] = scratch
        if len(self._idle) > self._kept:
            for key in list(self._idle)[: -self._kept]:
                self._idle.pop(key, None)


_pools: WeakKeyDictionary[Graph, dict[Hashable, Pool]] = WeakKeyDictionary()


def pool_of(graph: Graph, purpose: Hashable, kept: int = KEPT) -> Pool:
    """The graph's pool for this purpose, the same at each call; "cpu" or a GPU's number is scratch there.

    `kept`, the most pieces that the pool keeps, takes effect when the pool is made.
    """
    try:
        return _pools[graph][purpose]
    except KeyError:
        return _pools.setdefault(graph, {}).setdefault(purpose, Pool(kept))
