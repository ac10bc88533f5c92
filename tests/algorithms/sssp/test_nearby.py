"""Searches that end nearby, beside the same searches by all threads over the whole graph."""

import pickle

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.algorithms.sssp import nearby

pytestmark = pytest.mark.skipif(SIMULATED, reason="is a form of the CPU")
STOPS = [{"target": 470}, {"target": [430, 12, 470]}, {"cutoff": 13}, {"target": 899, "cutoff": 9.5}]


def weighted(kind):
    graph = generators.grid(30, 30)
    rng = np.random.default_rng(3)
    weights = {
        "int32": rng.integers(1, 9, graph.num_edges).astype(np.int32),
        "float32": rng.random(graph.num_edges, np.float32),
        "zeros": rng.integers(0, 3, graph.num_edges) / 2,
        "infinite": np.where(rng.random(graph.num_edges) < 0.2, np.inf, 1.5),
        "none": None,
    }
    return wf.Graph.from_csr(*graph.csr[:2], weights[kind])


def both(graph, monkeypatch, **options):
    """The result of a search that may end nearby, and of one that may not."""
    monkeypatch.setattr(nearby, "SHARE_BITS", 0)
    monkeypatch.setattr(nearby, "LEAST_EDGES", 0)
    near = wf.sssp(graph, 465, device="cpu", **options)
    monkeypatch.setattr(nearby, "LEAST_EDGES", 1 << 62)
    return near, wf.sssp(graph, 465, device="cpu", **options)


@pytest.mark.parametrize("kind", ["int32", "float32", "zeros", "infinite", "none"])
def test_nothing_differs_but_the_time(kind, monkeypatch):
    graph = weighted(kind)
    for stop in STOPS:
        near, whole = both(graph, monkeypatch, **stop)
        assert (nearby.NEARBY in vars(near)) == (kind != "zeros")
        assert nearby.NEARBY not in vars(whole)
        assert near.num_reached == whole.num_reached
        assert repr(near) == repr(whole)
        for vertex in (465, 470, 12, 899):
            assert near.path(vertex) == whole.path(vertex)
            assert near.distance(vertex) == whole.distance(vertex) == whole.distances[vertex]
        assert pickle.loads(pickle.dumps(near)).distances.tolist() == whole.distances.tolist()
        assert near.distances.dtype == whole.distances.dtype
        assert near.distances.tolist() == whole.distances.tolist()
        assert near.predecessors.tolist() == whole.predecessors.tolist()
        wf.validate_sssp(graph, 465, near.distances, near.predecessors, **stop)


def test_all_of_a_result_is_checked(monkeypatch):
    graph, searched = weighted("int32"), {"source": 465, "target": 470}
    near, _ = both(graph, monkeypatch, target=470)
    assert ALGORITHMS["sssp"].validate(graph, near, searched)
    near.predecessors[470] = 899
    with pytest.raises(wf.ValidationError):
        ALGORITHMS["sssp"].validate(graph, near, searched)


def test_a_search_that_comes_to_many_edges_begins_anew(monkeypatch):
    graph = weighted("int32")
    near, whole = both(graph, monkeypatch, target=0)
    monkeypatch.setattr(nearby, "LEAST_EDGES", 0)
    monkeypatch.setattr(nearby, "MOST_EDGES", 100)
    assert nearby.NEARBY not in vars(wf.sssp(graph, 465, device="cpu", target=0))
    assert nearby.NEARBY in vars(near)
    assert near.path(0) == whole.path(0)


def test_without_predecessors_there_are_none(monkeypatch):
    near, whole = both(weighted("int32"), monkeypatch, target=470, predecessors=False)
    assert near.predecessors is whole.predecessors is None
    assert near.path(470) == whole.path(470)
    assert not hasattr(near, "levels")


def test_a_wrong_weight_is_seen_where_it_is_met(monkeypatch):
    graph = weighted("int32")
    wf.sssp(graph, 465, target=470)  # the weights are checked
    weights = graph.csr.weights
    weights[graph.csr.src_ptr[465]] = -3
    with pytest.raises(wf.InputError, match="edge 465 -> 435 has -3"):
        both(graph, monkeypatch, target=470)
