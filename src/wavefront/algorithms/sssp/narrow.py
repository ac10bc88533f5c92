"""Distances by integer weights on the CPU: in float32 first, which holds all integers up to 2^24.

A search waits for distances, which it reads at random: of four bytes, twice as many are in the caches. Sums
beyond the largest exact integer are cut off, and noted. A search that met one is done anew in float64, and so
are all later ones of its graph. What was not cut off is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

import numpy as np

from ...graph import Graph
from ...graph.weight_types import has_integers, search_type
from ..result import result_array
from . import buckets
from .stop import Stop

if TYPE_CHECKING:
    from ...device import Cpu

LARGEST_NARROW = 2.0**24 - 1  # the next sum may be a rounded one
LEAST_VERTICES = 1 << 17  # with fewer, a core's cache holds distances of eight bytes

_far: WeakSet[Graph] = WeakSet()  # graphs with larger distances


def may_be_narrow(graph: Graph) -> bool:
    """Whether float32 is tried first."""
    return graph.num_vertices >= LEAST_VERTICES and has_integers(graph.csr.weights) and graph not in _far


def distances_of(
    graph: Graph, sources: np.ndarray, delta: float, adapts: bool, stop: Stop, device: Cpu
) -> np.ndarray:
    """V distances from the nearest source as floats, none beyond the cutoff; infinity elsewhere.

    Delta and `adapts` are as for `buckets.lower_distances`.
    """
    if may_be_narrow(graph):
        distances = result_array(graph, np.float32)
        within = stop._replace(cutoff=min(stop.cutoff, LARGEST_NARROW))
        is_cut = buckets.lower_distances(graph, sources, delta, adapts, within, device, distances)
        if not is_cut or stop.cutoff <= LARGEST_NARROW:
            return distances
        _far.add(graph)
        del distances  # before the wider ones are made
    distances = result_array(graph, search_type(graph.csr.weights))
    buckets.lower_distances(graph, sources, delta, adapts, stop, device, distances)
    return distances
