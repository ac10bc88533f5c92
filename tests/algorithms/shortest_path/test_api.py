"""Paths between two vertices against NetworkX and SciPy, and how little a search meets."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from graphs import GRAPHS, size
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.shortest_path import answer, on_cpu

pytestmark = pytest.mark.on_devices


def weighted(graph, seed=7):
    """The graph with weights of which sums are exact, 0 and infinity among them."""
    weights = np.random.default_rng(seed).integers(0, 9, graph.num_edges) / 4
    weights[weights == 2] = np.inf
    return wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)


def ends_of(graph):
    return zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)


def arcs(graph):
    """The lightest weight of each edge, by its ends."""
    found = {}
    for edge, weight in zip(ends_of(graph), graph.csr.weights.tolist(), strict=True):
        found[edge] = min(weight, found.get(edge, np.inf))
    return found


def length_of(path, graph, by_weight):
    """The length of a path; fails where it has no edge."""
    edges = arcs(graph) if by_weight else dict.fromkeys(ends_of(graph), 1)
    return sum(edges[edge] for edge in pairwise(path))


def expected_lengths(graph, source, by_weight):
    edges = nx.DiGraph()
    edges.add_nodes_from(range(graph.num_vertices))
    if not by_weight:
        edges.add_edges_from(ends_of(graph))
        return nx.single_source_shortest_path_length(edges, source)
    edges.add_weighted_edges_from((u, v, w) for (u, v), w in arcs(graph).items() if w < np.inf)
    return nx.single_source_dijkstra_path_length(edges, source)


def check(graph, pairs, paths, by_weight):
    for (source, target), path in zip(pairs, paths, strict=True):
        lengths = expected_lengths(graph, source, by_weight)
        assert (path is None) == (target not in lengths)
        if path is not None:
            assert (path[0], path[-1]) == (source, target)
            assert length_of(list(path), graph, by_weight) == lengths[target]


@pytest.mark.parametrize("by_weight", [False, True])
@pytest.mark.parametrize("name", GRAPHS)
def test_paths_are_as_short_as_networkx_says(name, by_weight, device):
    graph = weighted(GRAPHS[name]()) if by_weight else GRAPHS[name]()
    rng = np.random.default_rng(3)
    pairs = rng.integers(0, graph.num_vertices, (size(12, 3), 2)).tolist()
    pairs.append([pairs[0][0]] * 2)
    single = [wf.shortest_path(graph, *pair, weighted=by_weight, device=device) for pair in pairs]
    assert all(path is None or type(path) is list for path in single)
    check(graph, pairs, single, by_weight)
    several = wf.shortest_paths(graph, pairs, weighted=by_weight, device=device)
    check(graph, pairs, several, by_weight)
    assert wf.shortest_paths(graph, np.array(pairs), weighted=by_weight, device=device)[-1].size == 1


EDGES = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14), st.sampled_from([0, 0.25, 1, 7])))


@settings(max_examples=80)
@given(EDGES, st.booleans(), st.booleans(), st.integers(0, 14))
def test_any_graph(edges, directed, by_weight, target):
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    weights = np.array(weights, np.float64)
    graph = wf.Graph.from_edges(list(src), list(dst), 15, weights, directed=directed)
    pairs = [(0, target), (target, 3)]
    check(graph, pairs, [wf.shortest_path(graph, *pair, weighted=by_weight) for pair in pairs], by_weight)
    check(graph, pairs, wf.shortest_paths(graph, pairs, weighted=by_weight), by_weight)


def test_scipy_agrees_on_float32_weights():
    graph = generators.grid(40, 50)
    weights = np.random.default_rng(5).random(graph.num_edges, np.float32)
    directed = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)
    distances = csgraph.dijkstra(directed.to_scipy().astype(float), indices=7)
    edges = arcs(directed)
    pairs = [(7, target) for target in range(0, 2000, 13)]
    for (_, target), path in zip(pairs, wf.shortest_paths(directed, pairs, weighted=True), strict=True):
        length = sum(edges[int(u), int(v)] for u, v in pairwise(path))
        assert length == pytest.approx(distances[target], rel=1e-12)


@pytest.mark.parametrize("by_weight", [False, True])
def test_a_search_meets_only_what_lies_between(by_weight):
    """Vertices met, counted: they don't depend on the graph's size, and scratch is as clean as it was."""
    counts = []
    for side in (60, 120):
        graph = generators.grid(side, side)
        weights = 1 + np.random.default_rng(2).integers(0, 2, graph.num_edges) / 4
        graph = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)
        middle = side // 2 * side + side // 2
        pairs = np.array([[middle, middle + 10], [middle, middle + 10], [middle - 3, middle]])
        found = on_cpu.answered(graph, pairs, by_weight, wf.Cpu(1))[1]
        counts.append(found.num_met.tolist())
        pool = on_cpu.pool_of(graph, "shortest_path")
        scratch = pool.take((1, by_weight))
        assert not scratch.places.any()
        pool.give_back((1, by_weight), scratch)
        taken = [on_cpu.answered(graph, pairs[:1], by_weight, wf.Cpu(1)) for _ in range(2)]
        assert pool.take((1, by_weight)) is not None
        assert [list(paths[0]) for paths, _ in taken] == [list(taken[0][0][0])] * 2
    first, again, short = counts[0]
    if not by_weight:
        assert counts[0] == counts[1]
    assert first == again < 220  # a search from one end meets all 221 vertices within 10 steps
    assert short < 40


def test_more_paths_than_a_threads_memory_holds(monkeypatch):
    monkeypatch.setattr(answer, "MORE_IDS", 5)
    graph = generators.path(30)
    pairs = [(0, target) for target in range(30)] * 3
    for path, (_, target) in zip(wf.shortest_paths(graph, pairs), pairs, strict=True):
        assert path.tolist() == list(range(target + 1))


def test_no_pairs():
    for pairs in ([], np.empty((0, 2), int)):
        assert wf.shortest_paths(generators.path(3), pairs) == []


def test_a_wrong_weight_is_named_where_the_search_meets_it():
    graph = wf.Graph.from_edges(
        [0, 1, 2, 3], [1, 2, 3, 4], weights=[1.0, 1.0, 1.0, -2.0], labels=list("abcde")
    )
    assert wf.shortest_path(graph, 0, 1, weighted=True) == [0, 1]
    for source in (0, 3):
        with pytest.raises(wf.InputError, match=r"edge 'd' \(id 3\) -> 'e' \(id 4\) has -2.0"):
            wf.shortest_path(graph, source, 4, weighted=True)
    assert wf.shortest_path(graph, 0, 2, weighted=True) == [0, 1, 2]
    assert wf.shortest_path(graph, 0, 4) == [0, 1, 2, 3, 4]
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[np.nan, 1.0])
    with pytest.raises(wf.InputError, match="edge 0 -> 1 has nan"):
        wf.shortest_paths(graph, [(0, 2)], weighted=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": 3, "target": 0}, "source: vertex 3 is out of range"),
        ({"source": 0, "target": -1}, "target: vertex -1 is out of range"),
        ({"source": 0, "target": [1]}, "target"),
        ({"source": 0, "target": 1, "weighted": 2}, "weighted is true or false"),
        ({"pairs": [0, 1]}, "pairs are P x 2 vertices"),
        ({"pairs": [(0, 1, 2)]}, "pairs are P x 2 vertices"),
        ({"pairs": [], "weighted": 3}, "weighted is true or false"),
        ({"pairs": np.empty((0, 3), int)}, "pairs are P x 2 vertices"),
        ({"pairs": [(0, 3)]}, "pairs: vertex 3 is out of range"),
        ({"pairs": [(0, 1.5)]}, "pairs"),
    ],
)
def test_wrong_input(arguments, message):
    search = wf.shortest_paths if "pairs" in arguments else wf.shortest_path
    with pytest.raises(wf.InputError, match=message):
        search(generators.path(3), **arguments)
