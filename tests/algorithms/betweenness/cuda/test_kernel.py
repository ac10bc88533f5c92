"""The kernel in plain Python, where one of two blocks runs late."""

import random

import numpy as np
import pytest
from late_blocks import Blocks, Late

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.betweenness.cuda import host


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_levels_that_gather_one_after_the_other(seed, late, monkeypatch):
    monkeypatch.setattr(host, "launch_sizes", lambda graph, count, device: (1, 2, 32))
    random.seed(seed)
    graph, sources = generators.kronecker(6, 8, seed=3), [0, 3]
    found = wf.betweenness_centrality(graph, sources, device=Blocks(Late(late)))
    expected = wf.betweenness_centrality(graph, sources, device="cpu")
    np.testing.assert_allclose(found.scores, expected.scores, rtol=1e-9)
