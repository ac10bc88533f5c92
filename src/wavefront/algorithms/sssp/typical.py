"""The weight and the degree that stand for those of short paths, from samples of the edges.

A bucket that is too wide relaxes edges in vain: those lighter than the bucket is wide, of which a vertex
should have few. So what counts is how heavy the lightest edges of a vertex are, not the mean of all. Where a
few weights are very large, the mean is as large, and a bucket as wide as that holds the whole graph.
"""

from math import exp, inf, sqrt
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ...graph import Graph
from .weights import SAMPLED_WEIGHTS, means_of

SAMPLED_EDGES = 1 << 12
# Of a vertex's edges so many, over the square root of its degree, are light; at most half of them.
LIGHT_EDGES = 4.0

_known: WeakKeyDictionary[Graph, tuple[float, float]] = WeakKeyDictionary()
_at_mean: WeakKeyDictionary[Graph, tuple[float, float]] = WeakKeyDictionary()


def typical_of(graph: Graph) -> tuple[float, float]:
    """The weight of short paths' edges, and the degree of their vertices; found once per graph."""
    if graph not in _known:
        degree = typical_degree(graph)
        _known[graph] = typical_weight(graph.csr.weights, degree), degree
    return _known[graph]


def typical_at_mean(graph: Graph) -> tuple[float, float]:
    """As `typical_of`, of vertices of the mean degree, which is returned, too."""
    if graph not in _at_mean:
        degree = means_of(graph)[1]
        _at_mean[graph] = typical_weight(graph.csr.weights, degree), degree
    return _at_mean[graph]


def typical_degree(graph: Graph) -> float:
    """The degree of vertices on short paths."""
    ends = graph.csr.dst[:: 1 + graph.num_edges // SAMPLED_EDGES]
    return degree_between(means_of(graph)[1], graph.out_degrees[ends])


def degree_between(mean: float, degrees: Any) -> float:
    """Between the mean degree of vertices with edges and those of vertices which edges lead to, 1 or more.

    Most edges lead to hubs, if there are any, and paths with them. Both are equal where all degrees are.
    """
    # Of the ends the geometric mean: the largest hubs alone would make the arithmetic one.
    at_ends = exp(np.log(np.maximum(degrees, 1)).mean()) if degrees.size else 1.0
    degree: float = sqrt(max(1.0, mean) * max(1.0, mean, at_ends))
    return degree


def typical_weight(weights: Any, degree: float) -> float:
    """How heavy the light edges of a vertex of this degree are, scaled to the mean of weights spread evenly.

    So it is the mean of weights spread evenly from 0, less where a few are large, and more where none is
    light. 1 without weights, 0 if none is positive and finite.
    """
    if weights is None:
        return 1.0
    share: float = min(0.5, LIGHT_EDGES / degree**1.5)
    return share_of(weights, share) / (2 * share)


def share_of(weights: Any, share: float) -> float:
    """The weight that this share of the positive, finite ones don't exceed; 0 if there is none."""
    sample = weights[:: 1 + weights.size // SAMPLED_WEIGHTS]
    sample = sample[(sample > 0) & (sample < inf)]
    place = int(share * (sample.size - 1))
    return float(np.partition(sample, place)[place]) if sample.size else 0.0
