"""What searches with edge filters remember: it must do no harm, whatever filter and source come next."""

import numpy as np
import pytest
from test_filters import copy_of

import wavefront as wf

PULLED = {"device": "cpu", "strategy": "fused", "alpha": 1e9, "serial_edges": 0}


def require_as_of_a_copy(graph, edges, source, edge_filter):
    """The levels and the tree, found by pulls alone, are those of a copy with the edges kept."""
    copy = copy_of(graph, np.ones(graph.num_vertices, np.bool_), edges)
    found = wf.bfs(graph, source, edge_filter=edge_filter, **PULLED)
    expected = wf.bfs(copy, source, strategy="sequential", device="cpu")
    assert found.levels.tolist() == expected.levels.tolist()
    wf.validate_bfs(copy, source, found.levels, found.predecessors)


@pytest.mark.parametrize("directed", [False, True])
def test_an_array_that_changes_between_searches(directed):
    """Edges found and remembered in one search are dropped in the next; the array stays the same object."""
    rng = np.random.default_rng(21)
    graph = wf.Graph.from_edges(*rng.integers(0, 5000, (2, 30_000)), 5000, directed=directed)
    edges, first = np.ones(graph.num_edges, np.bool_), None
    for share in (1.0, 0.7, 0.7, 0.2, 0.9):
        edges[:] = rng.random(graph.num_edges) < share
        made = wf.EdgeFilter(graph, edges)
        first = first or (made, edges.copy())
        for source in rng.integers(0, 5000, 2).tolist():
            require_as_of_a_copy(graph, edges, source, edges)
            require_as_of_a_copy(graph, edges, source, made)
            require_as_of_a_copy(graph, first[1], source, first[0])
