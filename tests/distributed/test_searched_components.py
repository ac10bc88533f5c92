"""Components where one search reaches nearly all; but for one test, the search is that of one process."""

from unittest.mock import patch

import numpy as np
import pytest
from graphs import SIMULATED
from meeting_ranks import on_gpu

import wavefront as wf
from wavefront import distributed, generators
from wavefront.distributed import components as by_trees
from wavefront.distributed import fused_peers, searched_components
from wavefront.distributed.searched_components import DEPTH, REST_SHARE

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs on CPUs, and in plain Python")


def searched(monkeypatch, graph, size):
    """What `components` gives on each rank: gathered, and how many; or None."""

    def search(dealt, peers, source, target, predecessors, alpha, beta, last_level):
        levels = wf.bfs(graph, source, device="cpu").levels
        return np.where(levels <= last_level, levels, -1)[dealt.ids], None

    monkeypatch.setattr(fused_peers, "any_peers_of", lambda dealt: "there are some")
    monkeypatch.setattr(fused_peers, "bfs", search)

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        linked, trees = by_trees._linked(dealt)[0], by_trees._kept(dealt)
        for array in trees:
            array[:] = -7  # garbage, as of a new array
        found = searched_components.components(dealt, linked, trees)
        return found and (by_trees.ComponentSegment(dealt, *found).gather(), found[1])

    return distributed.together(size, program)


def check(monkeypatch, graph, size):
    expected = wf.connected_components(graph, device="cpu")
    for numbers, count in searched(monkeypatch, graph, size):
        np.testing.assert_array_equal(numbers, expected.components)
        assert count == expected.num_components


def with_rest(num_pairs, length=200):
    """A star, of which a search reaches all; so many pairs beside it, a triangle, a loop, vertices alone."""
    pairs = length + 10 + np.arange(2 * num_pairs).reshape(-1, 2)
    src = np.concatenate([np.full(length - 1, 5), pairs[:, 0], [0, 1, 2, 3]])
    dst = np.concatenate([np.delete(np.arange(4, length + 4), 1), pairs[:, 1], [1, 2, 0, 3]])
    return wf.Graph.from_edges(src, dst, length + 2 * num_pairs + 20, directed=False)


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("num_pairs", [0, 3])
def test_what_the_search_leaves(monkeypatch, num_pairs, size):
    check(monkeypatch, with_rest(num_pairs), size)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("scale", [6, 10])
def test_kronecker_graphs(monkeypatch, scale, size):
    check(monkeypatch, generators.kronecker(scale, seed=1), size)


def test_a_path_beside_the_giant_component(monkeypatch):
    """What is left is joined from many ends, in any order of ids."""
    star = with_rest(0, length=2000)
    path = 2015 + np.random.default_rng(1).permutation(40)
    src, dst = star.coo[:2]
    src, dst = np.concatenate([src, path[:-1]]), np.concatenate([dst, path[1:]])
    check(monkeypatch, wf.Graph.from_edges(src, dst, 2060, directed=False), 3)


def test_graphs_that_are_left_to_trees(monkeypatch):
    star = with_rest(0)
    many = with_rest(star.num_vertices // REST_SHARE)  # two edges for each pair
    directed = wf.Graph.from_edges(*star.coo[:2], star.num_vertices)
    for graph in (generators.path(2 * DEPTH + 2), many, directed, wf.Graph.from_edges([], [], 3)):
        assert searched(monkeypatch, graph, 2) == [None] * 2


@pytest.mark.parametrize("depth", [DEPTH - 1, DEPTH])
def test_the_last_level_may_have_more_behind_it(monkeypatch, depth):
    """A star with a path, from whose hub the search takes so many levels."""
    path = np.concatenate([[0], 100 + np.arange(depth)])
    src = np.concatenate([np.zeros(99, np.int64), path[:-1]])
    dst = np.concatenate([np.arange(1, 100), path[1:]])
    found = searched(monkeypatch, wf.Graph.from_edges(src, dst, directed=False), 2)
    assert [one is None for one in found] == [depth == DEPTH] * 2


@pytest.mark.parametrize("make", [lambda: with_rest(2), lambda: generators.path(40)])
def test_components_over_gpus_are_these(monkeypatch, make):
    graph = make()
    expected = wf.connected_components(graph, device="cpu").components
    dealt = on_gpu(monkeypatch, graph)
    with patch.object(
        searched_components, "number_own", side_effect=searched_components.number_own
    ) as numbered:
        numbers = distributed.connected_components(dealt).gather()
    monkeypatch.undo()
    np.testing.assert_array_equal(numbers, expected)
    assert bool(numbered.called) == (graph.num_vertices > 40)
