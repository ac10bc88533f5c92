"""A GPU's sources in groups of blocks."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.betweenness.cuda import host as one_launch

pytestmark = [
    pytest.mark.on_devices,
    pytest.mark.skipif(not SIMULATED, reason="a GPU's own sizes are tested with the algorithm"),
]


@pytest.mark.parametrize("edges", [False, True])
@pytest.mark.parametrize("sizes", [(1, 2, 64), (2, 2, 32), (4, 1, 64)])
@pytest.mark.parametrize("name", ["hubs", "kronecker"])
def test_groups_of_any_size_agree(name, sizes, edges, device, monkeypatch):
    monkeypatch.setattr(one_launch, "launch_sizes", lambda graph, count, device: sizes)
    monkeypatch.setattr(one_launch, "WORK_AT_ONCE", 0)
    monkeypatch.setattr(one_launch, "SOURCES_AT_ONCE", 2)
    hub, leaf = np.repeat([0, 1], 70), np.arange(2, 142)  # two long lists, and vertices that both have
    graph = wf.Graph.from_edges(np.r_[hub, hub[:9]], np.r_[leaf, leaf[-9:]], directed=False)
    graph = graph if name == "hubs" else generators.kronecker(6, 8, seed=3)
    sources = [0, 3, 7, 20, 63]
    found = wf.betweenness_centrality(graph, sources, edges=edges, device=device)
    wf.validate_betweenness(graph, found.scores, found.edge_scores, sources=found.sources)
