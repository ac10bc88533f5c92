"""A GPU's components in one launch, with lists of every length."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.components import one_launch

pytestmark = pytest.mark.on_devices


@pytest.fixture
def short_lists(monkeypatch):
    """Lists that count as long and huge although they are short."""
    if not SIMULATED:
        pytest.skip("compiled kernels keep their sizes")
    monkeypatch.setattr(one_launch, "SHORT", 3)
    monkeypatch.setattr(one_launch, "HUGE", 6)


@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("directed", [False, True])
def test_lists_of_every_length(directed, device):
    """Two graphs in one, so that there are vertices outside the largest component."""
    parts = [generators.kronecker(5, 3, seed=seed, directed=directed) for seed in (4, 5)]
    src = np.concatenate([parts[0].coo.src, parts[1].coo.src + 32])
    dst = np.concatenate([parts[0].coo.dst, parts[1].coo.dst + 32])
    graph = wf.Graph.from_edges(src, dst, 66, directed=directed)
    found = wf.connected_components(graph, device=device)
    expected = wf.connected_components(graph, device="cpu")
    assert found.components.tolist() == expected.components.tolist()
    assert found.num_components == expected.num_components
