"""The smallest predecessors where lists are cut into pieces."""

import numpy as np
import pytest
import reference
from graphs import random_multigraph

import wavefront as wf
from wavefront import generators

GRAPHS = {
    "star": lambda: generators.star(40),
    "kronecker": lambda: generators.kronecker(6, 8, seed=4),
    "multigraph": lambda: random_multigraph(3),
}


@pytest.mark.on_devices
@pytest.mark.parametrize("few", [0, 3])
@pytest.mark.parametrize("options", [{}, {"strategy": "push"}, {"level_dtype": "int8"}, {"depth_limit": 2}])
@pytest.mark.parametrize("name", GRAPHS)
def test_long_lists(name, options, few, device, monkeypatch):
    monkeypatch.setattr("wavefront.algorithms.smallest_predecessors.FEW", few)
    monkeypatch.setattr("wavefront.algorithms.smallest_predecessors.PIECE", 4)
    graph = GRAPHS[name]()
    for sources in (graph.num_vertices - 1, [3, graph.num_vertices - 1, 9]):
        found = wf.bfs(graph, sources, deterministic=True, device=device, **options).to_numpy()
        levels = found.levels.astype(np.int64).tolist()
        edges = zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)
        expected = reference.smallest_predecessors(edges, levels)
        assert found.predecessors.tolist() == expected
