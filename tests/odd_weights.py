"""Graphs whose weights are far apart, and their distances by SciPy."""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

import wavefront as wf
from wavefront import generators

SIDE = 120  # of a grid


def expected(graph, sources):
    """The distances that SciPy finds."""
    size = graph.num_vertices, graph.num_vertices
    return dijkstra(csr_array((graph.csr.weights, graph.csr.dst, graph.csr.src_ptr), size), indices=sources)


def with_weights(graph, weights_of):
    """The graph with weights of its edges' ends and of numbers at random from 0 to 1, both ways the same."""
    src, dst = (np.asarray(ends, np.int64) for ends in graph.coo[:2])
    low, high = np.minimum(src, dst), np.maximum(src, dst)
    at_random = np.random.default_rng(1).random(1 << 16)[(low * 7919 + high * 104729) % (1 << 16)]
    weights = weights_of(at_random, low, high)
    return wf.Graph.from_edges(src, dst, graph.num_vertices, weights=weights, directed=True)


def powers_of_two(at_random, low, high):
    return 2.0 ** np.floor(20 * at_random)


def heavy_tail(at_random, low, high):
    return np.minimum((1 - at_random) ** -1.5, 1e6)


def by_region(at_random, low, high):
    """Light in some stripes of a grid, a hundred thousand times as heavy in the others."""
    is_light, same = low // (20 * SIDE) % 2 == 0, low // (20 * SIDE) == high // (20 * SIDE)
    inside = np.where(is_light, 1 + np.floor(9 * at_random), 1e5 + np.floor(9e5 * at_random))
    return np.where(same, inside, 5000)


def light_then_heavy():
    """Most edges are heavy, and so typical, but a search from vertex 0 begins where they are light."""
    light = with_weights(generators.grid(SIDE, SIDE), powers_of_two)
    heavy = with_weights(generators.grid(2 * SIDE, 2 * SIDE), lambda at_random, *ends: 1e8 * (1 + at_random))
    first = light.num_vertices
    return wf.Graph.from_edges(
        np.concatenate([light.coo.src, first + heavy.coo.src, [first - 1]]),
        np.concatenate([light.coo.dst, first + heavy.coo.dst, [first]]),
        weights=np.concatenate([light.csr.weights, heavy.csr.weights, [1.0]]),
    )
