"""A*: with any heuristic that says too little, paths are as short as NetworkX says; wrong ones are errors."""

import gc
from itertools import pairwise
from typing import Any, NamedTuple
from weakref import ref

import networkx as nx
import numpy as np
import pytest
from graphs import devices
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.shortest_path import coordinates as by_coordinates
from wavefront.algorithms.shortest_path import on_cpu, on_gpu

pytestmark = pytest.mark.on_devices
GPUS = {name: device for name, device in devices().items() if name in ("simulator", "gpu")}


@pytest.fixture(autouse=True)
def no_pair_is_left_to_the_whole_gpu(monkeypatch):
    monkeypatch.setattr(on_gpu, "FEW", 0)


EDGES = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14), st.sampled_from([0, 0.25, 1, 7, np.inf])))


SHARES = st.lists(st.sampled_from([0, 0.25, 0.5, 1]), min_size=15, max_size=15)


class Bounds(NamedTuple):
    share: Any  # V numbers from 0 to 1
    distances: Any  # V numbers: to the target


def by_bounds(vertex, target, problem):
    return problem.share[vertex] * problem.distances[vertex] if vertex != target else 0


def by_table(vertex, target, problem):
    return problem.distances[vertex]


def nothing_known(vertex, target):
    return 0


def made(edges, directed):
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    return wf.Graph.from_edges(list(src), list(dst), 15, np.array(weights, float), directed=directed)


def lightest(graph, by_weight):
    found = nx.DiGraph()
    found.add_nodes_from(range(graph.num_vertices))
    weights = graph.csr.weights if by_weight else np.ones(graph.num_edges)
    for u, v, w in zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), weights.tolist(), strict=True):
        if w < np.inf and w < found.get_edge_data(u, v, {"weight": np.inf})["weight"]:
            found.add_edge(u, v, weight=w)
    return found


def check(edges, source, target, path):
    lengths = nx.single_source_dijkstra_path_length(edges, source)
    assert (path is None) == (target not in lengths)
    if path is not None:
        assert (path[0], path[-1]) == (source, target)
        assert sum(edges.edges[step]["weight"] for step in pairwise(path)) == lengths[target]


@settings(max_examples=80)
@given(
    EDGES,
    st.booleans(),
    st.booleans(),
    st.integers(0, 14),
    st.lists(st.floats(0, 1), min_size=15, max_size=15),
)
def test_any_heuristic_that_says_too_little(edges, directed, by_weight, target, share):
    """Shares drawn anew per vertex: most such heuristics fall by more than an edge's length along an edge."""
    graph = made(edges, directed)
    expected = lightest(graph, by_weight)
    lengths = nx.single_source_dijkstra_path_length(expected.reverse(), target)
    distances = np.array([lengths.get(vertex, np.inf) for vertex in range(15)])
    share = np.array(share, float)
    share[np.isinf(distances)] = 1
    hints = {"weighted": by_weight, "heuristic": by_bounds, "problem": Bounds(share, distances)}
    for source in (0, 3, target):
        check(expected, source, target, wf.shortest_path(graph, source, target, **hints))
    pairs = [(source, target) for source in range(15)]
    for (source, _), path in zip(pairs, wf.shortest_paths(graph, pairs, **hints), strict=True):
        check(expected, source, target, None if path is None else path.tolist())


@settings(max_examples=60)
@given(
    EDGES,
    st.booleans(),
    st.integers(0, 14),
    st.lists(st.sampled_from([0, 0.5, -3.0, 1e-3, 1e6]), min_size=45, max_size=45),
    st.sampled_from([1, 2, 3]),
)
def test_any_coordinates(edges, by_weight, target, numbers, dimensions):
    graph = made(edges, False)
    expected = lightest(graph, by_weight)
    coordinates = np.array(numbers[: 15 * dimensions]).reshape(15, dimensions)
    for source in (0, 3):
        path = wf.shortest_path(graph, source, target, weighted=by_weight, coordinates=coordinates)
        check(expected, source, target, path)


def plane(side):
    """A grid whose edges are 1 to 1.5 times as long as the straight line, and where its vertices are."""
    graph = generators.grid(side, side)
    rows, columns = np.divmod(np.arange(side * side), side)
    weights = 2 + np.random.default_rng(3).integers(0, 5, graph.num_edges) / 4
    return wf.Graph.from_csr(*graph.csr[:2], weights), 2.0 * np.column_stack([rows, columns])


def test_a_reopened_vertex_gives_the_shorter_path():
    """0 -> 1 -> 2 is shorter, but 1 looks far, so that 2 is settled from 0 first."""
    graph = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 2, 3], weights=[1.0, 3.0, 1.0, 10.0])
    problem = Bounds(np.ones(4), np.array([0.0, 11.0, 0.0, 0.0]))
    assert wf.shortest_path(graph, 0, 3, weighted=True, heuristic=by_table, problem=problem) == [0, 1, 2, 3]


def test_a_straight_line_meets_fewer_vertices():
    graph, coordinates = plane(60)
    pairs = np.array([[60 * 10 + 10, 60 * 10 + 50], [60 * 40 + 5, 60 * 42 + 55]])
    guide = by_coordinates.guide_of(graph, graph, coordinates, True, wf.Cpu())
    assert guide.problem.factor == pytest.approx(1, rel=1e-8)
    assert guide.problem.factor < 1
    guided, blind = (on_cpu.answered(graph, pairs, True, wf.Cpu(1), each) for each in (guide, None))
    assert guided[1].num_met.sum() < 0.7 * blind[1].num_met.sum()
    for source, target in pairs.tolist():
        expected = wf.sssp(graph, source).distances[target]
        for paths, answer in (guided, blind):
            del answer
            weights = lightest(graph, True)
            (path,) = [path for path in paths if path[0] == source]
            assert sum(weights.edges[int(u), int(v)]["weight"] for u, v in pairwise(path)) == expected


def test_scratch_is_clean_after_a_search():
    graph, coordinates = plane(20)
    guide = by_coordinates.guide_of(graph, graph, coordinates, True, wf.Cpu())
    on_cpu.answered(graph, np.array([[3, 370]]), True, wf.Cpu(1), guide)
    assert not on_cpu.pool_of(graph, "shortest_path").take((1, True)).places.any()


def test_coordinates_are_looked_at_once_per_array():
    graph, coordinates = plane(5)
    first = by_coordinates.guide_of(graph, graph, coordinates, True, wf.Cpu())
    assert by_coordinates.guide_of(graph, graph, coordinates, True, wf.Cpu()) is first
    assert by_coordinates.guide_of(graph, graph, coordinates.copy(), True, wf.Cpu()) is not first
    coordinates[:] = np.random.default_rng(1).random(coordinates.shape) * 1e9
    check(
        lightest(graph, True), 0, 24, wf.shortest_path(graph, 0, 24, weighted=True, coordinates=coordinates)
    )
    del first
    kept = ref(graph)
    del graph
    gc.collect()
    assert kept() is None


def test_without_a_problem(device):
    graph, _ = plane(4)
    path = wf.shortest_path(graph, 0, 15, weighted=True, heuristic=nothing_known, device=device)
    check(lightest(graph, True), 0, 15, path)
    assert wf.shortest_path(graph, 3, 3, heuristic=nothing_known, device=device) == [3]


def negative(vertex, target):
    return -1.0 if vertex == 1 else 0.0


def too_many(vertex, target, problem, more):
    return 0.0


def without_result(vertex, target):
    vertex += 1


@pytest.mark.parametrize("wrong", [-1.0, np.nan])
def test_a_wrong_heuristic_is_refused_where_it_is_asked_for(wrong):
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1.0, 1.0, 1.0], labels=list("abcd"))
    hints = {"heuristic": by_table, "problem": Bounds(np.ones(4), np.array([0, 0, wrong, 0.0]))}
    with pytest.raises(wf.InputError, match=r"by_table.*must be 0 or more; from vertex 'c' \(id 2\)"):
        wf.shortest_path(graph, 0, 3, weighted=True, **hints)
    assert wf.shortest_path(graph, 0, 1, weighted=True, **hints) == [0, 1]
    with pytest.raises(wf.InputError, match="by_table"):
        wf.shortest_paths(graph, [(2, 3), (0, 3)], **hints)


def test_a_wrong_weight_is_named():
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[1.0, -2.0])
    with pytest.raises(wf.InputError, match=r"edge 1 -> 2 has -2.0"):
        wf.shortest_path(graph, 0, 2, weighted=True, heuristic=nothing_known)


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        ({"heuristic": 3}, "a functor is a plain Python function"),
        ({"heuristic": too_many}, "takes 4 arguments"),
        ({"heuristic": by_table}, "takes 3 arguments"),
        ({"heuristic": nothing_known, "problem": Bounds(np.ones(3), np.ones(3))}, "takes 2 arguments"),
        ({"heuristic": without_result}, "must return a value"),
        ({"heuristic": by_table, "problem": 4}, "a problem is a NamedTuple"),
        ({"problem": Bounds(np.ones(3), np.ones(3))}, "a problem is for a heuristic"),
        ({"coordinates": np.ones((3, 2)), "heuristic": nothing_known}, "coordinates are a heuristic"),
        ({"coordinates": np.ones((4, 2))}, "coordinates are 3 x 2"),
        ({"coordinates": np.ones(3)}, "coordinates are 3 x 2"),
        ({"coordinates": np.ones((3, 0))}, "coordinates are 3 x 2"),
        ({"coordinates": [["a"], ["b"], ["c"]]}, "coordinates"),
        ({"coordinates": [[0.0, 1], [2, np.nan], [0, 0]]}, "row 1 has others"),
        ({"coordinates": [[0.0, 1], [2, 1], [np.inf, 0]]}, "row 2 has others"),
    ],
)
def test_wrong_hints(hints, message):
    for search in (wf.shortest_path, wf.shortest_paths):
        ends = ([(0, 2)],) if search is wf.shortest_paths else (0, 2)
        with pytest.raises(wf.InputError, match=message):
            search(generators.path(3), *ends, **hints)


def test_with_a_filter_the_path_is_a_shortest_of_what_is_kept():
    graph, coordinates = plane(6)
    kept = np.ones(36, bool)
    kept[[7, 14, 21]] = False
    hints = {"weighted": True, "coordinates": coordinates, "vertex_filter": kept}
    expected = lightest(graph, True)
    expected.remove_nodes_from([7, 14, 21])
    check(expected, 0, 35, wf.shortest_path(graph, 0, 35, **hints))
    with pytest.raises(wf.InputError, match="coordinates are 36 x 2"):
        wf.shortest_path(graph, 0, 35, coordinates=coordinates[1:], vertex_filter=kept)


def test_few_pairs_are_searches_of_the_whole_gpu(device, monkeypatch):
    monkeypatch.setattr(on_gpu, "FEW", 3)
    monkeypatch.setattr("wavefront.algorithms.steps_back.ROOM", 1)  # vertices of a path, at first
    graph, pairs = (
        wf.Graph.from_edges([0, 1, 3], [1, 2, 2], weights=[1.0, 0.0, 2.0]),
        [(0, 2), (2, 0), (3, 3)],
    )
    found = wf.shortest_paths(graph, pairs, weighted=True, heuristic=nothing_known, device=device)
    assert [None if path is None else path.tolist() for path in found] == [[0, 1, 2], None, [3]]


@pytest.mark.skipif(not GPUS, reason="is about a GPU's blocks")
@pytest.mark.parametrize("device", GPUS.values(), ids=GPUS)
def test_pairs_for_which_blocks_have_no_room_are_left_to_the_whole_gpu(device, monkeypatch):
    monkeypatch.setattr(on_gpu, "SHAPES", (on_gpu.Shape(7, 64, 1),))
    monkeypatch.setattr(on_gpu, "MOST_IDS", 1)  # a path at a time
    graph, pairs = generators.star(140), [(3, 0), (0, 7), (9, 9), (2, 1)]
    found = wf.shortest_paths(graph, pairs, heuristic=nothing_known, device=device)
    assert [path.tolist() for path in found] == [[3, 0], [0, 7], [9], [2, 0, 1]]
