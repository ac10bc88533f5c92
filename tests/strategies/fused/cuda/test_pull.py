"""The GPU's pull in all of its forms, on graphs for plain Python: what depends on their size is forced."""

import interleaved
import numpy as np
import pytest

import wavefront as wf
from wavefront.device import Cuda
from wavefront.strategies.fused.cuda import arrays, pull, rest

PULLS = {"alpha": 1e9, "beta": 1e9}  # from the first level to the last
COUNT = 300


def some_graph(directed):
    """Hubs, leaves, vertices without edges, loops, edges given twice; V is no multiple of 32."""
    rng = np.random.default_rng(1)
    src = rng.integers(COUNT - 40, size=700)
    dst = ((COUNT - 40) * rng.random(700) ** 4).astype(int)
    src[:5], dst[:5] = dst[:5], dst[:5]
    src, dst = np.append(src, src[:50]), np.append(dst, dst[:50])
    return wf.Graph.from_edges(src, dst, COUNT, directed=directed)


def forced(monkeypatch, small, by_degree, in_order):
    for module in (arrays, rest):
        monkeypatch.setattr(module, "SMALL_GRAPH", COUNT if small else 0)
    monkeypatch.setattr(arrays, "WORTH", COUNT if by_degree else 0)
    monkeypatch.setattr(arrays, "SAMPLE", 1)
    monkeypatch.setattr(pull, "MOST", COUNT if in_order else 0)
    interleaved.install(monkeypatch, 3, 64, seed=1)


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
