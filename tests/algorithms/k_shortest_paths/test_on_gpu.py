"""The k shortest paths where the graph is: as long as those on the CPU, which NetworkX checks."""

from itertools import pairwise

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.block_search.tables import Shape
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.on_devices


def lengths(graph, paths, by_weight):
    """How long the paths are, each along the lightest of parallel edges; none may come twice."""
    assert len(set(map(tuple, paths))) == len(paths)
    weights = graph.csr.weights.astype(float) if by_weight else np.ones(graph.num_edges)
    least = {}
    for u, v, weight in zip(*(array.tolist() for array in (*graph.coo[:2], weights)), strict=True):
        least[u, v] = min(weight, least.get((u, v), np.inf))
    return [sum(least[step] for step in pairwise(path)) for path in paths]


def check(graph, ends, k, device, by_weight=True, **filters):
    options = {"weighted": by_weight} | filters
    paths = list(wf.k_shortest_paths(graph, *ends, k, device=device, **options))
    wf.validate_k_shortest_paths(graph, *ends, paths, **options)
    expected = list(wf.k_shortest_paths(graph, *ends, k, device="cpu", **options))
    assert lengths(graph, paths, by_weight) == pytest.approx(lengths(graph, expected, by_weight), rel=1e-12)
    return paths


def directed(seed):
    """Edges both ways, some of them parallel, some without weight, and one that is none."""
    rng = np.random.default_rng(seed)
    weights = rng.choice([0.0, 0.0, 0.5, 1.0, 3.0], 40)
    weights[7] = np.inf
    return wf.Graph.from_edges(*rng.integers(0, 10, (2, 40)), 10, weights)


def is_upward(source, neighbor, edge):
    return source < neighbor + 4


def test_directed_graphs_with_edges_without_weight(device):
    for seed in range(3):
        check(directed(seed), (0, 9), 9, device)
    check(directed(1), (0, 9), 4, device, by_weight=False)


def test_float32_weights(device):
    grid = generators.grid(4, 4)
    weights = np.random.default_rng(4).random(grid.num_edges, np.float32)
    check(wf.Graph.from_csr(*grid.csr[:2], weights), (0, 15), 6, device)


def test_filters(device):
    graph = with_random_weights(generators.grid(4, 4), seed=2)
    inside, kept = np.arange(16) != 6, np.arange(graph.num_edges) % 5 > 0
    check(graph, (0, 15), 4, device, vertex_filter=inside, edge_filter=kept)
    check(directed(5), (0, 9), 6, device, edge_filter=is_upward)
    assert list(wf.k_shortest_paths(graph, 0, 6, 4, device=device, vertex_filter=inside)) == []


def test_a_part_that_no_block_has_room_for(device, monkeypatch):
    """From 3 the way leads back to 0, but for one of a hundred leaves, from which a long edge leads on."""
    home = "wavefront.algorithms.k_shortest_paths.on_gpu"
    monkeypatch.setattr(f"{home}.SHAPES", (Shape(7, 64, 1),))
    monkeypatch.setattr(f"{home}.MOST_IDS", 1)
    leaves = np.arange(4, 104)
    tail, head = np.append([0, 1, 0, 70], np.full(100, 3)), np.append([1, 2, 3, 2], leaves)
    weights = np.append([1, 1, 1, 50], np.ones(100)).astype(np.uint8)
    graph = wf.Graph.from_edges(tail, head, 104, weights, directed=False)
    for by_weight in (True, False):
        assert list(wf.k_shortest_paths(graph, 0, 2, 3, weighted=by_weight, device=device)) == [
            [0, 1, 2],
            [0, 3, 70, 2],
        ]


def test_ends_without_a_path(device):
    graph = wf.Graph.from_edges([0, 2], [1, 1], weights=[1.0, 1.0])
    assert list(wf.k_shortest_paths(graph, 0, 2, 3, weighted=True, device=device)) == []
    assert list(wf.k_shortest_paths(graph, 2, 2, 3, weighted=True, device=device)) == [[2]]
