"""The k shortest paths against NetworkX."""

import inspect
from itertools import islice, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.k_shortest_paths import bounds, on_cpu
from wavefront.device import Cpu
from wavefront.graph.random_weights import with_random_weights


def as_networkx(graph, by_weight):
    """The graph, of parallel edges the lightest, without edges of infinite weight."""
    arcs = nx.DiGraph()
    arcs.add_nodes_from(range(graph.num_vertices))
    weights = graph.csr.weights if by_weight else np.ones(graph.num_edges)
    for u, v, weight in zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), weights.tolist(), strict=True):
        if weight < arcs.get_edge_data(u, v, {"weight": np.inf})["weight"]:
            arcs.add_edge(u, v, weight=weight)
    return arcs


def check(graph, source, target, k, by_weight):
    """As many paths as NetworkX finds, of the same lengths, each a simple path of the graph, none twice."""
    arcs = as_networkx(graph, by_weight)
    try:
        right = list(islice(nx.shortest_simple_paths(arcs, source, target, "weight"), k))
    except nx.NetworkXNoPath:
        right = []
    found = list(wf.k_shortest_paths(graph, source, target, k, weighted=by_weight))
    assert [nx.path_weight(arcs, p, "weight") for p in found] == [
        nx.path_weight(arcs, p, "weight") for p in right
    ]
    assert all(nx.is_simple_path(arcs, p) and (p[0], p[-1]) == (source, target) for p in found)
    assert len(set(map(tuple, found))) == len(found)


EDGES = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from([0, 2.0**-70, 0.25, 1, 1, 2, np.inf])),
    max_size=40,
)


@settings(max_examples=150)
@given(EDGES, st.booleans(), st.booleans(), st.integers(0, 7), st.integers(1, 40))
def test_any_graph(edges, directed, by_weight, target, k):
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    graph = wf.Graph.from_edges(list(src), list(dst), 8, np.array(weights, float), directed=directed)
    check(graph, 0, target, k, by_weight)


@pytest.mark.parametrize("by_weight", [False, True])
def test_grids_and_small_worlds(by_weight):
    for graph in (generators.grid(6, 7), generators.grid(2, 50), generators.small_world(60, 4, 0.2, seed=2)):
        check(with_random_weights(graph, seed=1), 3, graph.num_vertices - 2, 60, by_weight)


def test_more_paths_than_a_threads_memory_holds(monkeypatch):
    graph = with_random_weights(generators.grid(5, 6), seed=1)
    expected = list(wf.k_shortest_paths(graph, 0, 29, 40, weighted=True))
    monkeypatch.setattr(on_cpu, "MORE_IDS", 1)
    assert list(wf.k_shortest_paths(graph, 0, 29, 40, weighted=True)) == expected


@pytest.mark.parametrize("by_weight", [False, True])
def test_searches_that_are_put_off_and_bounds_that_get_better(by_weight, monkeypatch):
    monkeypatch.setattr(on_cpu, "FIRST_EDGES", 1)
    monkeypatch.setattr(bounds, "FIRST_EDGES", 1)
    monkeypatch.setattr(bounds, "WEIGHTED_SHARE_BITS", 2)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        edges = rng.integers(0, 40, (2, 90))
        graph = wf.Graph.from_edges(*edges, 40, rng.integers(1, 9, 90).astype(np.float32), directed=seed > 3)
        check(graph, 0, 39, 12, by_weight)


def test_an_interrupted_search_leaves_nothing_behind(monkeypatch):
    monkeypatch.setattr(on_cpu, "FIRST_EDGES", 1)
    monkeypatch.setattr(bounds, "FIRST_EDGES", 1)
    monkeypatch.setattr(bounds, "WEIGHTED_SHARE_BITS", 0)
    graph = with_random_weights(generators.grid(6, 7), seed=1)
    call, searches = Cpu.call, []

    def interrupted(device, function, *arguments):
        ended = call(device, function, *arguments)
        searches.append(function is bounds.search_back)
        if sum(searches) == 3:  # from the target on, each for more edges
            raise KeyboardInterrupt
        return ended

    with monkeypatch.context() as patch:
        patch.setattr(Cpu, "call", interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(wf.k_shortest_paths(graph, 0, 41, 9, weighted=True))
    for target in (1, 20, 40):
        check(graph, 0, target, 12, True)


def test_a_search_that_is_given_up_leaves_nothing_behind():
    graph = with_random_weights(generators.grid(6, 7), seed=1)
    next(wf.k_shortest_paths(graph, 0, 41, 9, weighted=True))
    check(graph, 40, 3, 20, True)


def test_a_weight_that_turns_negative():
    grid = generators.grid(3, 4)
    graph = wf.Graph.from_csr(*grid.csr[:2], np.ones(grid.num_edges), directed=False)
    assert len(list(wf.k_shortest_paths(graph, 0, 11, 2, weighted=True))) == 2
    graph.csr.weights[:] = -1
    with pytest.raises(wf.InputError, match="weights of 0 or more"):
        next(wf.k_shortest_paths(graph, 0, 11, 2, weighted=True))


def test_paths_come_when_asked_for_and_in_the_same_order():
    graph = with_random_weights(generators.kronecker(9, 8, seed=1), seed=1)
    source, target = np.argsort(graph.out_degrees)[[-1, -300]].tolist()
    paths = wf.k_shortest_paths(graph, source, target, 2**31 - 1)
    assert inspect.isgenerator(paths)
    first = list(islice(paths, 30))
    assert [len(path) for path in first] == sorted(map(len, first))
    assert list(islice(wf.k_shortest_paths(graph, source, target, 2**31 - 1), 30)) == first


@pytest.mark.parametrize("share", [0.5, 0.95])
def test_edges_without_weight_lead_straight_to_the_target(share):
    """Of many paths that are equally long, short ones: what leaves a path is searched for at each vertex."""
    side, vertices = 60, np.arange(60 * 60).reshape(60, 60)
    steps = (vertices[:, :-1], vertices[:, 1:]), (vertices[:-1], vertices[1:])
    slants = (vertices[:-1, :-1], vertices[1:, 1:]), (vertices[1:, :-1], vertices[:-1, 1:])
    src, dst = (np.concatenate([ends.ravel() for ends in part]) for part in zip(*steps, *slants, strict=True))
    weights = np.where(np.random.default_rng(5).random(src.size) < share, 0.0, 1.0)
    graph, target = wf.Graph.from_edges(src, dst, weights=weights, directed=False), side * side // 2 - 1
    found = list(wf.k_shortest_paths(graph, 0, target, 3, weighted=True, device="cpu"))
    assert len(found) == 3
    wf.validate_k_shortest_paths(graph, 0, target, found, weighted=True)
    assert max(map(len, found)) < 1.5 * side


@pytest.mark.parametrize("filters", [{}, {"vertex_filter": np.ones(4, bool)}])
def test_a_weight_that_is_lost_in_a_sum(filters, monkeypatch):
    monkeypatch.setattr(bounds, "FIRST_EDGES", 1)
    monkeypatch.setattr(bounds, "WEIGHTED_SHARE_BITS", 9)
    monkeypatch.setattr(on_cpu, "FIRST_EDGES", 1)
    graph = wf.Graph.from_edges([0, 1, 2, 1], [1, 2, 3, 3], weights=[1.0, 1e-20, 1.0, 4.0])
    found = list(wf.k_shortest_paths(graph, 0, 3, 3, weighted=True, device="cpu", **filters))
    assert found == [[0, 1, 2, 3], [0, 1, 3]]


def test_lengths_of_float32_weights():
    grid = generators.grid(8, 8)
    weights = np.random.default_rng(4).random(grid.num_edges, np.float32)
    graph = wf.Graph.from_csr(grid.csr.src_ptr, grid.csr.dst, weights)
    arcs = as_networkx(graph, True)
    found = list(wf.k_shortest_paths(graph, 0, 63, 25, weighted=True))
    right = islice(nx.shortest_simple_paths(arcs, 0, 63, "weight"), 25)
    for path, other in zip(found, right, strict=True):
        lengths = [sum(arcs.edges[edge]["weight"] for edge in pairwise(p)) for p in (path, other)]
        assert lengths[0] == pytest.approx(lengths[1], rel=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": 3, "target": 0}, "source: vertex 3 is out of range"),
        ({"source": 0, "target": -1}, "target: vertex -1 is out of range"),
        ({"source": 0, "target": 1, "k": 0}, "k is a whole number, 1 or more"),
        ({"source": 0, "target": 1, "k": 1.5}, "k is a whole number, 1 or more"),
        ({"source": 0, "target": 1, "weighted": 2}, "weighted is true or false"),
        ({"source": 0, "target": 1, "weighted": True}, "edge 1 -> 2 has -1.0"),
    ],
)
def test_wrong_input(arguments, message):
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[1.0, -1.0])
    with pytest.raises(wf.InputError, match=message):
        wf.k_shortest_paths(graph, **{"k": 3} | arguments)
