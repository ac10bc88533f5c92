"""The vertices within a radius: against NetworkX, over many sources, and how much work that is."""

import tracemalloc
from unittest.mock import patch

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED, devices, random_multigraph

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.block_search import walk
from wavefront.algorithms.within import balls, on_gpu
from wavefront.device.python_threads import Turns
from wavefront.graph.random_weights import with_random_weights

DEVICES = devices()
GPUS = {name: device for name, device in DEVICES.items() if name in ("simulator", "gpu")}
on_devices = pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)
on_the_cpu = pytest.mark.skipif(SIMULATED, reason="is about the CPU's method")


def in_networkx(graph):
    """Of parallel edges the shortest is kept."""
    made = nx.DiGraph()
    made.add_nodes_from(range(graph.num_vertices))
    weights = np.ones(graph.num_edges) if graph.csr.weights is None else graph.csr.weights
    for u, v, weight in zip(*(ends.tolist() for ends in (*graph.coo[:2], weights)), strict=True):
        if weight < np.inf and (v not in made[u] or weight < made[u][v]["weight"]):
            made.add_edge(u, v, weight=weight)
    return made


def expected(graph, source, radius, weighted):
    """Vertices, distances and predecessors by the definition, ordered as documented."""
    made = in_networkx(graph)
    find = nx.single_source_dijkstra_path_length if weighted else nx.single_source_shortest_path_length
    lengths = find(made, source, cutoff=radius)
    vertices = sorted(lengths, key=lambda v: (v != source, lengths[v], v))
    parents = [
        min(
            u
            for u in made.predecessors(v)
            if u in lengths
            and lengths[u] < lengths[v]
            and lengths[u] + (made[u][v]["weight"] if weighted else 1) == lengths[v]
        )
        if v != source
        else -1
        for v in vertices
    ]
    return vertices, [lengths[v] for v in vertices], parents


def assert_ball(found, graph, source, radius, weighted):
    vertices, distances, parents = expected(graph, source, radius, weighted)
    assert found.vertices.tolist() == vertices
    assert found.distances.tolist() == distances
    assert found.predecessors.tolist() == parents


@pytest.mark.on_devices
@on_devices
@pytest.mark.parametrize(("radius", "weighted"), [(0, False), (2, False), (10**30, False), (200.0, True)])
def test_the_balls_are_networkxs(radius, weighted, device):
    graph = with_random_weights(random_multigraph(4), seed=2)
    sources = [7, 0, 7, 3]
    found = wf.within(graph, sources, radius, weighted=weighted, device=device).to_numpy()
    wf.validate_within(
        graph, sources, radius, found.vertices, found.distances, found.predecessors, found.offsets, weighted
    )
    for index, source in enumerate(sources):
        ball = found.around(index)
        assert_ball(ball, graph, source, radius, weighted)
        assert ball.offsets.tolist() == [0, ball.vertices.size]
    assert found.distances.dtype == (np.int64 if weighted else np.int32)
    assert found.vertices.dtype == found.predecessors.dtype == graph.csr.dst.dtype


@on_the_cpu
@pytest.mark.parametrize("weighted", [False, True])
def test_balls_larger_than_their_room_are_found_in_later_rounds(weighted, monkeypatch):
    monkeypatch.setattr(balls, "ROOM", 256)
    graph = with_random_weights(generators.grid(40, 50), seed=3)
    sources = [0, 1999, 800, 3]
    radius = np.inf if weighted else 2000
    found = wf.within(graph, sources, radius, weighted=weighted)
    assert np.diff(found.offsets).tolist() == [2000] * 4
    for index, source in enumerate(sources):
        assert_ball(found.around(index), graph, source, radius, weighted)


@pytest.mark.on_devices
@pytest.mark.skipif(not GPUS, reason="is about a GPU's blocks")
@pytest.mark.parametrize("device", GPUS.values(), ids=GPUS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("fewest", [(1, 1), (1, 4)])
def test_balls_for_which_blocks_have_no_room_are_found_anew(weighted, fewest, device, monkeypatch):
    """In larger blocks, or by the whole GPU; a hub's list is longer than its threads take alone."""
    shapes = on_gpu.Shape(7, 64, 1), on_gpu.Shape(8, 64, 1)
    monkeypatch.setattr(on_gpu, "SHAPES", shapes)
    monkeypatch.setattr(on_gpu, "FEWEST", fewest)
    monkeypatch.setattr(on_gpu, "MOST_FOUND", 1)
    monkeypatch.setattr(walk, "SHORT", 4)
    for size in (100, 140):
        graph, radius = with_random_weights(generators.star(size), seed=3), 300.0 if weighted else 1
        found = wf.within(graph, [0, 3, 0], radius, weighted=weighted, device=device).to_numpy()
        for index, source in enumerate([0, 3, 0]):
            assert_ball(found.around(index), graph, source, radius, weighted)


@on_the_cpu
@pytest.mark.parametrize("device", ["cpu", "python"])
@pytest.mark.parametrize("far", [201, 70_000])
def test_a_level_is_in_the_order_of_ids_also_where_these_crowd(far, device):
    """Ids that are spread evenly, and 200 that are next to one another and one far away."""
    ids = np.append(np.random.default_rng(4).permutation(np.arange(1, 201)), far)
    graph = wf.Graph.from_csr(np.append(0, np.full(far + 1, 201)), np.roll(ids, 50))
    found = wf.within(graph, [0, 0, 7], 2, device=device)
    assert found.vertices.tolist() == 2 * [0, *range(1, 201), far] + [7]
    assert found.predecessors.tolist() == 2 * [-1, *[0] * 201] + [-1]


@pytest.mark.on_devices
@on_devices
def test_zero_and_infinite_weights(device):
    graph = wf.Graph.from_edges([3, 2, 0, 0, 4], [2, 0, 1, 4, 1], weights=[0.0, 0.0, np.inf, 1.0, 0.0])
    found = wf.within(graph, 3, np.inf, weighted=True, device=device).to_numpy()
    assert found.vertices.tolist() == [3, 0, 2, 1, 4]
    assert found.distances.tolist() == [0, 0, 0, 1, 1]
    assert found.predecessors.tolist() == [-1, 2, 3, 4, 0]


@on_the_cpu
def test_a_negative_weight_is_named_where_the_search_meets_it():
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1.0, 1.0, -1.0])
    assert wf.within(graph, 0, 1.5, weighted=True).vertices.tolist() == [0, 1]
    with pytest.raises(wf.InputError, match=r"edge 2 -> 3 has -1\.0"):
        wf.within(graph, 0, 2, weighted=True)


def reads(count, weighted):
    """Reads and writes of arrays by the second call around the middle of a cycle of so many vertices."""
    cycle = generators.cycle(count)
    graph = wf.Graph.from_csr(*cycle.csr[:2], np.ones(2 * count), directed=False)
    steps = 0

    def step(*_):
        nonlocal steps
        steps += 1

    wf.within(graph, count // 2, 3, weighted=weighted, device="python")
    with patch.object(Turns, "step", step):
        wf.within(graph, count // 2, 3, weighted=weighted, device="python")
    return steps


@on_the_cpu
@pytest.mark.parametrize("weighted", [False, True])
def test_the_work_is_that_of_the_ball_whatever_the_graphs_size(weighted):
    assert 0 < reads(4000, weighted) == reads(1000, weighted)


@on_the_cpu
def test_the_memory_is_that_of_the_balls_whatever_the_graphs_size():
    peaks = []
    for count in (1 << 17, 1 << 19):
        graph = generators.cycle(count)
        wf.within(graph, [0, 5], 3)
        tracemalloc.start()
        wf.within(graph, [0, 5], 3)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert max(peaks) < 1 << 15


@on_the_cpu
def test_wrong_arguments():
    graph = generators.path(3)
    for radius in (-1, 1.5, None):
        with pytest.raises(wf.InputError, match="radius"):
            wf.within(graph, 0, radius)
    with pytest.raises(wf.InputError, match="radius"):
        wf.within(graph, 0, np.nan, weighted=True)
    with pytest.raises(wf.InputError, match="index"):
        wf.within(graph, 0).around(1)
    assert "3 vertices within 2 of 1 sources" in repr(wf.within(graph, 0, 2))


@pytest.mark.parametrize(("weight", "radius"), [(0.1, 0.1), (16777220, 16777219), (1.0, 1e300)])
def test_a_radius_between_two_float32_is_rounded_down(weight, radius):
    graph = wf.Graph.from_edges([0], [1], weights=np.array([weight], np.float32))
    found = wf.within(graph, 0, radius, weighted=True)
    is_near = float(np.float32(weight)) <= radius
    assert found.vertices.tolist() == ([0, 1] if is_near else [0])
    answer = found.vertices, found.distances, found.predecessors, found.offsets
    wf.validate_within(graph, 0, radius, *answer, weighted=True)
    distances = wf.sssp(graph, 0, cutoff=radius).distances
    assert np.isfinite(distances).tolist() == [True, is_near]
    wf.validate_sssp(graph, 0, distances, cutoff=radius)
