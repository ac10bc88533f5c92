"""Shortest paths against Dijkstra, SciPy and NetworkX."""

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import buckets

pytestmark = pytest.mark.on_devices


def weighted(graph, kind):
    """The graph with weights of a kind: float32 sums that are rounded, or small integers, 0 among them."""
    rng = np.random.default_rng(7)
    if kind == "none":
        return graph
    if kind == "float32":
        weights = rng.random(graph.num_edges, np.float32)
    else:
        weights = rng.integers(0, 4, graph.num_edges, np.uint8)
    return wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)


def expected_distances(graph, source):
    src, dst, weights = graph.coo
    is_whole = weights is not None and weights.dtype.kind != "f"
    values = [1.0] * src.size if weights is None else weights.tolist() if is_whole else list(weights)
    edges = zip(src.tolist(), dst.tolist(), values, strict=True)
    found = reference.shortest_distances(graph.num_vertices, edges, source)
    return [-1 if is_whole and distance == np.inf else distance for distance in found]


@pytest.mark.parametrize("kind", ["none", "float32", "integers"])
@pytest.mark.parametrize("name", GRAPHS)
def test_distances_are_those_of_dijkstra(name, kind, device):
    graph = weighted(GRAPHS[name](), kind)
    source = graph.num_vertices // 3
    found = wf.sssp(graph, source, device=device).to_numpy()
    assert found.distances.dtype == {"float32": np.float32, "integers": np.int64}.get(kind, np.float64)
    assert found.distances.tolist() == expected_distances(graph, source)
    wf.validate_sssp(graph, source, found.distances, found.predecessors)
    wf.validate_sssp(graph, source, found.distances)
    for target in range(0, graph.num_vertices, 1 + graph.num_vertices // 5):
        path = found.path(target)
        assert (path is None) == (found.distances[target] in (-1, np.inf))
        assert path is None or (path[0], path[-1]) == (source, target)


@pytest.mark.parametrize("delta", [1e-3, 1.0, np.inf])
def test_delta_changes_no_distance(delta, device, monkeypatch):
    for name in ("SERIAL_EDGES", "SERIAL_SIZE"):
        monkeypatch.setattr(buckets, name, 3)  # small enough that every part of the CPU's form is needed
    graph = weighted(generators.kronecker(size(8, 5), size(16, 3), seed=4), "float32")
    source = int(graph.out_degrees.argmax())
    found = wf.sssp(graph, source, delta=delta, device=device).to_numpy()
    assert found.distances.tolist() == expected_distances(graph, source)
    assert found.delta == delta


def test_scipy_agrees():
    graph = weighted(generators.grid(30, 40), "float32")
    distances, parents = csgraph.dijkstra(graph.to_scipy(), indices=5, return_predecessors=True)
    found = wf.sssp(graph, 5)
    np.testing.assert_allclose(found.distances, distances, rtol=1e-6)
    assert ((parents >= 0) == (found.predecessors >= 0)).all()


def test_path_agrees_with_networkx():
    club = nx.karate_club_graph()  # with weights
    result = wf.sssp(wf.Graph.from_networkx(club), 16)
    without = wf.sssp(wf.Graph.from_networkx(club), 16, predecessors=False)
    assert without.predecessors is None
    lengths = nx.single_source_dijkstra_path_length(club, 16)
    for target in club:
        for path in (result.path(target), without.path(target)):
            assert nx.path_weight(club, path, "weight") == lengths[target] == result.distances[target]
    assert repr(result).startswith("SsspResult(34 of 34 vertices reached, delta ")


def test_an_infinite_weight_is_no_edge(device):
    graph = wf.Graph.from_edges([0, 1, 0], [1, 2, 3], weights=[1.0, np.inf, 2.0])
    found = wf.sssp(graph, 0, device=device).to_numpy()
    assert found.distances.tolist() == [0, 1, np.inf, 2]
    assert found.predecessors.tolist() == [-1, 0, -1, 0]
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)


EDGES = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19), st.sampled_from([0, 0.1, 0.25, 1, 7])))


@settings(max_examples=size(60, 5))
@given(EDGES, st.booleans(), st.sampled_from([None, 0.2, 3]))
def test_any_graph(edges, directed, delta):
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    weights = np.array(weights, np.float64)
    graph = wf.Graph.from_edges(list(src), list(dst), 20, weights, directed=directed)
    found = wf.sssp(graph, 0, delta=delta, device=next(iter(devices().values()))).to_numpy()
    assert found.distances.tolist() == expected_distances(graph, 0)
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)


@pytest.mark.parametrize(
    ("weights", "arguments", "message"),
    [
        ([1.0, -0.5], {"source": 0}, r"weights of 0 or more; edge 1 -> 2 has -0.5"),
        ([np.nan, 1.0], {"source": 0}, r"edge 0 -> 1 has nan"),
        ([1.0, 1.0], {"source": 3}, "vertex 3 is out of range"),
        ([1.0, 1.0], {"source": 0, "delta": 0}, "delta is a positive number, not 0"),
        ([1.0, 1.0], {"source": 0, "delta": np.nan}, "delta is a positive number, not nan"),
        ([1.0, 1.0], {"source": 0, "delta": "1"}, "delta is a positive number"),
        ([1.0, 1.0], {"source": 0, "delta": 1j}, "delta is a positive number"),
    ],
)
def test_wrong_input(weights, arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.sssp(wf.Graph.from_edges([0, 1], [1, 2], weights=weights), **arguments)


SEARCHES = {
    "sssp": lambda graph: wf.sssp(graph, 0, device="cpu"),
    "multi_source_sssp": lambda graph: wf.multi_source_sssp(graph, [0, 1], device="cpu"),
    "k_shortest_paths": lambda graph: list(wf.k_shortest_paths(graph, 0, 899, 2, weighted=True)),
}


@pytest.mark.parametrize("wrong", [-3.0, np.nan])
@pytest.mark.parametrize("name", SEARCHES)
def test_weights_that_a_caller_makes_negative_are_seen_by_the_next_search(name, wrong):
    """A graph's weights may be the caller's own array: kernels must not run over negative ones."""
    csr = generators.grid(30, 30).csr
    weights = np.ones(csr.dst.size)
    graph = wf.Graph.from_csr(csr.src_ptr, csr.dst, weights)
    SEARCHES[name](graph)
    weights[5:200] = wrong
    with pytest.raises(wf.InputError, match="weights of 0 or more"):
        SEARCHES[name](graph)
    weights[5:200] = 2.0
    SEARCHES[name](graph)


def test_a_sum_that_overflows_is_no_path():
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[1.5e308, 1.5e308])
    found = wf.sssp(graph, 0)
    assert found.distances.tolist() == [0, 1.5e308, np.inf]
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)


def test_a_target_outside_the_graph_is_refused():
    with pytest.raises(wf.InputError, match="out of range"):
        wf.sssp(generators.path(3), 0).path(3)
