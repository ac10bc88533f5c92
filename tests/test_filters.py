"""Searches with filters, against the same searches of a copy that has only what the filters keep."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED, devices, random_multigraph, suited
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS

DEVICES = devices()


def on_devices(test):
    """The test, on each device."""
    return pytest.mark.on_devices(pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)(test))


on_the_cpu = pytest.mark.skipif(SIMULATED, reason="is about the CPU's method")
STRATEGIES = "fused", "sequential", "operators"


class Times(NamedTuple):
    """Data of `is_recent`."""

    times: Any
    limit: Any


def is_recent(source, neighbor, edge, data):
    return data.times[edge] < data.limit


def is_mixed(source, neighbor, edge):
    return (source + 2 * neighbor + edge) % 3 != 0


def is_not_third(vertex):
    return vertex % 3 != 2


def bitmap(mask):
    """Item i is bit i % 32 of word i // 32; the bits behind the last item are 0."""
    words = np.zeros(-(-mask.size // 32), np.uint32)
    for item in np.flatnonzero(mask):
        words[item // 32] |= np.uint32(1 << (item % 32))
    return words


def copy_of(graph, vertices, edges):
    """A graph of the edges kept, those between kept vertices."""
    src, dst = graph.coo[:2]
    kept = edges & vertices[src] & vertices[dst]
    weights = None if graph.csr.weights is None else graph.csr.weights[kept]
    return wf.Graph.from_edges(src[kept], dst[kept], graph.num_vertices, weights=weights)


def random_masks(graph, seed, share=0.7):
    """Vertices, vertex 0 among them, and edges to keep."""
    rng = np.random.default_rng(seed)
    vertices, edges = rng.random(graph.num_vertices) < share, rng.random(graph.num_edges) < share
    vertices[0] = True
    return vertices, edges


def on(device, array):
    return device.xp.asarray(array)


@pytest.fixture(params=STRATEGIES)
def strategy(request):
    return request.param


@on_devices
@pytest.mark.parametrize("name", GRAPHS)
def test_levels_and_tree_are_those_of_a_copy(device, strategy, name):
    graph = GRAPHS[name]()
    everything = np.ones(graph.num_vertices, bool), np.ones(graph.num_edges, bool)
    vertices, edges = random_masks(graph, 1)
    for vertex_filter, edge_filter in ((vertices, None), (None, edges), (vertices, edges), everything):
        masks = zip((vertex_filter, edge_filter), everything, strict=True)
        kept = [full if mask is None else mask for mask, full in masks]
        found = wf.bfs(
            graph, 0, strategy=strategy, device=device, vertex_filter=vertex_filter, edge_filter=edge_filter
        ).to_numpy()
        copy = copy_of(graph, *kept)
        assert found.levels.tolist() == wf.bfs(copy, 0, device="cpu").levels.tolist()
        wf.validate_bfs(copy, 0, found.levels, found.predecessors)
        filters = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
        wf.validate_bfs(graph, 0, found.levels, found.predecessors, **filters)


@on_devices
def test_bitmaps_are_arrays(device, strategy):
    graph = GRAPHS["kronecker"]()
    vertices, edges = random_masks(graph, 2)
    given = {"strategy": strategy, "device": device}
    as_arrays = wf.bfs(graph, 0, vertex_filter=vertices, edge_filter=edges, **given).to_numpy()
    as_bits = wf.bfs(graph, 0, vertex_filter=bitmap(vertices), edge_filter=bitmap(edges), **given).to_numpy()
    assert as_bits.levels.tolist() == as_arrays.levels.tolist()


@on_devices
def test_all_dropped_leaves_the_source(device, strategy):
    graph = generators.grid(4, 5)
    nothing = np.zeros(graph.num_edges, bool)
    found = wf.bfs(graph, 3, strategy=strategy, device=device, edge_filter=nothing).to_numpy()
    assert found.levels.tolist() == [-1] * 3 + [0] + [-1] * 16
    only = np.arange(20) == 3
    found = wf.bfs(graph, 3, strategy=strategy, device=device, vertex_filter=only).to_numpy()
    assert found.levels.tolist() == [-1] * 3 + [0] + [-1] * 16


@on_devices
def test_functors_are_arrays(device):
    graph = random_multigraph(3)
    src, dst = graph.coo[:2]
    times = np.random.default_rng(0).random(graph.num_edges)
    data = Times(on(device, times), 0.6)
    vertices, numbers = np.arange(graph.num_vertices) % 3 != 2, np.arange(graph.num_edges)
    for edge_filter, edges in (
        ((is_recent, data), times < 0.6),
        (is_mixed, (src + 2 * dst + numbers) % 3 != 0),
    ):
        filters = {"vertex_filter": is_not_third, "edge_filter": edge_filter}
        found = wf.bfs(graph, 0, strategy="sequential", device=device, **filters).to_numpy()
        assert found.levels.tolist() == wf.bfs(copy_of(graph, vertices, edges), 0).levels.tolist()


@pytest.mark.soak
@on_devices
def test_functors_in_every_search(device):
    graph = suited(ALGORITHMS["sssp"], GRAPHS["multigraph"]())
    times = np.random.default_rng(0).random(graph.num_edges)
    given = {"vertex_filter": is_not_third, "edge_filter": (is_recent, Times(on(device, times), 0.8))}
    given["device"] = device
    copy = copy_of(graph, np.arange(graph.num_vertices) % 3 != 2, times < 0.8)
    expected = wf.bfs(copy, 0).levels.tolist()
    for options in ({}, {"strategy": "fused", "alpha": 1.0}):
        assert wf.bfs(graph, 0, **given, **options).to_numpy().levels.tolist() == expected
    assert wf.sssp(graph, 0, **given).to_numpy().distances.tolist() == wf.sssp(copy, 0).distances.tolist()
    found, expected = wf.within(graph, 0, 3, **given), wf.within(copy, 0, 3)
    assert found.to_numpy().vertices.tolist() == expected.vertices.tolist()
    found, expected = wf.multi_source_bfs(graph, [0, 1], **given), wf.multi_source_bfs(copy, [0, 1])
    assert found.to_numpy().levels.tolist() == expected.levels.tolist()


@on_devices
@pytest.mark.parametrize("name", ["multigraph", "parallel edges", "grid"])
def test_weighted_paths_are_those_of_a_copy(device, name):
    graph = suited(ALGORITHMS["sssp"], GRAPHS[name]())
    vertices, edges = random_masks(graph, 4)
    copy, filters = copy_of(graph, vertices, edges), {"vertex_filter": vertices, "edge_filter": edges}
    found, expected = wf.sssp(graph, 0, device=device, **filters).to_numpy(), wf.sssp(copy, 0, device="cpu")
    assert found.distances.tolist() == expected.distances.tolist()
    assert found.predecessors.tolist() == expected.predecessors.tolist()
    wf.validate_sssp(graph, 0, found.distances, found.predecessors, **filters)
    target = int(np.flatnonzero(expected.distances >= 0)[-1])
    bare = wf.sssp(graph, 0, device=device, predecessors=False, **filters)
    assert bare.path(target) == expected.path(target)
    for weighted in (False, True):
        path = wf.shortest_path(graph, 0, target, weighted=weighted, device=device, **filters)
        other = wf.shortest_path(copy, 0, target, weighted=weighted, device="cpu")
        assert len(path) == len(other) or weighted
        assert path[0] == 0
        assert path[-1] == target


@on_devices
@pytest.mark.parametrize("weighted", [False, True])
def test_balls_are_those_of_a_copy(device, weighted):
    graph = suited(ALGORITHMS["within"], GRAPHS["multigraph"]())
    vertices, edges = random_masks(graph, 5)
    filters, radius = {"vertex_filter": vertices, "edge_filter": edges}, 150.0 if weighted else 3
    found = wf.within(graph, 0, radius, weighted=weighted, device=device, **filters).to_numpy()
    expected = wf.within(copy_of(graph, vertices, edges), 0, radius, weighted=weighted, device="cpu")
    assert found.vertices.tolist() == expected.vertices.tolist()
    assert found.distances.tolist() == expected.distances.tolist()
    wf.validate_within(
        graph,
        0,
        radius,
        found.vertices,
        found.distances,
        found.predecessors,
        found.offsets,
        weighted,
        **filters,
    )


@on_devices
def test_rows_of_many_sources_are_those_of_a_copy(device):
    graph = GRAPHS["kronecker"]()
    vertices, edges = random_masks(graph, 6, share=0.9)
    sources = np.flatnonzero(vertices)[:5]
    filters = {"vertex_filter": vertices, "edge_filter": edges}
    found = wf.multi_source_bfs(graph, sources, device=device, **filters).to_numpy()
    expected = wf.multi_source_bfs(copy_of(graph, vertices, edges), sources, device="cpu")
    assert found.levels.tolist() == expected.levels.tolist()
    wf.validate_multi_source_bfs(graph, sources, found.levels, **filters)


@on_devices
def test_prepared_graphs_take_the_callers_ids(device):
    graph = generators.kronecker(6, 4, seed=3)
    vertices, edges = random_masks(graph, 10, 0.9)
    expected = wf.bfs(copy_of(graph, vertices, edges), 0, device="cpu").levels
    found = wf.bfs(graph.prepare("hubs_first"), 0, device=device, vertex_filter=vertices, edge_filter=edges)
    assert found.to_numpy().levels.tolist() == expected.tolist()


@on_devices
def test_stops_and_traces(device, strategy):
    graph = generators.grid(6, 6)
    vertices, edges = random_masks(graph, 11, 0.9)
    filters = {"vertex_filter": vertices, "edge_filter": edges, "strategy": strategy, "device": device}
    whole = wf.bfs(graph, 0, **filters).to_numpy().levels
    target = int(np.flatnonzero(whole == 3)[0])
    stopped = wf.bfs(graph, 0, target=target, **filters).to_numpy().levels
    assert stopped.tolist() == np.where(whole > 3, -1, whole).tolist()
    stopped = wf.bfs(graph, 0, depth_limit=2, trace=True, **filters).to_numpy()
    assert stopped.levels.tolist() == np.where(whole > 2, -1, whole).tolist()
    assert [row.level for row in stopped.trace.levels] == [1, 2]
    dropped = int(np.flatnonzero(~vertices)[0])
    assert wf.bfs(graph, 0, target=dropped, **filters).to_numpy().levels.tolist() == whole.tolist()


@on_devices
def test_the_smallest_predecessor_comes_by_an_edge_kept(device, strategy):
    graph = GRAPHS["kronecker"]()
    vertices, edges = random_masks(graph, 12, 0.8)
    filters = {"vertex_filter": vertices, "edge_filter": edges}
    found = wf.bfs(graph, 0, strategy=strategy, device=device, deterministic=True, **filters).to_numpy()
    expected = wf.bfs(copy_of(graph, vertices, edges), 0, device="cpu", deterministic=True)
    assert found.predecessors.tolist() == expected.predecessors.tolist()


def test_one_of_two_parallel_edges():
    graph = wf.Graph.from_edges([0, 0, 1], [1, 1, 2])
    for kept in ([True, False, True], [False, True, True]):
        assert wf.bfs(graph, 0, edge_filter=kept).levels.tolist() == [0, 1, 2]
    assert wf.bfs(graph, 0, edge_filter=[False, False, True]).levels.tolist() == [0, -1, -1]


def test_one_direction_of_an_undirected_edge():
    graph = wf.Graph.from_edges([0, 1], [1, 2], directed=False)
    src, dst = graph.coo[:2]
    assert wf.bfs(graph, 0, edge_filter=src < dst).levels.tolist() == [0, 1, 2]
    assert wf.bfs(graph, 2, edge_filter=src < dst).levels.tolist() == [-1, -1, 0]


@given(st.data())
@settings(deadline=None, max_examples=60)
@on_the_cpu
def test_any_graph_and_masks(data):
    count = data.draw(st.integers(1, 12))
    ends = st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=30)
    src, dst = np.array(data.draw(ends), int).reshape(-1, 2).T
    graph = wf.Graph.from_edges(src, dst, count, directed=data.draw(st.booleans()))
    masks = [
        np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)), bool)
        for size in (count, graph.num_edges)
    ]
    masks[0][0] = True
    found = wf.bfs(graph, 0, vertex_filter=masks[0], edge_filter=masks[1], device="cpu")
    assert found.levels.tolist() == wf.bfs(copy_of(graph, *masks), 0, device="cpu").levels.tolist()
