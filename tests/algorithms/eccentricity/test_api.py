"""Eccentricities against NetworkX; radius, diameter, center and periphery; graphs that aren't connected."""

import networkx as nx
import pytest
from distance_cases import EDGES, NUM_VERTICES, both
from graphs import devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.eccentricity import bounds

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one


@settings(max_examples=size(60, 5))
@given(EDGES, st.booleans())
def test_eccentricities_are_those_of_networkx(edges, directed):
    graph, theirs = both(edges, directed)
    found = wf.eccentricity(graph, device=LAST).to_numpy()
    assert found.eccentricities.tolist() == [
        max(nx.single_source_shortest_path_length(theirs, vertex).values()) for vertex in range(NUM_VERTICES)
    ]
    connected = nx.is_strongly_connected(theirs) if directed else nx.is_connected(theirs)
    assert found.is_connected == connected
    wf.validate_eccentricity(graph, found.eccentricities, found.vertices)
    if connected:
        assert (found.radius, found.diameter) == (nx.radius(theirs), nx.diameter(theirs))
        assert found.center.tolist() == sorted(nx.center(theirs))
        assert found.periphery.tolist() == sorted(nx.periphery(theirs))
    else:
        for name in ("radius", "diameter", "center", "periphery"):
            with pytest.raises(wf.InputError, match=r"isn't (strongly )?connected"):
                getattr(found, name)


@pytest.mark.parametrize("few", [0, 1e9])
def test_batches_and_single_searches_agree(few, monkeypatch):
    """Vertices left after two searches are searched from in batches, or one by one."""
    monkeypatch.setattr(bounds, "FEW", few)
    monkeypatch.setattr(bounds, "LOOK_BACK", 2)
    graph = generators.small_world(size(300, 90), 4, 0.3, seed=1)
    found = wf.eccentricity(graph, device=LAST).to_numpy()
    wf.validate_eccentricity(graph, found.eccentricities, found.vertices)


def test_some_vertices():
    found = wf.eccentricity(generators.path(5), [4, 2], device=LAST).to_numpy()
    assert (found.vertices.tolist(), found.eccentricities.tolist()) == ([2, 4], [-1, -1, 2, -1, 4])
    assert found.is_connected
    with pytest.raises(wf.InputError, match="only some were asked for"):
        _ = found.diameter


def test_small_graphs():
    assert wf.eccentricity(wf.Graph.from_edges([0], [0])).diameter == 0
    empty = wf.eccentricity(wf.Graph.from_edges([], [], 0, directed=False))
    with pytest.raises(wf.InputError, match="without vertices"):
        _ = empty.radius
    assert repr(empty) == "EccentricityResult(0 vertices on cpu)"
