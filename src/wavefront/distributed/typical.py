"""The weight and the degree that stand for those of short paths, from samples of the edges of all ranks."""

from typing import Any

import numpy as np

from ..algorithms.sssp.typical import SAMPLED_EDGES, degree_between, typical_weight
from ..device import Cpu
from .graph import DistributedGraph


def typical_of(graph: DistributedGraph) -> tuple[float, float]:
    """As ``algorithms/sssp/typical.py`` has them, on ranks of the CPU: a collective."""
    degrees = np.diff(graph.out.ptr)
    sources = int(graph.communicator.sum(np.array([np.count_nonzero(degrees)], np.int64))[0])
    ends = _sampled(graph, graph.out.places, np.int64(-1))
    degree = degree_between(graph.num_edges / max(1, sources), _degrees_at(graph, ends, degrees))
    return typical_weight_at(graph, degree), degree


def typical_weight_at(graph: DistributedGraph, degree: float) -> float:
    """As ``typical_weight`` there, on any ranks: a collective. The same on all."""
    weights = _sampled(graph, graph.out.weights, np.float64(0)) if graph.weighted else None
    return typical_weight(weights, degree)


def _sampled(graph: DistributedGraph, values: Any, filler: Any) -> np.ndarray:
    """A sample of all ranks' values of edges, which have this type; short ones are filled up."""
    ranks, own = graph.communicator, Cpu().array(values[:: 1 + graph.num_edges // SAMPLED_EDGES])
    sizes = np.empty(ranks.size, np.int64)
    ranks.gather(sizes, np.array([own.size], np.int64))
    row = np.full(int(sizes.max()), filler)
    row[: own.size] = own
    everyone = np.empty(ranks.size * row.size, row.dtype)
    ranks.gather(everyone, row)
    return everyone


def _degrees_at(graph: DistributedGraph, places: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """How many edges leave the vertices at these places, whichever rank owns them; no place is -1."""
    part = graph.partition
    is_own = (part.first <= places) & (places < part.first + part.owned)
    found = np.zeros(places.size, np.int64)
    found[is_own] = degrees[places[is_own] - part.first]
    everywhere: np.ndarray = graph.communicator.sum(found)
    return everywhere[places >= 0]
