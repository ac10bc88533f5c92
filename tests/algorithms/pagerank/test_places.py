"""Shares of hubs side by side, on the CPU."""

import numpy as np
import pytest
from graphs import SIMULATED
from memory_calls import peak

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.pagerank import places

pytestmark = [pytest.mark.on_devices, pytest.mark.skipif(SIMULATED, reason="the simulator has no CPU's form")]
LEAVES = 40_000


def hub_and_others(directed):
    """A hub, whose list is added up in pieces, and edges drawn between all vertices."""
    drawn = np.random.default_rng(1).integers(0, LEAVES, (2, 2 * LEAVES))
    src, dst = np.r_[np.zeros(LEAVES - 1, int), drawn[0]], np.r_[np.arange(1, LEAVES), drawn[1]]
    return wf.Graph.from_edges(src, dst, LEAVES + 10, directed=directed)


@pytest.mark.parametrize("directed", [False, True])
def test_places_change_no_rank(monkeypatch, directed):
    graph = hub_and_others(directed)
    plain = wf.pagerank(graph, device="cpu")
    monkeypatch.setattr(places, "LEAST_EDGES", 0)
    assert places.has_places(graph)
    for device in (wf.Cpu(1), wf.Cpu(1), wf.Cpu()):  # the second finds the first one's lists
        found = wf.pagerank(graph, device=device)
        assert np.array_equal(found.ranks, plain.ranks)
        assert found.iterations == plain.iterations
    personal = {"personalization": {3: 1.0, 7: 2.0}, "tolerance": 1e-12}
    with_places = wf.pagerank(graph, device="cpu", **personal).ranks
    monkeypatch.setattr(places, "LEAST_EDGES", graph.num_edges + 1)
    assert np.array_equal(wf.pagerank(graph, device="cpu", **personal).ranks, with_places)


def test_a_few_vertices_need_no_places(monkeypatch):
    monkeypatch.setattr(places, "LEAST_EDGES", 0)
    assert not places.has_places(generators.star(places.LEAST_VERTICES - 1))
    assert places.has_places(generators.star(places.LEAST_VERTICES))


def test_lists_of_places_are_counted(monkeypatch):
    monkeypatch.setattr(places, "LEAST_EDGES", 0)
    wf.pagerank(hub_and_others(False), device="cpu")
    graph = hub_and_others(False)
    told = wf.memory_needed(graph, "pagerank", device="cpu")
    assert "lists of places" in told.parts
    measured = peak(lambda: wf.pagerank(graph, device="cpu"))
    assert 0.9 * measured - 400_000 <= told.bytes <= 1.1 * measured + 400_000, (measured, told.parts)
