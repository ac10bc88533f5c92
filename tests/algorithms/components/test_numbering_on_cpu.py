"""Components on the CPU, numbered by one thread and by several, against SciPy's numbering."""

import numpy as np
import pytest
from graphs import SIMULATED
from scipy.sparse.csgraph import connected_components

import wavefront as wf
from wavefront.algorithms.components import numbering_on_cpu

pytestmark = pytest.mark.skipif(SIMULATED, reason="the CPU's form")

VERTICES = 40_000  # more than one thread is left with


@pytest.fixture(params=[0, numbering_on_cpu.FEW_THREADS], ids=["several threads", "one, if few"])
def few_threads(request, monkeypatch):
    monkeypatch.setattr(numbering_on_cpu, "FEW_THREADS", request.param)


def check(src, dst):
    graph = wf.Graph.from_edges(src, dst, VERTICES, directed=False)
    found = wf.connected_components(graph, device="cpu")
    count, expected = connected_components(graph.to_scipy(), directed=False)
    assert found.num_components == count
    np.testing.assert_array_equal(found.components, expected)


@pytest.mark.parametrize("length", [2, 7, 16, 1000, VERTICES])
@pytest.mark.parametrize("order", ["ascending", "shuffled"])
def test_paths(length, order, few_threads):
    """Runs of neighboring vertices in one component, and none."""
    first = np.arange(VERTICES - 1)
    first = first[first % length != length - 1]
    ids = np.arange(VERTICES) if order == "ascending" else np.random.default_rng(1).permutation(VERTICES)
    check(ids[first], ids[first + 1])


@pytest.mark.parametrize("edges", [0, 3, VERTICES // 2, 2 * VERTICES])
def test_edges_drawn(edges, few_threads):
    rng = np.random.default_rng(2)
    check(rng.integers(0, VERTICES, edges), rng.integers(0, VERTICES, edges))
