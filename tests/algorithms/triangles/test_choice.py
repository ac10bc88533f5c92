"""Whether edges are turned towards hubs: counts are the same either way, and the choice follows look-ups."""

from itertools import pairwise

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.triangles import choice
from wavefront.algorithms.triangles.choice import LONGEST, goes_by_degree, look_ups
from wavefront.device import Python


def shuffled(graph, seed=1):
    ids = np.random.default_rng(seed).permutation(graph.num_vertices)
    return wf.Graph.from_edges(*(ids[ends] for ends in graph.coo[:2]), graph.num_vertices, directed=False)


def skewed(seed):
    """Edges whose ends are mostly of small ids, some of them several times, or self-loops."""
    drawn = np.random.default_rng(seed).random((2, 9_000))
    return wf.Graph.from_edges(*(3_000 * drawn**3).astype(int), 10_000, directed=False)


def by_definition(graph):
    below = [[other for other in graph.neighbors(vertex) if other < vertex] for vertex in range(10_000)]
    return sum(len(below[b]) for some in below for a, b in pairwise(some) if a != b)


@pytest.mark.parametrize("graph", [skewed(1), shuffled(skewed(2))], ids=["hubs first", "shuffled"])
def test_look_ups_are_those_of_the_definition(graph):
    assert look_ups(graph, wf.Cpu()) == by_definition(graph)


@pytest.mark.parametrize("look_ups_per_edge", [0, 1 << 40])
def test_counts_are_the_same_either_way(look_ups_per_edge, monkeypatch):
    monkeypatch.setattr(choice, "LOOK_UPS", look_ups_per_edge)
    for seed in range(3):
        graph = shuffled(skewed(seed), seed)
        assert goes_by_degree(graph, wf.Cpu()) == (look_ups_per_edge == 0)
        wf.validate_triangles(graph, wf.triangles(graph, device="cpu").counts)


def test_trees_and_stars_are_not_turned_and_kronecker_graphs_are():
    assert not goes_by_degree(shuffled(generators.star(20_000)), wf.Cpu())
    parents = np.arange(1, 30_000) // 100
    assert not goes_by_degree(wf.Graph.from_edges(parents, np.arange(1, 30_000), directed=False), wf.Cpu())
    assert goes_by_degree(generators.kronecker(14), wf.Cpu())


def test_nothing_is_looked_up_in_graphs_without_edges():
    for count in (0, 1, 50):
        graph = wf.Graph.from_edges([], [], count, directed=False)
        assert look_ups(graph, wf.Cpu()) == 0
        assert wf.triangles(graph).total == 0


def test_a_gpu_turns_edges_where_a_list_is_long():
    for count in (LONGEST + 1, LONGEST + 2):
        graph = generators.complete(count)
        assert goes_by_degree(graph, Python()) == (count - 1 > LONGEST)
    assert not goes_by_degree(wf.Graph.from_edges([], [], 3, directed=False), Python())
