"""The keys of signatures.py: how ids become keys, and how keys are raised."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...atomics import atomic_max
from ...compiler import int64
from ...intrinsics.access import at
from .afforest import SPREAD
from .edges_left import HALF, LOW


class Keys(NamedTuple):
    """How the vertices' ids become keys: times `factor`, modulo `mask` + 1."""

    factor: Any
    inverse: Any
    mask: Any
    hub: Any  # the vertex whose key is the largest, `mask` + 1; NONE if there is none


def keys_of(rounds, hashed, mask, hub):
    """The keys of a round."""
    factor = int64(1)
    if hashed:
        factor = ((2 * rounds + 1) * SPREAD & mask) | 1
    inverse = factor
    for _ in range(5):  # Newton's iteration: three bits are right at first, and twice as many each time
        inverse = inverse * ((2 - factor * inverse) & mask) & mask
    return Keys(factor, inverse, int64(mask), hub)


def key_of(vertex, keys):
    """The vertex's key."""
    return keys.mask + 1 if vertex == keys.hub else vertex * keys.factor & keys.mask


def vertex_of(key, keys):
    """The vertex with this key."""
    return keys.hub if key > keys.mask else key * keys.inverse & keys.mask


def raise_both(signs, vertex, pair, above, below):
    """Raise a vertex's keys, which were this pair; returns whether one had to be."""
    if pair & LOW < above:
        atomic_max(signs.keys, 2 * vertex, above)
    if pair >> HALF < below:
        atomic_max(signs.keys, 2 * vertex + 1, below)
    return pair & LOW < above or pair >> HALF < below


def raise_other(signs, vertex, which, key):
    """Raise one of a vertex's keys; returns whether it had to be."""
    if at(signs.keys, 2 * vertex + which) < key:
        atomic_max(signs.keys, 2 * vertex + which, key)
        return True
    return False
