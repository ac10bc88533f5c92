"""Shortest paths by weights of either sign, against a plain Bellman-Ford, NetworkX and SciPy."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.bellman_ford import rounds

pytestmark = pytest.mark.on_devices


def edges_of(graph):
    weights = np.ones(graph.num_edges) if graph.csr.weights is None else graph.csr.weights
    return list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), weights.tolist(), strict=True))


def expected(graph, sources):
    """The distances by V rounds over all edges; None if the last round changes one."""
    src, dst, weights = graph.coo
    weights = np.ones(graph.num_edges) if weights is None else weights.astype(np.float64)
    distances = np.full(graph.num_vertices, np.inf)
    distances[sources] = 0
    for _ in range(graph.num_vertices + 1):
        before = distances.copy()
        np.minimum.at(distances, dst, before[src] + weights)
        if np.array_equal(distances, before):  # and in all rounds to come
            return distances.tolist()
    return None


def check(graph, sources, device):
    """Distances, or a cycle, and every path."""
    right = expected(graph, sources)
    try:
        found = wf.bellman_ford(graph, sources, device=device).to_numpy()
    except wf.NegativeCycleError as error:
        assert right is None
        check_cycle(graph, error.cycle)
        return
    assert found.distances.tolist() == right
    wf.validate_bellman_ford(graph, sources, found.distances, found.predecessors)
    wf.validate_bellman_ford(graph, sources, found.distances)
    least = least_weights(graph)
    for target, distance in enumerate(right):
        path = found.path(target)
        assert (path is None) == (distance == np.inf)
        if path is not None:
            assert path[0] in sources
            assert path[-1] == target
            assert sum(least[ends] for ends in pairwise(path)) == distance


def least_weights(graph):
    """The weight of the lightest edge between two vertices, by the two."""
    least = {}
    for u, v, weight in edges_of(graph):
        least[u, v] = min(weight, least.get((u, v), np.inf))
    return least


def check_cycle(graph, cycle):
    assert len(set(cycle)) == len(cycle)
    assert cycle[0] == min(cycle)
    least = least_weights(graph)
    assert sum(least[ends] for ends in pairwise([*cycle, cycle[0]])) < 0


def with_potentials(graph, seed=3):
    """The graph with weights of either sign, and no negative cycle: w + p(u) - p(v) for potentials p."""
    rng = np.random.default_rng(seed)
    potentials = rng.integers(-20, 20, graph.num_vertices)
    src, dst, _ = graph.coo
    weights = rng.integers(0, 6, graph.num_edges) + potentials[src] - potentials[dst]
    return wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights / 2)


@pytest.mark.parametrize("name", GRAPHS)
def test_distances_are_those_of_v_rounds(name, device):
    graph = with_potentials(GRAPHS[name]())
    check(graph, [graph.num_vertices // 3], device)
    check(graph, sorted({0, graph.num_vertices - 1}), device)


EDGES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from([-2, -0.5, 0, 0.5, 1, 3, 7]))
)


@settings(max_examples=size(150, 10))
@given(EDGES, st.booleans(), st.lists(st.integers(0, 9), min_size=1, max_size=3, unique=True))
def test_any_graph(edges, is_float32, sources):
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    weights = np.array(weights, np.float32 if is_float32 else np.float64)
    check(wf.Graph.from_edges(list(src), list(dst), 10, weights), sources, next(iter(devices().values())))


def test_scipy_and_networkx_agree():
    graph = with_potentials(generators.kronecker(7, 4, seed=2, directed=True))
    found = wf.bellman_ford(graph, 5)
    arcs = nx.DiGraph()
    arcs.add_nodes_from(range(graph.num_vertices))
    for u, v, weight in edges_of(graph):
        arcs.add_edge(u, v, weight=min(weight, arcs.get_edge_data(u, v, {"weight": np.inf})["weight"]))
    lengths = nx.single_source_bellman_ford_path_length(arcs, 5)
    assert {v: d for v, d in enumerate(found.distances.tolist()) if d < np.inf} == lengths
    simple = wf.Graph.from_networkx(arcs)
    matrix = simple.to_scipy()
    if not (matrix.data == 0).any():
        assert csgraph.bellman_ford(matrix, indices=5).tolist() == found.distances.tolist()
    without = wf.bellman_ford(graph, 5, predecessors=False)
    assert without.predecessors is None
    assert repr(without).startswith("BellmanFordResult(")
    with pytest.raises(wf.InputError, match="predecessors=True"):
        without.path(0)


def test_a_long_negative_cycle_is_found_early(device, monkeypatch):
    """The look after 4 rounds, or a later one, finds the cycle long before as many rounds as vertices."""
    monkeypatch.setattr(rounds, "FIRST_LOOK", 4)
    count = size(600, 40)
    ring = wf.Graph.from_edges([*range(count), 3], [*range(1, count), 0, 1], weights=[1.0] * count + [-3.0])
    with pytest.raises(
        wf.NegativeCycleError, match=r"around 1 -> 2 -> 3 -> 1 add up to less than 0"
    ) as caught:
        wf.bellman_ford(ring, 0, device=device)
    assert caught.value.cycle == [1, 2, 3]
    rest = wf.Graph.from_edges([0, 1, 2], [1, 2, 1], 4, weights=[1.0, -3.0, 2.0], labels=list("abcd"))
    assert wf.bellman_ford(rest, 3, device=device).to_numpy().distances.tolist() == [np.inf] * 3 + [0]
    with pytest.raises(wf.InputError, match=r"'b' \(id 1\) -> 'c' \(id 2\) -> 'b'"):
        wf.bellman_ford(rest, 0, device=device)


def test_undirected_and_self_loops(device):
    there_and_back = wf.Graph.from_edges([0, 1], [1, 2], weights=[1.0, -1.0], directed=False)
    with pytest.raises(wf.NegativeCycleError) as caught:
        wf.bellman_ford(there_and_back, 0, device=device)
    assert caught.value.cycle == [1, 2]
    loop = wf.Graph.from_edges([0, 1], [1, 1], weights=[1.0, -1.0])
    with pytest.raises(wf.NegativeCycleError) as caught:
        wf.bellman_ford(loop, 0, device=device)
    assert caught.value.cycle == [1]


def test_weights_beyond_numbers(device):
    graph = wf.Graph.from_edges([0, 1, 0], [1, 2, 3], weights=[-1.0, np.inf, -2.0])
    found = wf.bellman_ford(graph, 0, device=device).to_numpy()
    assert found.distances.tolist() == [0, -1, np.inf, -2]
    assert found.predecessors.tolist() == [-1, 0, -1, 0]


def test_a_sum_that_overflows_is_minus_infinity():
    huge = wf.Graph.from_edges([0, 1], [1, 2], weights=[-1.5e308, -1.5e308])
    found = wf.bellman_ford(huge, 0)
    assert found.distances.tolist() == [0, -1.5e308, -np.inf]
    wf.validate_bellman_ford(huge, 0, found.distances, found.predecessors)


@pytest.mark.parametrize(
    ("weights", "source", "message"),
    [
        ([1.0, -np.inf], 0, "edge 1 -> 2 has -inf"),
        ([np.nan, 1.0], 0, "edge 0 -> 1 has nan"),
        ([1.0, 1.0], 3, "vertex 3 is out of range"),
        ([1.0, 1.0], [], "at least one source"),
    ],
)
def test_wrong_input(weights, source, message):
    with pytest.raises(wf.InputError, match=message):
        wf.bellman_ford(wf.Graph.from_edges([0, 1], [1, 2], weights=weights), source)


def test_rounding_that_leaves_no_shortest_path():
    """Around +1, -1 the distance 2**53 falls to 2**53 - 1, where it stays."""
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 1], weights=[2.0**53, 1.0, -1.0])
    with pytest.raises(wf.InputError, match="differ too much in size for float64"):
        wf.bellman_ford(graph, 0)
