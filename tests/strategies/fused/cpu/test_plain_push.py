"""Levels with an edge filter that are pushed without claims, against a search of a copy of what is kept."""

import numpy as np
import pytest
from test_filters import copy_of, random_masks

import wavefront as wf


@pytest.mark.parametrize("directed", [False, True])
def test_levels_and_tree_are_those_of_a_copy(directed):
    rng = np.random.default_rng(16)
    graph = wf.Graph.from_edges(*rng.integers(0, 3000, (2, 24_000)), 3000, directed=directed)
    vertices, edges = random_masks(graph, 17, 0.8)
    filters = {"vertex_filter": vertices, "edge_filter": edges}
    given = {"device": "cpu", "strategy": "fused", "alpha": 40.0}  # pulls begin where few are visited
    copy, found = copy_of(graph, vertices, edges), wf.bfs(graph, 0, **filters, **given)
    expected = wf.bfs(copy, 0, strategy="sequential", device="cpu")
    assert found.levels.tolist() == expected.levels.tolist()
    wf.validate_bfs(copy, 0, found.levels, found.predecessors)
    bare = wf.bfs(graph, 0, predecessors=False, **filters, **given)
    assert bare.levels.tolist() == expected.levels.tolist()
