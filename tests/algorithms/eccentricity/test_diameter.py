"""The diameter against NetworkX, and its two ends."""

import networkx as nx
import numpy as np
import pytest
from distance_cases import EDGES, both
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one


@settings(max_examples=size(60, 5))
@given(EDGES, st.booleans(), st.booleans())
def test_the_diameter_is_that_of_networkx(edges, directed, joined):
    ring = [(v, (v + 1) % 14) for v in range(14)] if joined else []
    graph, theirs = both([*ring, *edges], directed)
    if not (nx.is_strongly_connected(theirs) if directed else nx.is_connected(theirs)):
        with pytest.raises(wf.InputError, match=r"isn't (strongly )?connected"):
            wf.diameter(graph, device=LAST)
        return
    found = wf.diameter(graph, device=LAST)
    assert found.diameter == nx.diameter(theirs)
    wf.validate_diameter(graph, found.diameter, found.ends)


@pytest.mark.parametrize("name", ["path", "cycle", "star", "complete", "grid"])
def test_known_graphs(name, device):
    graph = GRAPHS[name]()
    found = wf.diameter(graph, device=device)
    assert found.diameter == wf.eccentricity(graph).diameter
    wf.validate_diameter(graph, found.diameter, found.ends)


def test_a_long_grid_takes_few_searches():
    found = wf.diameter(generators.grid(20, 30), device="cpu")
    assert (found.diameter, found.num_searches) == (48, 8)
    assert repr(found) == "DiameterResult(48, 8 searches on cpu)"


def meshed(*sides):
    """A grid of so many dimensions."""
    cells = np.arange(np.prod(sides)).reshape(sides)
    edges = [(np.delete(cells, -1, axis), np.delete(cells, 0, axis)) for axis in range(len(sides))]
    src, dst = (np.concatenate([ends.ravel() for ends in part]) for part in zip(*edges, strict=True))
    return wf.Graph.from_edges(src, dst, directed=False)


def hubs_in_a_row(hubs, leaves):
    src = np.r_[np.repeat(np.arange(hubs), leaves), np.arange(hubs - 1)]
    dst = np.r_[hubs + np.arange(hubs * leaves), np.arange(1, hubs)]
    return wf.Graph.from_edges(src, dst, directed=False)


@pytest.mark.parametrize("graph", [meshed(20, 20, 20), hubs_in_a_row(8, 500), hubs_in_a_row(7, 500)])
def test_bounds_save_searches_from_many_vertices_that_are_as_far(graph):
    found = wf.diameter(graph, device="cpu")
    wf.validate_diameter(graph, found.diameter, found.ends)
    assert found.num_searches < 100  # by levels alone the first two take over 500


def test_progress_comes_to_its_end():
    told = []
    wf.diameter(generators.cycle(200), device="cpu", progress=lambda done, total: told.append((done, total)))
    assert len(told) > 1
    assert told[-1][0] == told[-1][1]


def test_small_graphs():
    assert wf.diameter(wf.Graph.from_edges([0], [0])).diameter == 0
    with pytest.raises(wf.InputError, match="without vertices"):
        wf.diameter(wf.Graph.from_edges([], [], 0))
