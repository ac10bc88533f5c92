"""Rounds of `advance` without the host between them, against searches level by level."""

from typing import Any, NamedTuple

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.rounds import advance_in_rounds, host_driven
from wavefront.algorithms.rounds.api import MANY
from wavefront.atomics import atomic_add, atomic_cas

pytestmark = pytest.mark.on_devices


class Levels(NamedTuple):
    levels: Any
    visits: Any  # V int64: edges that led to the vertex, over all rounds
    step: int = 0


def label(source, neighbor, edge, problem, step):
    atomic_add(problem.visits, neighbor, 1)
    return atomic_cas(problem.levels, neighbor, -1, step) == -1


def hub_among_paths():
    """Paths of 40 vertices whose other ends meet in a hub with 300 leaves: few edges, then many, then few."""
    paths = [np.arange(40) + 40 * number for number in range(8)]
    hub = 320
    src = np.concatenate([path[:-1] for path in paths] + [np.array([path[-1] for path in paths])])
    dst = np.concatenate([path[1:] for path in paths] + [np.full(8, hub)])
    leaves = hub + 1 + np.arange(300)
    tail = leaves[-1] + np.arange(1, 30)
    src = np.concatenate([src, np.full(300, hub), np.append(leaves[-1], tail[:-1])])
    return wf.Graph.from_edges(src, np.concatenate([dst, leaves, tail]), directed=False)


GRAPHS = {
    "path": generators.path(90),
    "hub among paths": hub_among_paths(),
    "Kronecker": generators.kronecker(6, 4),
}


@pytest.mark.parametrize("at_once", [1, 7, MANY])
@pytest.mark.parametrize("few_edges", [0, 20, host_driven.FEW_EDGES])
@pytest.mark.parametrize("name", GRAPHS)
def test_rounds_go_on_where_the_last_call_ended(name, few_edges, at_once, device, monkeypatch):
    if few_edges != host_driven.FEW_EDGES and not isinstance(device, wf.Cpu):
        pytest.skip("is about the CPU's small rounds")
    monkeypatch.setattr(host_driven, "FEW_EDGES", few_edges)
    monkeypatch.setattr(host_driven, "FEW_ALONE", few_edges)
    graph, sources = GRAPHS[name], np.array([0, 5])
    count, there = graph.num_vertices, graph.to_device(device)
    levels = np.full(count, -1, np.int32)
    levels[sources] = 0
    problem = Levels(device.array(levels), device.array(np.zeros(count, np.int64)))
    step, vertices = 1, sources
    while vertices.size:
        last = min(MANY, step + at_once - 1)
        step, vertices = advance_in_rounds(there, vertices, label, problem, device, step, last)
        assert step == last + 1 or not vertices.size
    expected = wf.bfs(graph, [0, 5], device="cpu").levels
    assert wf.Cpu().array(problem.levels).tolist() == expected.tolist()
    assert step == expected.max() + 2
    reached = expected >= 0
    visits = wf.Cpu().array(problem.visits)
    assert visits[reached].tolist() == graph.in_degrees[reached].tolist()  # each edge was visited once


def test_small_rounds_come_back_now_and_then(monkeypatch):
    calls, call = [], wf.Cpu.call

    def noted(device, body, *arguments):
        calls.append(body.__name__)
        return call(device, body, *arguments)

    monkeypatch.setattr(wf.Cpu, "call", noted)
    monkeypatch.setattr(host_driven, "AT_ONCE", 10)
    graph = generators.path(90)
    problem = Levels(np.append(0, np.full(89, -1, np.int32)), np.zeros(90, np.int64))
    assert advance_in_rounds(graph, np.array([0]), label, problem, wf.Cpu(1))[0] == 91
    assert problem.levels.tolist() == list(range(90))
    assert calls.count("run_small") > 10


def test_no_vertices_take_no_round(device):
    graph = generators.path(5).to_device(device)
    problem = Levels(device.array(np.zeros(5, np.int32)), device.array(np.zeros(5, np.int64)))
    step, vertices = advance_in_rounds(graph, np.empty(0, np.int64), label, problem, device, 4)
    assert (step, vertices.size) == (4, 0)
