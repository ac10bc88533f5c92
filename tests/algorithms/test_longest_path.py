"""Longest paths of graphs without cycles, against NetworkX."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront.algorithms import by_level

weights = st.sampled_from([-1.0, 0.0, 0.5, 2.0])
edge_lists = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), weights), max_size=30)


def length_of(path, longest):
    return sum(longest[edge] for edge in pairwise(path))


@given(edge_lists, st.booleans(), st.sampled_from([1, 10**9]))
def test_no_path_is_longer(edges, weighted, large):
    edges = [(min(u, v), max(u, v), weight) for u, v, weight in edges if u != v]
    src, dst, values = np.array(edges, float).reshape(-1, 3).T
    order = np.random.default_rng(0).permutation(9)  # so that ids say nothing of levels
    ids = order[src.astype(int)], order[dst.astype(int)]
    graph = wf.Graph.from_edges(*ids, 9, values)
    longest = {}
    for u, v, weight in zip(*(array.tolist() for array in (*ids, values)), strict=True):
        length = weight if weighted else 1
        longest[u, v] = max(length, longest.get((u, v), length))
    oracle = nx.DiGraph()
    oracle.add_nodes_from(range(9))
    oracle.add_weighted_edges_from((u, v, length) for (u, v), length in longest.items())
    before, by_level.LARGE_LEVEL = by_level.LARGE_LEVEL, large
    path = wf.longest_path(graph, weighted=weighted)
    by_level.LARGE_LEVEL = before
    assert length_of(path, longest) == nx.dag_longest_path_length(oracle)


def test_ties_are_broken_by_id():
    graph = wf.Graph.from_edges([5, 4, 3, 2], [1, 1, 0, 0], 6)
    assert wf.longest_path(graph) == [2, 0]
    assert wf.longest_path(wf.Graph.from_edges([1], [0], weights=[-1.0]), weighted=True) == [0]
    assert wf.longest_path(wf.Graph.from_edges([], [], 0)) == []


def test_of_a_deep_path():
    vertices = np.arange(100_000)
    graph = wf.Graph.from_edges(vertices[1:], vertices[:-1])
    assert wf.longest_path(graph) == vertices[::-1].tolist()


def test_wrong_graphs():
    with pytest.raises(wf.InputError, match=r"cycle, through vertex [012]"):
        wf.longest_path(wf.Graph.from_edges([0, 1, 2], [1, 2, 0]))
    with pytest.raises(wf.InputError, match="NaN"):
        wf.longest_path(wf.Graph.from_edges([0], [1], weights=[np.nan]), weighted=True)
