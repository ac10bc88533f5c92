"""Rows of distances against Dijkstra in SciPy and in plain Python."""

from unittest.mock import patch

import numpy as np
import pytest
import reference
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.on_devices


def expected(graph, sources):
    src, dst, weights = graph.coo
    if weights is not None and weights.dtype.kind != "f":
        edges = list(zip(src.tolist(), dst.tolist(), weights.tolist(), strict=True))
        rows = [reference.shortest_distances(graph.num_vertices, edges, source) for source in sources]
        return [[-1 if distance == np.inf else distance for distance in row] for row in rows]
    values = [1.0] * src.size if weights is None else list(weights)
    edges = list(zip(src.tolist(), dst.tolist(), values, strict=True))
    return [reference.shortest_distances(graph.num_vertices, edges, source) for source in sources]


@pytest.mark.parametrize("name", GRAPHS)
def test_rows_are_those_of_dijkstra(name, device):
    graph = GRAPHS[name]()
    for each in (graph, with_random_weights(graph, seed=3)):
        sources = [each.num_vertices // 2, 0, 0, each.num_vertices - 1]
        found = wf.multi_source_sssp(each, sources, device=device).to_numpy()
        assert found.sources.tolist() == sources
        assert found.distances.tolist() == expected(each, sources)
        wf.validate_multi_source_sssp(each, sources, found.distances)


EDGES = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19), st.sampled_from([0, 0.1, 0.25, 1, 7])))


@settings(max_examples=size(60, 5))
@given(EDGES, st.booleans(), st.sampled_from([None, 0.2, 3]))
def test_any_graph(edges, directed, delta):
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    weights = np.array(weights, np.float64)
    graph = wf.Graph.from_edges(list(src), list(dst), 20, weights, directed=directed)
    device = next(reversed(devices().values()))
    found = wf.multi_source_sssp(graph, [0, 7, 3], delta=delta, device=device).to_numpy()
    assert found.distances.tolist() == expected(graph, [0, 7, 3])


def test_scipy_agrees_and_a_row_has_paths():
    graph = with_random_weights(generators.grid(30, 40), seed=3)
    found = wf.multi_source_sssp(graph, range(0, 1200, 100))
    assert found.distances.tolist() == csgraph.dijkstra(graph.to_scipy(), indices=found.sources).tolist()
    row = found.row(3)
    assert row.sources.tolist() == [300]
    assert row.path(7) == wf.sssp(graph, 300).path(7)
    assert repr(found) == "MultiSourceSsspResult(12 sources, 1,200 vertices on cpu)"


def test_more_than_memory_holds_is_told_before():
    graph = generators.path(1000)
    with (
        patch("wavefront.device.cpu.total_memory", return_value=100_000),
        pytest.raises(wf.InputError, match=r"from 50 sources need about 476,048 bytes .* 2 sources at once"),
    ):
        wf.multi_source_sssp(graph, range(50), device=wf.Cpu(1))
    with (
        patch("wavefront.device.python.total_memory", return_value=100_000),
        pytest.raises(wf.InputError, match=r"from 50 sources need about 456,000 bytes .* 5 sources at once"),
    ):
        wf.multi_source_sssp(graph, range(50), device="python")


@pytest.mark.parametrize(
    ("weights", "arguments", "message"),
    [
        ([1.0, -0.5], {"sources": 0}, r"weights of 0 or more; edge 1 -> 2 has -0.5"),
        ([1.0, 1.0], {"sources": [0, 3]}, "vertex 3 is out of range"),
        ([1.0, 1.0], {"sources": []}, "at least one source"),
        ([1.0, 1.0], {"sources": 0, "delta": 0}, "delta is a positive number, not 0"),
    ],
)
def test_wrong_input(weights, arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.multi_source_sssp(wf.Graph.from_edges([0, 1], [1, 2], weights=weights), **arguments)
