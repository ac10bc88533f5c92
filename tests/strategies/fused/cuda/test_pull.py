"""The GPU's pull in all of its forms, on graphs for plain Python: what depends on their size is forced."""

import numpy as np
import pytest
from forced_pulls import COUNT, PULLS, forced, some_graph

import wavefront as wf
from wavefront.device import Cuda


@pytest.mark.parametrize("in_order", [False, True], ids=["listed", "in order"])
@pytest.mark.parametrize("by_degree", [False, True], ids=["first", "best"])
@pytest.mark.parametrize("small", [False, True], ids=["large", "small"])
def test_every_pull_finds_the_same(small, by_degree, in_order, monkeypatch):
    forced(monkeypatch, small, by_degree, in_order)
    for directed in (False, True):
        graph = some_graph(directed)
        first = int(graph.out_degrees.argmin())
        for sources in (0, int(graph.in_degrees.argmin()), [7, COUNT - 1, first]):
            found = wf.bfs(graph, sources, strategy="fused", device=Cuda(), **PULLS)
            wf.validate_bfs(graph, sources, found.levels, found.predecessors)
            expected = wf.bfs(graph, sources, strategy="sequential", device="cpu")
            assert found.levels.tolist() == expected.levels.tolist()


@pytest.mark.parametrize("in_order", [False, True], ids=["listed", "in order"])
def test_a_pull_stops_at_the_target(in_order, monkeypatch):
    forced(monkeypatch, small=False, by_degree=True, in_order=in_order)
    graph = some_graph(directed=False)
    expected = wf.bfs(graph, 0, strategy="sequential", device="cpu").levels
    target = int(np.flatnonzero(expected == 2)[0])
    found = wf.bfs(graph, 0, target=target, strategy="fused", device=Cuda(), **PULLS)
    assert found.levels.max() == 2
    assert found.levels[target] == 2
