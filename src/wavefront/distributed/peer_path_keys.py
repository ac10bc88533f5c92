"""What searches over peers know of a place: a distance, or a word of distance and predecessor.

Words are those of ``wavefront.algorithms.sssp.words``, with the predecessor's id. The least word that ranks
offer has the least distance and, at that, the smallest predecessor: so a place is offered again where the
predecessor alone is smaller, but its vertex is queued only where its distance falls.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from ..algorithms.sssp.words import UNREACHED, added, added_single, distance_alone, distance_of, word_of
from ..atomics import atomic_lower, atomic_min
from ..intrinsics.access import at, real_at
from ..intrinsics.number_bits import bits_of, number_of


class PeerKeys(NamedTuple):
    """How the steps of a search handle keys of a kind."""

    at: Callable[..., Any]  # the key of a place
    of: Callable[..., Any]  # that of a distance, by an edge from a vertex of this id at the distance before
    add: Callable[..., Any]  # a weight to a distance
    lower: Callable[..., Any]  # a place's key; returns the one before
    distance: Callable[..., Any]  # in a key
    told: Callable[..., Any]  # the int64 that tells another rank of a key
    heard: Callable[..., Any]  # the key that was told by an int64, of the type of these
    unreached: int  # what tells of a place that isn't reached


def same(number):
    """A distance is its own key; a word tells of itself."""
    return number


def same_word(keys, word):
    """A word that was told."""
    return word


def told_distance(distance):
    """The bits of a distance as a float64."""
    return bits_of(float(distance))


def heard_distance(keys, bits):
    """The distance with these bits."""
    return keys.dtype.type(number_of(bits))


WORDS = PeerKeys(at, word_of, added_single, atomic_min, distance_of, same, same_word, UNREACHED)
DISTANCES = PeerKeys(
    real_at, distance_alone, added, atomic_lower, same, told_distance, heard_distance, bits_of(inf)
)
