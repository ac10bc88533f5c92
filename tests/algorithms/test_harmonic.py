"""Harmonic centrality against NetworkX."""

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
@given(EDGES, st.booleans(), st.sampled_from(["in", "out"]))
def test_scores_are_those_of_networkx(edges, directed, direction):
    graph, theirs = both(edges, directed)
    found = wf.harmonic(graph, direction=direction, device=LAST).to_numpy()
    expected = nx.harmonic_centrality(theirs.reverse() if directed and direction == "out" else theirs)
    assert found.scores.tolist() == pytest.approx([expected[v] for v in range(NUM_VERTICES)])
    wf.validate_harmonic(graph, found.scores, found.vertices, direction=direction)


def test_some_vertices():
    graph = generators.path(4)
    found = wf.harmonic(graph, [3], device=LAST).to_numpy()
    assert found.scores[3] == pytest.approx(1 + 1 / 2 + 1 / 3)
    assert np.isnan(found.scores[:3]).all()
    assert repr(wf.harmonic(graph, device="cpu")) == "HarmonicResult(4 vertices on cpu)"
    assert wf.harmonic(wf.Graph.from_edges([], [], 0)).scores.tolist() == []


def test_a_wrong_direction():
    with pytest.raises(wf.InputError, match="direction"):
        wf.harmonic(generators.path(4), direction="both")
