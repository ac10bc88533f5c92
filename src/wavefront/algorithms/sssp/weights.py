"""The weights of a search for shortest paths: checked, and as kernels take them."""

from math import inf
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np

from ...device import Cpu
from ...errors import InputError
from ...graph import Graph
from ...graph.vertices import named
from ...intrinsics.access import real_at

SAMPLED_WEIGHTS = 1 << 16  # weights that stand for all

# Of graphs: looking at all weights takes as long as much of a search.
_checked: WeakSet[Graph] = WeakSet()
_means: WeakKeyDictionary[Graph, tuple[float, float]] = WeakKeyDictionary()


def require_no_negative(graph: Graph, remembered: bool = False) -> None:
    """Raise InputError, naming the edge, for a weight that is negative or no number.

    On the CPU the weights may be the caller's own array, so that a check of before stands for this one only
    where the search itself sees such weights, if a distance would change by them: `remembered`. On a GPU it
    always does.
    """
    if graph in _checked and (remembered or not isinstance(graph.device, Cpu)):
        return
    weights = graph.csr.weights
    # The least is NaN if any is.
    if weights is None or not weights.size or weights.min() >= 0:
        _checked.add(graph)
        return
    edge = int((~(weights >= 0)).argmax())
    raise negative_weight(graph, graph.coo.src[edge], graph.coo.dst[edge], weights[edge])


def negative_weight(graph: Graph, src: Any, dst: Any, weight: Any) -> InputError:
    """The error for an edge whose weight is negative or no number."""
    edge = f"edge {named(graph, src)} -> {named(graph, dst)}"
    return InputError(f"shortest paths need weights of 0 or more; {edge} has {weight}")


def means_of(graph: Graph) -> tuple[float, float]:
    """The mean of a sample of the finite weights, and the mean degree of vertices with out-edges."""
    if graph in _means:
        return _means[graph]
    degree = max(1.0, graph.num_edges / max(1, int((graph.out_degrees > 0).sum())))
    _means[graph] = _mean(graph.csr.weights), degree
    return _means[graph]


def _mean(weights: Any) -> float:
    if weights is None:
        return 1.0
    weights = weights[:: 1 + weights.size // SAMPLED_WEIGHTS]
    with np.errstate(over="ignore"):  # of enormous weights
        total = float(weights.sum(dtype=np.float64))
        if total == inf:
            weights = weights[weights < inf]
            total = float(weights.sum(dtype=np.float64))
    mean: float = total / max(1, weights.size)
    return mean


def weights_of(graph: Graph) -> Any:
    """The weights as kernels take them: an empty array if the graph has none."""
    weights = graph.csr.weights
    return graph.device.xp.empty(0) if weights is None else weights


def weight_at(weights, edge):
    """As `edge_weight`, by a read of a GPU that takes no negative indices."""
    return real_at(weights, edge) if weights.size else weights.dtype.type(1)


def edge_weight(edge, weights):
    """The edge's weight; 1, of the same type, in a graph without any."""
    return weights[edge] if weights.size else weights.dtype.type(1)
