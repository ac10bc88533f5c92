"""The vertices of the nodes in a NetworkX graph's adjacency dictionaries, of any hashable kind.

A lookup per entry fetches the entry's node, a slot of the dictionary and the node there, and compares both.
A hash takes the entry's node alone. Every neighbor in a NetworkX graph is a node of the graph; so where no
two nodes have one hash, equal hashes mean equal nodes, and hashes are matched by sorting them.
"""

from collections.abc import Collection, Mapping
from itertools import chain
from typing import Any

import numpy as np

FEWEST_HASHED = 4096  # entries from which their hashes are sorted; benchmarks/networkx_conversion.py


def vertices_of(rows: Collection[Collection[Any]], count: int, index: Mapping[Any, int]) -> np.ndarray:
    """The vertex of each of the rows' `count` nodes, as `index` has it: int32.

    All of them must be in `index`: another one is taken for the node there with its hash. Raises KeyError if
    there is none.
    """
    found = by_hash(rows, count, index) if count >= FEWEST_HASHED else None
    if found is None:
        found = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int32, count)
    return found


def by_hash(rows: Collection[Collection[Any]], count: int, index: Mapping[Any, int]) -> np.ndarray | None:
    """As `vertices_of`; None where hashes don't tell the nodes apart."""
    known = np.fromiter(map(hash, index), np.int64, len(index))
    order = np.argsort(known)
    known = known[order]
    if np.any(known[1:] == known[:-1]):
        return None
    hashes = np.fromiter(map(hash, chain.from_iterable(rows)), np.int64, count)
    turns = np.argsort(hashes)
    hashes = hashes[turns]
    starts = np.flatnonzero(np.diff(hashes, prepend=hashes[:1] - 1))
    hashes = hashes[starts]
    places = np.searchsorted(known, hashes)
    if np.any(known.take(places, mode="clip") != hashes):
        return None
    found = np.empty(count, np.int32)
    vertices = np.fromiter(index.values(), np.int32, len(index))[order[places]]
    found[turns] = np.repeat(vertices, np.diff(starts, append=count))
    return found
