"""The checks of paths: right ones pass, each kind of wrong one is refused by its rule."""

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about validators, which run in NumPy")

# 0 -> 1 -> 2 -> 4 is 3 long, 0 -> 3 -> 4 is 4, 0 -> 4 is 5, or 9; 5 is not reached, by an edge of no use.
ROADS = wf.Graph.from_edges(
    [0, 1, 2, 0, 3, 0, 0, 1, 4],
    [1, 2, 4, 3, 4, 4, 4, 0, 5],
    weights=[1.0, 1.0, 1.0, 2.0, 2.0, 9.0, 5.0, 1.0, np.inf],
)
EDGES = st.lists(st.tuples(*2 * [st.integers(0, 9)], st.sampled_from([0, 0.1, 0.2, 1])))
SHORTEST = [0, 1, 2, 4], [0, 3, 4], [0, 4]


@pytest.mark.parametrize(
    ("rule", "path", "weighted"),
    [
        ("1", [0, 1, 2], True),
        ("1", [1, 2, 4], True),
        ("1", [], True),
        ("1", [[0, 4]], True),
        ("2", [0, 2, 4], True),
        ("2", [0, 6, 4], True),
        ("2", [0, -1, 4], True),
        ("3", [0, 3, 4], True),
        ("3", [0, 1, 0, 1, 2, 4], True),
        ("3", [0, 4], True),
        ("3", None, True),
        ("3", [0, 1, 2, 4], False),
        ("3", None, False),
    ],
)
def test_a_wrong_path_is_refused_by_its_rule(rule, path, weighted):
    path = np.empty(0, int) if path == [] else path
    with pytest.raises(wf.ValidationError, match=f"rule {rule}"):
        wf.validate_path(ROADS, 0, 4, path, weighted=weighted)


def test_right_paths_pass():
    wf.validate_path(ROADS, 0, 4, SHORTEST[0], weighted=True)
    wf.validate_path(ROADS, 0, 4, np.array([0, 4]))
    wf.validate_path(ROADS, 0, 0, [0])
    wf.validate_path(ROADS, 0, 5, None, weighted=True)
    wf.validate_path(ROADS, 0, 5, [0, 4, 5])
    wf.validate_k_shortest_paths(ROADS, 0, 4, SHORTEST, weighted=True)
    wf.validate_k_shortest_paths(ROADS, 0, 4, SHORTEST[::-1])
    wf.validate_k_shortest_paths(ROADS, 5, 4, [])


def test_a_path_of_what_filters_keep():
    kept = {"weighted": True, "vertex_filter": np.array([1, 1, 0, 1, 1, 1], bool)}
    wf.validate_path(ROADS, 0, 4, SHORTEST[1], **kept)
    for rule, path in (("2", SHORTEST[0]), ("3", SHORTEST[2])):
        with pytest.raises(wf.ValidationError, match=f"rule {rule}"):
            wf.validate_path(ROADS, 0, 4, path, **kept)


@pytest.mark.parametrize(
    ("rule", "paths"),
    [
        ("1", [*SHORTEST, [0, 3]]),
        ("2", [*SHORTEST, [0, 2, 4]]),
        ("3", SHORTEST[1:]),
        ("3", []),
        ("4", [SHORTEST[0], [0, 1, 0, 4]]),
        ("5", [SHORTEST[0], SHORTEST[1], SHORTEST[1]]),
        ("6", [SHORTEST[0], SHORTEST[2], SHORTEST[1]]),
    ],
)
def test_wrong_paths_are_refused_by_their_rule(rule, paths):
    with pytest.raises(wf.ValidationError, match=f"rule {rule}"):
        wf.validate_k_shortest_paths(ROADS, 0, 4, paths, weighted=True)


@settings(max_examples=60)
@given(EDGES, st.booleans(), st.data())
def test_only_paths_as_short_as_networkx_says_pass(edges, weighted, data):
    found = nx.MultiDiGraph()
    found.add_nodes_from(range(10))
    found.add_weighted_edges_from(edges)
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    graph = wf.Graph.from_edges(list(src), list(dst), 10, np.array(weights, float))
    weight = "weight" if weighted else None
    paths = [None, *nx.all_simple_paths(nx.DiGraph(found), 0, 9)] if edges else [None]
    path = data.draw(st.sampled_from(paths))
    lightest = nx.DiGraph(found)
    for u, v, w in edges:
        lightest[u][v]["weight"] = min(w, lightest[u][v]["weight"])
    is_right = (path is None) == (not nx.has_path(lightest, 0, 9))
    if path is not None:
        length, best = nx.path_weight(lightest, path, "weight"), nx.shortest_path_length(found, 0, 9, weight)
        is_right = (length if weighted else len(path) - 1) == pytest.approx(best)
    if is_right:
        wf.validate_path(graph, 0, 9, path, weighted=weighted)
    else:
        with pytest.raises(wf.ValidationError, match="rule 3"):
            wf.validate_path(graph, 0, 9, path, weighted=weighted)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": 6}, "source: vertex 6 is out of range"),
        ({"target": 6}, "target: vertex 6 is out of range"),
        ({"path": [0.0, 4.0]}, "path must be signed integers"),
        ({"weighted": 2}, "weighted is true or false"),
    ],
)
def test_wrong_input(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.validate_path(**({"graph": ROADS, "source": 0, "target": 4, "path": [0, 4]} | arguments))


def test_a_wrong_weight_is_named():
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[1.0, -2.0])
    with pytest.raises(wf.InputError, match=r"edge 1 -> 2 has -2.0"):
        wf.validate_path(graph, 0, 1, [0, 1], weighted=True)


def test_distances_that_bound_nothing_prove_nothing(monkeypatch):
    monkeypatch.setattr(csgraph, "dijkstra", lambda *_, **__: (np.array([0, 9.0, 9, 9, 9, 9]), None))
    with pytest.raises(RuntimeError, match="no lower bounds"):
        wf.validate_path(ROADS, 0, 4, [0, 4], weighted=True)


def test_long_sums_may_round():
    graph = generators.path(3000)
    weights = np.random.default_rng(2).random(graph.num_edges)
    graph = wf.Graph.from_csr(*graph.csr[:2], weights)
    wf.validate_path(graph, 0, 2999, wf.shortest_path(graph, 0, 2999, weighted=True), weighted=True)


def test_sums_of_float32_may_round_once_per_edge():
    """Two ways of 1,000 edges, the second longer by 2 in 10^7: sums in float32 may not tell them apart."""
    steps = 1000
    weights = np.full(2 * steps, 0.1, np.float32)
    weights[steps] += np.float32(2e-5)
    first, second = np.arange(steps + 1), np.concatenate(([0], np.arange(steps + 1, 2 * steps), [steps]))
    src, dst = (np.concatenate((first[part], second[part])) for part in (slice(-1), slice(1, None)))
    graph = wf.Graph.from_edges(src, dst, weights=weights)
    wf.validate_path(graph, 0, steps, first, weighted=True)
    wf.validate_path(graph, 0, steps, second, weighted=True)
    wf.validate_k_shortest_paths(graph, 0, steps, [second], weighted=True)
    graph = wf.Graph.from_edges(src, dst, weights=weights.astype(np.float64))
    with pytest.raises(wf.ValidationError, match="rule 3"):
        wf.validate_path(graph, 0, steps, second, weighted=True)


def test_short_sums_of_float32_hardly_round():
    graph = wf.Graph.from_edges([0, 1, 0, 2], [1, 3, 2, 3], weights=np.array([1, 1, 1, 1.00001], np.float32))
    with pytest.raises(wf.ValidationError, match="rule 3"):
        wf.validate_path(graph, 0, 3, [0, 2, 3], weighted=True)


def test_weights_that_are_not_asked_for_round_nothing():
    """Of two ways of 5,000 and 5,001 edges the first is the shorter, whatever the weights' type."""
    src, dst = np.arange(5001), np.arange(1, 5002)
    src, dst = np.append(src, 0), np.append(dst, 2)
    graph = wf.Graph.from_edges(src, dst, weights=np.ones(src.size, np.float32))
    with pytest.raises(wf.ValidationError, match="rule 3"):
        wf.validate_path(graph, 0, 5001, np.arange(5002))
