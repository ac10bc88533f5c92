"""What the options of `read` make of a graph: both directions of every edge, random weights."""

import numpy as np

from ..csr_build import sort_edges
from ..errors import InputError
from ..graph import Graph

LARGEST_WEIGHT = 255


def as_undirected(graph: Graph) -> Graph:
    """The undirected graph of a directed one's edges.

    Edges u -> v and v -> u of one weight are the two directions of one edge; of k such parallel pairs,
    of k edges. An edge that finds no partner gets one.
    """
    if not graph.directed:
        return graph
    src, dst, weights = graph.coo
    low, high = np.minimum(src, dst), np.maximum(src, dst)
    _, _, order = sort_edges(low, high, np.arange(src.size), graph.num_vertices)
    assert order is not None  # "weights" went in, the edges' numbers
    new = np.ones(src.size, bool)  # unlike the edge before
    new[1:] = (low[order[1:]] != low[order[:-1]]) | (high[order[1:]] != high[order[:-1]])
    if weights is not None:
        order = _sorted_by_weight(order, new, weights)
        new[1:] |= weights[order[1:]] != weights[order[:-1]]
    group = np.cumsum(new) - 1
    upward = src[order] <= dst[order]
    copies = [np.bincount(group[way], minlength=np.count_nonzero(new)) for way in (upward, ~upward)]
    chosen = np.repeat(order[new], np.maximum(*copies))
    return Graph.from_edges(
        low[chosen],
        high[chosen],
        graph.num_vertices,
        None if weights is None else weights[chosen],
        directed=False,
        labels=graph.labels,
    )


def _sorted_by_weight(order: np.ndarray, new: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """`order` with the edges of each pair of vertices by weight; `new` says where a pair begins."""
    pair = np.cumsum(new) - 1
    mixed = np.zeros(np.count_nonzero(new), bool)
    mixed[pair[weights[order] != weights[order[new]][pair]]] = True
    places = np.flatnonzero(mixed[pair])
    order[places] = order[places][np.lexsort((weights[order[places]], pair[places]))]
    return order


def with_random_weights(graph: Graph, seed: int) -> Graph:
    """The graph with weights from 1 to 255: a hash of the seed, the smaller and the larger vertex id."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise InputError(f"random_weights is a seed, an integer, not {seed!r}")
    src, dst, _ = graph.coo
    state = _mixed(np.array([int(seed) % 2**64], np.uint64))
    state = _mixed(state + np.minimum(src, dst).astype(np.uint64))
    state = _mixed(state + np.maximum(src, dst).astype(np.uint64))
    weights = (state % np.uint64(LARGEST_WEIGHT) + np.uint64(1)).astype(np.float64)
    csr = graph.csr
    return Graph.from_csr(csr.src_ptr, csr.dst, weights, directed=graph.directed, labels=graph.labels)


def _mixed(state: np.ndarray) -> np.ndarray:
    """One step of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)."""
    state = state + np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))
