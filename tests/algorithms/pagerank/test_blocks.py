"""Ranks where vertices pass on changes of 16 bits, on the CPU."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.pagerank import blocks

pytestmark = [pytest.mark.on_devices, pytest.mark.skipif(SIMULATED, reason="the simulator has no CPU's form")]


def drawn(directed):
    """Edges drawn at random, some of them parallel; some vertices have none."""
    src, dst = np.random.default_rng(1).integers(0, 9000, (2, 60_000))
    return wf.Graph.from_edges(src, dst, 9500, directed=directed)


@pytest.mark.parametrize("graph", [drawn(False), drawn(True), generators.grid(90, 100)])
def test_changes_lead_to_the_same_ranks(graph, monkeypatch):
    restart = {"personalization": {3: 1.0, 7: 2.0}}
    plain = [
        wf.pagerank(graph, tolerance=1e-12, max_iterations=1000, device="cpu", **more)
        for more in ({}, restart)
    ]
    monkeypatch.setattr(blocks, "gathers_fast", lambda: True)
    monkeypatch.setattr(blocks, "num_blocks", lambda edges: 5)
    monkeypatch.setattr(blocks, "MANY", 0)
    monkeypatch.setattr(blocks, "LONG", 0)
    for tolerance in (1e-3, 1e-6, 1e-10):
        for more, expected in zip(({}, restart), plain, strict=True):
            one, two = (
                wf.pagerank(graph, tolerance=tolerance, max_iterations=1000, device=wf.Cpu(threads), **more)
                for threads in (1, wf.Cpu().threads)
            )
            assert one.converged
            assert (one.ranks >= 0).all()
            assert np.array_equal(one.ranks, two.ranks)
            assert abs(one.ranks.sum() - 1) < 1e-9
            assert np.abs(one.ranks - expected.ranks).sum() <= tolerance / (1 - 0.85)


@pytest.mark.parametrize(
    ("graph", "damping"),
    [
        (generators.small_world(6000, 8, 0.1, seed=1), 0.85),
        (wf.Graph.from_edges(np.arange(600), np.arange(600) * 7 % 300), 0.999),
    ],
)
def test_changes_take_no_more_iterations(graph, damping, monkeypatch):
    monkeypatch.setattr(blocks, "num_blocks", lambda edges: 8)
    options = {"damping": damping, "tolerance": 1e-6, "max_iterations": 10_000, "device": "cpu"}
    plain = wf.pagerank(graph, **options)
    monkeypatch.setattr(blocks, "may_pass_changes", lambda graph, weighted: True)
    found = wf.pagerank(graph, **options)
    assert plain.converged
    assert found.converged
    assert found.iterations <= plain.iterations + 1
    wf.validate_pagerank(graph, found.ranks, damping=damping, tolerance=1e-6)


def test_memory_is_told_without_the_lists_of_in_neighbors(monkeypatch):
    graph = drawn(True)
    monkeypatch.setattr(blocks, "gathers_fast", lambda: True)
    monkeypatch.setattr(blocks, "MANY", 0)
    assert wf.memory_needed(graph, "pagerank", device="cpu").bytes
    assert "csc" not in vars(graph)


def test_progress_in_calls_of_one_iteration(monkeypatch):
    graph = drawn(True)
    monkeypatch.setattr(blocks, "gathers_fast", lambda: True)
    monkeypatch.setattr(blocks, "MANY", 0)
    monkeypatch.setattr(blocks, "LONG", 0)
    told = []
    found = wf.pagerank(graph, device="cpu", progress=lambda *state: told.append(state))
    assert np.array_equal(found.ranks, wf.pagerank(graph, device="cpu").ranks)
    assert told
