"""A vertex's distance and predecessor in one word, for GPUs: one atomic minimum lowers both.

The upper half has the bits of the distance, a float32, which are in the order of the distances; the lower
half the predecessor. So the least word has the least distance and, of the predecessors at that distance, the
smallest. Every edge that ends a shortest path is relaxed from its vertex's last distance, whatever the
timing: in the end each vertex has the smallest predecessor that is nearer than itself. An edge that leads no
further (of weight 0, or too small to count) lowers the distance alone. A vertex that only such edges lead to
has no predecessor yet; tree.py finds it.

float32 holds all integers up to 2^24. By integer weights, or without weights, a search ends there. One that
met a distance beyond is done anew in float64, and so are all later ones of its graph.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

import numpy as np

from ...atomics import atomic_lower, atomic_min
from ...compiler import float32, int32, int64
from ...graph.weight_types import has_integers, search_type
from ...intrinsics.access import at, real_at
from ...intrinsics.number_bits import bits_of_single, single_of
from .narrow import LARGEST_NARROW

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph
    from .stop import Stop

HALF = 32  # bits
NOBODY = (1 << HALF) - 1  # in place of a predecessor
UNREACHED = 0x7F800000 << HALF  # the bits of infinity; no predecessor is less
SOURCE = 0  # a source's word, which no edge makes: another vertex at distance 0 has NOBODY
# Whether a vertex that was reached has no predecessor; whether a distance may be rounded.
MISSING, ROUNDED, TOLD_SIZE = range(3)

_beyond: WeakSet[Graph] = WeakSet()  # graphs with distances that don't fit


def fits(graph: Graph) -> bool:
    """Whether a word holds this graph's distances, as far as is known."""
    weights = graph.csr.weights
    return graph not in _beyond and (weights is None or weights.dtype != np.float64)


def last_exact(weights: Any) -> float:
    """The last distance by these weights that isn't rounded otherwise than by their type."""
    return inf if search_type(weights) == np.float32 else LARGEST_NARROW


def within(graph: Graph, stop: Stop) -> Stop:
    """The stop of a search by words."""
    return stop._replace(cutoff=min(stop.cutoff, last_exact(graph.csr.weights)))


def unpacked(
    graph: Graph, words: Any, stop: Stop, whole: bool, device: Cuda | Python
) -> tuple[Any, Any, bool] | None:
    """V distances and V predecessors, and whether every vertex has one that should; None if any is rounded.

    By integer weights distances are int64 if they are to be `whole`, else floats as the search adds them up;
    -1 or infinity where there is none. A predecessor is -1 where there is none, V where it isn't known.
    """
    xp, weights, last = device.xp, graph.csr.weights, stop.cutoff
    if stop.targets.size:
        farthest = int(words[device.array(stop.targets)].max())
        last = min(last, float(np.int32(farthest >> HALF).view(np.float32)))
    is_whole = whole and has_integers(weights)
    distances = xp.empty(words.size, np.int64 if is_whole else search_type(weights))
    parents, told = xp.empty(words.size, graph.csr.dst.dtype), xp.zeros(TOLD_SIZE, np.int32)
    ends = Ends(float(last), last_exact(weights), -1.0 if is_whole else inf, parents.size)
    device.for_each(words.size, unpack, words, ends, distances, parents, told)
    missing, rounded = told.tolist()
    if rounded:
        _beyond.add(graph)
        return None
    return distances, parents, not missing


class Ends(NamedTuple):
    """Of distances that are unpacked."""

    last: float  # beyond it vertices count as unreached
    exact: float  # beyond it distances may be rounded
    unreached: float  # in place of a distance
    unknown: int  # in place of a predecessor that is still to be found


def unpack(vertex, words, ends, distances, parents, told):
    """Store a vertex's distance and predecessor."""
    word = words[vertex]
    distance, parent = distance_of(word), word & NOBODY
    if word == SOURCE:
        parent = -1
    elif distance == inf or distance > ends.last:
        distance, parent = ends.unreached, -1
    elif parent == NOBODY:
        told[MISSING], parent = 1, ends.unknown
    if ends.exact < distance < inf:
        told[ROUNDED] = 1
    distances[vertex] = distances.dtype.type(distance)
    parents[vertex] = parent


def distance_of(word):
    """The distance in a word."""
    return single_of(int32(word >> HALF))


def word_of(distance, before, vertex):
    """The word of a distance with this predecessor, if that is nearer: its distance is the one `before`."""
    parent = int64(vertex) if before < distance else int64(NOBODY)
    return int64(bits_of_single(distance)) << HALF | parent


def lower_word(words, vertex, word):
    """Lower the vertex's word to this one. Returns its distance before."""
    return distance_of(atomic_min(words, vertex, word))


def added_single(distance, weight):
    """The distance at an edge's end, where distances are float32 whatever the weights."""
    return float32(distance) + float32(weight)


def distance_alone(distance, before, vertex):
    """As `word_of`, where the distance is all that is kept."""
    return distance


def added(distance, weight):
    """The distance at an edge's end."""
    return distance + weight


class Keys(NamedTuple):
    """How relax.py handles a vertex's key: its word, or its distance."""

    at: Callable[..., Any]  # the key of a vertex
    of: Callable[..., Any]  # that of a distance, by an edge from a vertex at the distance before
    lower: Callable[..., Any]  # a vertex's key; returns its distance before
    add: Callable[..., Any]  # a weight to a distance


WORDS = Keys(at, word_of, lower_word, added_single)
DISTANCES = Keys(real_at, distance_alone, atomic_lower, added)
