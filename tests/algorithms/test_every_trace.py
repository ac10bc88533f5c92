"""Traces of searches other than bfs: the sizes of levels, against those of plain Python's distances."""

import json
from collections import Counter

import numpy as np
import pytest
import reference
from graphs import size

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.on_devices
GRAPHS = {
    "few levels": lambda: generators.kronecker(size(7, 5), 6, seed=1),
    "many levels": lambda: generators.grid(size(40, 5), 4),
    "directed": lambda: generators.uniform(size(200, 30), size(600, 60), seed=1, directed=True),
}


def edges_of(graph):
    return list(zip(*(ends.tolist() for ends in graph.coo[:2]), strict=True))


def rows_of(graph, levels, last=None):
    """Level, frontier, edges and vertices of each row, from levels of all sources, -1 for none."""
    degrees = graph.out_degrees.tolist()
    vertices, edges = Counter(), Counter()
    for row in levels:
        for vertex, level in enumerate(row):
            if level >= 0 and (last is None or level <= last):
                vertices[level] += 1
                edges[level] += degrees[vertex]
    deepest = max(vertices) + 1 if last is None else min(max(vertices) + 1, last)
    return [
        (level, vertices[level - 1], edges[level - 1], vertices[level]) for level in range(1, deepest + 1)
    ]


def sizes(trace):
    return [(row.level, row.frontier, row.edges, row.vertices) for row in trace.levels]


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("filtered", [False, True], ids=["whole", "filtered"])
def test_levels_of_many_sources(name, filtered, device):
    graph = GRAPHS[name]()
    sources = list(range(size(70, 5)))
    kept = np.arange(graph.num_edges) % 7 > 0 if filtered else np.ones(graph.num_edges, np.bool_)
    edges = [edge for edge, keeps in zip(edges_of(graph), kept, strict=True) if keeps]
    expected = [reference.bfs_levels(graph.num_vertices, edges, [source]) for source in sources]
    options = {"edge_filter": device.array(kept)} if filtered else {}
    found = wf.multi_source_bfs(graph, sources, device=device, trace=True, **options)
    assert found.to_numpy().levels.tolist() == expected
    assert sizes(found.trace) == rows_of(graph, expected)
    assert {row.direction for row in found.trace.levels} <= {"push", "pull", "both"}
    assert sum(row.milliseconds for row in found.trace.levels) > 0
    assert found.trace.levels[0].launches > 0
    assert found.device is device


def test_levels_of_a_type_that_was_too_small(device):
    graph = generators.path(size(200, 131))
    found = wf.multi_source_bfs(graph, [0], device=device, trace=True, level_dtype="auto")
    assert sizes(found.trace) == rows_of(graph, found.to_numpy().levels.tolist())


@pytest.mark.parametrize("name", GRAPHS)
def test_buckets_of_one_distance_are_the_levels(name, device):
    graph = GRAPHS[name]()
    expected = reference.bfs_levels(graph.num_vertices, edges_of(graph), [0, 3])
    found = wf.sssp(graph, [0, 3], device=device, delta=0.5, trace=True)
    assert sizes(found.trace) == rows_of(graph, [expected])
    assert found.trace.levels[0].launches > 0
    short = wf.sssp(graph, [0, 3], device=device, delta=0.5, cutoff=1, trace=True)
    near = [level if level <= 1 else -1 for level in expected]
    assert sizes(short.trace) == rows_of(graph, [near])


def test_buckets_of_weights(device):
    graph = with_random_weights(GRAPHS["few levels"](), seed=1)
    plain = wf.sssp(graph, 0, device=device)
    found = wf.sssp(graph, 0, device=device, trace=True)
    assert (found.to_numpy().distances == plain.to_numpy().distances).all()
    assert (found.to_numpy().predecessors == plain.to_numpy().predecessors).all()
    assert plain.trace is None
    rows, reached = found.trace.levels, np.flatnonzero(plain.to_numpy().distances >= 0)
    assert sum(row.frontier for row in rows) == reached.size
    assert sum(row.edges for row in rows) == graph.out_degrees[reached].sum()
    assert [row.vertices for row in rows] == [*(row.frontier for row in rows[1:]), 0]
    if isinstance(device, wf.Cpu):
        numbers = Counter((plain.distances[reached] / found.delta).astype(int).tolist())
        assert [row.frontier for row in rows] == [numbers[number] for number in sorted(numbers)]


@pytest.mark.parametrize("radius", [0, 2, 99])
def test_levels_of_balls(radius, device):
    graph = GRAPHS["directed"]()
    sources = [0, 1, 7]
    levels = [reference.bfs_levels(graph.num_vertices, edges_of(graph), [source]) for source in sources]
    found = wf.within(graph, sources, radius, device=device, trace=True)
    assert sizes(found.trace) == rows_of(graph, levels, radius)
    assert json.loads(found.trace.to_json()) == [] or found.trace.levels[0].launches > 0
    assert found.around(1).trace is None


def test_balls_by_weights_have_no_levels():
    with pytest.raises(wf.InputError, match="a trace is of levels"):
        wf.within(generators.path(3), 0, 1.5, weighted=True, trace=True)


def test_rounds_along_edges_of_one_length_are_the_levels(device):
    graph = GRAPHS["directed"]()
    found = wf.bellman_ford(graph, [0, 3], device=device, trace=True)
    expected = reference.bfs_levels(graph.num_vertices, edges_of(graph), [0, 3])
    assert sizes(found.trace) == rows_of(graph, [expected])
    assert found.trace.levels[0].launches > 0
    assert found.device is device


def test_a_distance_that_falls_twice_is_in_two_rounds(device):
    graph = wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[1.0, 5.0, -3.0])
    found = wf.bellman_ford(graph, 0, device=device, trace=True)
    assert found.to_numpy().distances.tolist() == [0, 1, -2]
    assert sizes(found.trace) == [(1, 1, 2, 2), (2, 2, 1, 1), (3, 1, 0, 0)]
