"""Memory that is kept from search to search: a bounded pool per graph and purpose.

A search takes scratch of the form that it needs (the stream that orders its work, whether the graph is
prepared) and gives it back at its end, so that two searches at a time never share any. What no search has
used for the longest time is dropped first. A pool lives as long as its graph, which nothing in it refers to.

There is no lock: each change is one operation on a dict, which Python does whole. A lock would be held for
good where the garbage collector, run within it, ends the life of a result whose memory goes back to the pool.
"""

from collections.abc import Hashable
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from ...graph import Graph

KEPT = 8  # idle scratches per graph and device: so many searches at a time find one


class Pool:
    """What is idle of one graph's memory for one purpose, `kept` pieces at most."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._numbers = count()
        self._idle: dict[tuple[Hashable, int], Any] = {}  # by form and a number; the last used at the end

    def take(self, form: Hashable) -> Any:
        """Scratch of this form, from now on the caller's; None if there is none."""
        for key in reversed(list(self._idle)):
            if key[0] == form:
                scratch = self._idle.pop(key, None)  # None: another thread was faster
                if scratch is not None:
                    return scratch
        return None

    def give_back(self, form: Hashable, scratch: Any) -> None:
        """Keep the scratch, which the caller uses no more, for the next search."""
        self._idle[form, next(self._numbers)] = scratch
        if len(self._idle) > self._kept:
            for key in list(self._idle)[: -self._kept]:
                self._idle.pop(key, None)


_pools: WeakKeyDictionary[Graph, dict[Hashable, Pool]] = WeakKeyDictionary()


def pool_of(graph: Graph, purpose: Hashable, kept: int = KEPT) -> Pool:
    """The graph's pool for this purpose: "cpu" or a GPU's number for scratch there; the same at each call.

    `kept`, how much it keeps at most, counts where the pool is new.
    """
    try:
        return _pools[graph][purpose]
    except KeyError:
        return _pools.setdefault(graph, {}).setdefault(purpose, Pool(kept))
