"""Searches by integer weights that try float32 first, beside those that never do."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import narrow

pytestmark = pytest.mark.skipif(SIMULATED, reason="is a form of the CPU")
EXACT = 2**24  # float32 holds all integers up to here


@pytest.mark.parametrize("top", [9, EXACT // 4, EXACT - 1, 2**30])
def test_distances_are_exact(top, monkeypatch):
    drawn = generators.uniform(300, 900, seed=1)
    weights = np.random.default_rng(top).integers(0, top, drawn.num_edges, dtype=np.int32, endpoint=True)
    graph = wf.Graph.from_csr(*drawn.csr[:2], weights)
    wide = wf.sssp(graph, 0, device="cpu")
    wf.validate_sssp(graph, 0, wide.distances, wide.predecessors)
    monkeypatch.setattr(narrow, "LEAST_VERTICES", 0)
    for stop in ({}, {"cutoff": top * 1.5}, {"target": int(wide.distances.argmax())}, {}):
        found, expected = wf.sssp(graph, 0, device="cpu", **stop), wide.distances
        last = stop.get("cutoff", expected.max())
        assert found.distances.dtype == np.int64
        assert found.distances.tolist() == np.where(expected <= last, expected, -1).tolist()
    assert found.predecessors.tolist() == wide.predecessors.tolist()
    assert narrow.may_be_narrow(graph) == (wide.distances.max() < EXACT)


def test_sums_next_to_the_largest_exact_one(monkeypatch):
    monkeypatch.setattr(narrow, "LEAST_VERTICES", 0)
    for most in range(EXACT - 2, EXACT + 4):
        weights = np.array([EXACT // 2, most - EXACT // 2])
        found = wf.sssp(wf.Graph.from_edges([0, 1], [1, 2], weights=weights), 0, device="cpu")
        assert found.distances.tolist() == [0, EXACT // 2, most]
        assert found.path(2) == [0, 1, 2]
