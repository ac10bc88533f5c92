"""The trace: a record of each level of a search, for every method."""

import json

import numpy as np
import pytest
from graphs import METHOD_IDS, METHODS, size

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize(("strategy", "options"), METHODS, ids=METHOD_IDS)
def test_sizes_of_each_level(strategy, options, device):
    graph = generators.kronecker(size(9, 5), size(16, 3), seed=1, directed=True)
    source = int(graph.out_degrees.argmax())
    result = wf.bfs(graph, source, strategy=strategy, device=device, trace=True, **options)
    layers = wf.bfs(graph, source).layers()
    expected = [
        (level, frontier.size, int(graph.out_degrees[frontier].sum()), labelled.size)
        for level, (frontier, labelled) in enumerate(
            zip(layers, [*layers[1:], np.array([])], strict=True), start=1
        )
    ]
    rows = result.trace.levels
    assert [(row.level, row.frontier, row.edges, row.vertices) for row in rows] == expected
    assert {row.direction for row in rows} <= {"push", "pull"}
    assert all(row.milliseconds > 0 for row in rows if row.launches)
    assert (result.to_numpy().levels == wf.bfs(graph, source).levels).all()


def test_the_result_names_the_callers_device(device):
    assert wf.bfs(generators.path(3), 0, device=device, trace=True).device is device


@pytest.mark.parametrize(("strategy", "options"), METHODS, ids=METHOD_IDS)
def test_a_source_without_edges_has_the_level_that_was_looked_for(strategy, options, device):
    graph = wf.Graph.from_edges([1, 3], [3, 5], 7, directed=False)
    for searched in (graph, wf.Graph.from_edges([1, 3], [3, 5], 7, directed=False).prepare("hubs_first")):
        for stops, rows in (({}, [(1, 1, 0, 0)]), ({"depth_limit": 0}, [])):
            run = {"strategy": strategy, "device": device, "trace": True, **options, **stops}
            found = wf.bfs(searched, 0, **run).trace.levels
            assert [(row.level, row.frontier, row.edges, row.vertices) for row in found] == rows


def test_a_stop_ends_the_trace():
    trace = wf.bfs(generators.path(9), 0, depth_limit=3, trace=True).trace
    assert [row.level for row in trace.levels] == [1, 2, 3]
    assert wf.bfs(generators.path(9), 0, depth_limit=0, trace=True).trace.table().count("\n") == 0


PLAIN_PYTHON = wf.device.Python()
STOPS = ({}, {"depth_limit": 99}, {"depth_limit": 3}, {"target": -1}, {"target": -2})
# Device, graph and options: levels that shares search ahead, on the CPU; on a GPU a last level without edges.
SEARCHES = {
    "cpu": (wf.Cpu(), (40_000, 320_000, 0), {}),
    "python": (PLAIN_PYTHON, (60, 90, 8), {"alpha": 1e6}),
    "python pushing": (PLAIN_PYTHON, (60, 90, 8), {"alpha": 1e-6}),
    "python tiny": (PLAIN_PYTHON, (60, 90, 8), {}),
}


@pytest.mark.parametrize("stop", STOPS, ids=str)
@pytest.mark.parametrize("name", SEARCHES)
def test_one_launch_has_a_row_per_level_and_no_other(name, stop):
    device, (num_vertices, num_edges, seed), options = SEARCHES[name]
    graph = generators.uniform(num_vertices, num_edges, seed=seed, directed=True)
    levels = wf.bfs(graph, 0, device="cpu", strategy="push").levels
    if "target" in stop:  # a vertex of the last level, or one out of reach
        vertices = np.flatnonzero(levels == levels.max() if stop["target"] == -1 else levels == -1)
        stop = {"target": int(vertices[0])}
    pushed, fused = (
        wf.bfs(graph, 0, strategy=strategy, device=where, trace=True, **given, **stop).trace.levels
        for strategy, where, given in (("push", "cpu", {}), ("fused", device, options))
    )
    expected = [(row.level, row.frontier, row.edges, row.vertices) for row in pushed]
    assert [(row.level, row.frontier, row.edges, row.vertices) for row in fused] == expected


def test_json_and_table():
    trace = wf.bfs(generators.book_graph(), 0, strategy="push", trace=True).trace
    rows = json.loads(trace.to_json())
    assert [row["edges"] for row in rows] == [2, 5, 8, 0]
    assert rows[0] | {"milliseconds": 0} == {
        "level": 1,
        "direction": "push",
        "frontier": 1,
        "edges": 2,
        "vertices": 2,
        "launches": 1,
        "milliseconds": 0,
    }
    head, *lines = trace.table().splitlines()
    assert head.split() == list(rows[0])
    assert [line.split()[:6] for line in lines][1] == ["2", "push", "2", "5", "5", "1"]
