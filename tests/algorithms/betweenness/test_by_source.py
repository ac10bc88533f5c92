"""Sources of their own for the CPU's threads."""

import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.betweenness import by_source as betweenness_cpu

pytestmark = pytest.mark.on_devices


@pytest.mark.skipif(SIMULATED, reason="the simulator has no CPU's form")
def test_sources_taken_a_few_at_a_time_give_the_same_scores(monkeypatch):
    graph = generators.kronecker(6, 4, seed=3)
    at_once = wf.betweenness_centrality(graph, device="cpu")
    monkeypatch.setattr(betweenness_cpu, "WORK_AT_ONCE", 0)
    monkeypatch.setattr(betweenness_cpu, "SOURCES_AT_ONCE", 3)
    assert wf.betweenness_centrality(graph, device="cpu").scores.tolist() == at_once.scores.tolist()
