"""Where the CPU keeps the vertices' shares: those of hubs side by side.

Most neighbors in the lists of a graph with hubs are hubs. In order of ids each hub's share lies on a cache
line of its own, among shares that are seldom read, so that the core's first cache holds few of them. Here the
shares of the largest out-degrees come first, in two steps that fill about the first and the second cache. The
others follow, those that nobody reads last, all by id within a step. The lists are copied with places for
ids. That takes as long as one to three iterations, so the copy stays with the graph for later calls. How many
iterations a call will do isn't known before: only one that may do few at most makes no copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...graph import Graph

if TYPE_CHECKING:
    from ...device import Cpu

STEPS = 1 << 13, 1 << 17  # vertices up to which a step goes, about
HELD = 0.2  # of all neighbors, at least, are in the first step; Kronecker 20: 0.45, uniform 20: 0.01
LEAST_VERTICES = 4 * STEPS[0]  # with fewer, most shares are in the caches wherever they lie
LEAST_EDGES = 1 << 22  # with fewer the copy takes as long as it saves
LEAST_ITERATIONS = 10  # a call that may do fewer makes no copy
CHUNK = 1 << 14  # list entries that a thread copies at once


class Placed(NamedTuple):
    """The places, and the lists of in-neighbors with places for ids."""

    places: np.ndarray  # V
    src: np.ndarray  # E


_placed: WeakKeyDictionary[Graph, Placed] = WeakKeyDictionary()
_has_places: WeakKeyDictionary[Graph, bool] = WeakKeyDictionary()


def has_places(graph: Graph) -> bool:
    """Whether the neighbors in the lists are to a good part a few hubs, of far more vertices."""
    if graph.num_edges < LEAST_EDGES or graph.num_vertices < LEAST_VERTICES:
        return False
    found = _has_places.get(graph)
    if found is None:
        found = _has_places[graph] = _held(graph.out_degrees) >= HELD * graph.num_edges
    return found


def placed(graph: Graph, device: Cpu, max_iterations: int) -> Placed | None:
    """The graph's places and lists by them, made once for each graph; None where they gain nothing."""
    if graph.num_edges < LEAST_EDGES:
        return None
    found = _placed.get(graph)
    if found is not None or max_iterations < LEAST_ITERATIONS or not has_places(graph):
        return found
    src = graph.csc.src
    places, named = _places(graph.out_degrees, src.dtype), np.empty_like(src)
    device.for_each(-(-src.size // CHUNK), rename_chunk, src, places, named, size=src.size)
    return _placed.setdefault(graph, Placed(places, named))  # of two calls at once, the first one's


def rename_chunk(chunk, src, places, named):
    """Copy a chunk of the lists, with places for ids."""
    for edge in range(np.uint64(chunk * CHUNK), np.uint64(min((chunk + 1) * CHUNK, src.size))):
        named[edge] = places[np.uint64(src[edge])]


def _least(degrees: np.ndarray) -> list[int]:
    """The least degree of each of `STEPS`."""
    most = np.iinfo(np.uint16).max
    counts = np.bincount(np.minimum(degrees, most))
    above = np.cumsum(counts[::-1])[::-1]  # vertices of at least this degree
    return [int(np.searchsorted(-above, -step)) for step in STEPS]


def _held(degrees: np.ndarray) -> int:
    """How many neighbors in the lists are vertices of the first step."""
    return int(degrees[degrees >= _least(degrees)[0]].sum(dtype=np.int64))


def _places(degrees: np.ndarray, dtype: np.dtype) -> np.ndarray:
    steps = np.full(degrees.size, len(STEPS), np.uint8)
    steps[degrees == 0] += 1
    for number, least in reversed(list(enumerate(_least(degrees)))):
        steps[degrees >= least] = number
    places = np.empty(degrees.size, dtype)
    places[np.argsort(steps, kind="stable")] = np.arange(degrees.size, dtype=dtype)
    return places
