"""The heuristic of a graph whose vertices lie in the plane or in space: the straight line to the target.

A straight line times the least weight per unit of length of any edge is no longer than any path along edges.
"""

from math import inf, sqrt
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, ref

import numpy as np

from ...device import Cpu, Device
from ...errors import InputError, shown
from ...graph import Graph
from ...graph.edges import as_array
from ..sssp.weights import edge_weight
from .toward_target import Guide

LARGEST = 1e150  # coordinate whose square is finite
ROUNDING = 1e-9  # part of the factor that is left out, more than sums along a path of a million edges lose
VERTICES = 1 << 12  # per part of the pass over all edges


class Places(NamedTuple):
    """Where the vertices are."""

    coordinates: Any  # V * dimensions float64, a vertex's one after the other
    dimensions: int
    factor: float  # length of an edge per unit of distance, at least


def distance(u, v, places):
    """From vertex to vertex in a straight line."""
    total = 0.0
    for axis in range(places.dimensions):
        step = places.coordinates[u * places.dimensions + axis]
        step -= places.coordinates[v * places.dimensions + axis]
        total += step * step
    return sqrt(total)


def straight_line(vertex, target, places):
    """The heuristic: as long as a path from the vertex to the target is at least."""
    return places.factor * distance(vertex, target, places)


def least_ratio(part, src_ptr, dst, weights, places, ratios):
    """Write the least weight per unit of distance of the edges from a part of all vertices."""
    least = inf
    for vertex in range(part * VERTICES, min((part + 1) * VERTICES, src_ptr.size - 1)):
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            length = distance(vertex, np.int64(dst[edge]), places)
            weight = edge_weight(edge, weights)
            if length > 0 and weight < least * length:
                least = weight / length
    ratios[part] = least


_known: WeakKeyDictionary[Graph, dict[tuple[bool, str], tuple[Any, Guide]]] = WeakKeyDictionary()


def guide_of(graph: Graph, views: Graph, coordinates: Any, weighted: bool, device: Device) -> Guide:
    """The heuristic by these coordinates; the graph keeps the last, so that it is found once per array."""
    key = weighted, repr(device)
    kept = _known.get(graph, {}).get(key)
    if kept is not None and kept[0]() is coordinates:
        return kept[1]
    guide = Guide(straight_line, _places(views, coordinates, weighted, device))
    if isinstance(coordinates, np.ndarray):
        _known.setdefault(graph, {})[key] = ref(coordinates), guide
    return guide


def _places(graph: Graph, coordinates: Any, weighted: bool, device: Device) -> Places:
    values, count = Cpu().array(as_array(coordinates, "coordinates")), graph.num_vertices
    if values.dtype.kind not in "iuf" or values.ndim != 2 or len(values) != count or not values.shape[1]:
        raise InputError(
            f"coordinates are {count} x 2 or 3 numbers, a row per vertex, not {shown(coordinates)}"
        )
    own = values.astype(np.float64)  # a copy: a later change of the caller's doesn't make the factor wrong
    if not (np.abs(own) < LARGEST).all():
        vertex = int((~(np.abs(own) < LARGEST)).any(1).argmax())
        raise InputError(f"coordinates are finite numbers below {LARGEST:g} in size; row {vertex} has others")
    xp = device.xp
    places = Places(device.array(own.ravel()), own.shape[1], 0.0)
    src_ptr, dst, weights = graph.csr
    ratios = xp.full(1 - (-count // VERTICES), inf)
    lengths = xp.empty(0) if weights is None or not weighted else weights
    device.for_each(ratios.size, least_ratio, src_ptr, dst, lengths, places, ratios, size=dst.size)
    least = ratios.min()
    return places._replace(factor=max(0.0, float(least) * (1 - ROUNDING)) if least < inf else 0.0)
