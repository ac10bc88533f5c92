"""Scratch that is kept from search to search: one bounded pool per graph and device.

A search takes scratch of the form that it needs (the stream that orders its work, whether the graph is
prepared) and gives it back at its end, so that two searches at a time never share any. What no search has
used for the longest time is dropped first.
"""

import threading
from collections.abc import Hashable
from typing import Any
from weakref import WeakKeyDictionary

from ...graph import Graph

KEPT = 8  # idle scratches per graph and device: so many searches at a time find one


class Pool:
    """The idle scratches of one graph on one device, the last used at the end."""

    def __init__(self) -> None:
        self._idle: list[tuple[Hashable, Any]] = []
        self._lock = threading.Lock()

    def take(self, form: Hashable) -> Any:
        """Scratch of this form, from now on the caller's; None if there is none."""
        with self._lock:
            for place in reversed(range(len(self._idle))):
                if self._idle[place][0] == form:
                    return self._idle.pop(place)[1]
        return None

    def give_back(self, form: Hashable, scratch: Any) -> None:
        """Keep the scratch, which the caller uses no more, for the next search."""
        with self._lock:
            self._idle.append((form, scratch))
            del self._idle[:-KEPT]


_pools: WeakKeyDictionary[Graph, dict[Hashable, Pool]] = WeakKeyDictionary()


def pool_of(graph: Graph, device: Hashable) -> Pool:
    """The pool of this graph on this device: "cpu", or a GPU's number."""
    try:
        return _pools[graph][device]
    except KeyError:
        return _pools.setdefault(graph, {}).setdefault(device, Pool())
