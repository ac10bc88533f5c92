"""Closeness against NetworkX: directions, scaling, some of the vertices."""

import networkx as nx
import numpy as np
import pytest
from distance_cases import EDGES, NUM_VERTICES, both
from graphs import devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one


@settings(max_examples=size(60, 5))
@given(EDGES, st.booleans(), st.booleans(), st.sampled_from(["in", "out"]))
def test_scores_are_those_of_networkx(edges, directed, improved, direction):
    graph, theirs = both(edges, directed)
    found = wf.closeness(graph, direction=direction, wf_improved=improved, device=LAST).to_numpy()
    turned = theirs.reverse() if directed and direction == "out" else theirs
    expected = nx.closeness_centrality(turned, wf_improved=improved)
    assert found.scores.tolist() == pytest.approx([expected[v] for v in range(NUM_VERTICES)])
    wf.validate_closeness(graph, found.scores, found.vertices, direction=direction, wf_improved=improved)


def test_some_vertices_and_a_draw():
    graph = generators.grid(size(9, 3), 11)
    every = wf.closeness(graph, device=LAST).to_numpy()
    some = wf.closeness(graph, [20, 3, 20], device=LAST).to_numpy()
    assert some.vertices.tolist() == [3, 20]
    assert some.scores[[3, 20]].tolist() == every.scores[[3, 20]].tolist()
    assert np.isnan(np.delete(some.scores, [3, 20])).all()
    drawn = wf.closeness(graph, 5, seed=3, device=LAST)
    assert drawn.vertices.size == 5
    assert drawn.vertices.tolist() == wf.closeness(graph, 5, seed=3).vertices.tolist()
    assert repr(wf.closeness(graph, 5, device="cpu")) == "ClosenessResult(5 vertices on cpu)"


def test_small_graphs():
    assert wf.closeness(wf.Graph.from_edges([0], [0])).scores.tolist() == [0]
    assert wf.closeness(wf.Graph.from_edges([], [], 0)).scores.tolist() == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vertices": 0}, "vertices must be from 1 to 4"),
        ({"vertices": [4]}, "vertex 4 is out of range"),
        ({"vertices": []}, "at least one vertex is needed"),
        ({"direction": "both"}, "direction"),
        ({"wf_improved": 2}, "wf_improved"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.closeness(generators.path(4), **arguments)
