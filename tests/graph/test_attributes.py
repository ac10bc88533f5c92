"""Attributes of edges: they stay with their edges wherever these go."""

import pickle

import numpy as np
import pyarrow
import pytest
from graphs import GRAPHS, devices
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront.graph import parts

edge_lists = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=25)


def made(edges, directed=True, weighted=False, **options):
    """The graph of these edges; the attribute `time` of an edge is its place in the list."""
    src, dst = np.array(edges, int).reshape(-1, 2).T
    times = np.arange(len(edges))
    attributes = {"time": times, "old": times < 3}
    weights = times % 3 + 0.5 if weighted else None
    return wf.Graph.from_edges(src, dst, 7, weights, directed=directed, edge_attributes=attributes, **options)


def rows(graph):
    """Source, neighbor and time of each stored edge, sorted."""
    columns = *graph.coo[:2], graph.edge_attributes["time"]
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


@given(edge_lists, st.booleans())
def test_they_follow_their_edges(edges, weighted):
    graph = made(edges, weighted=weighted)
    expected = sorted((u, v, time) for time, (u, v) in enumerate(edges))
    assert rows(graph) == expected
    times = graph.edge_attributes["time"]
    assert graph.edge_attributes["old"].tolist() == (times < 3).tolist()
    if weighted:
        assert graph.csr.weights.tolist() == (times % 3 + 0.5).tolist()
    assert rows(graph.reversed) == sorted((v, u, time) for u, v, time in expected)
    assert rows(pickle.loads(pickle.dumps(graph))) == expected
    assert rows(graph.to_device("cpu")) == expected


@given(edge_lists)
def test_both_directions_of_an_undirected_edge_have_its_attributes(edges):
    graph = made(edges, directed=False)
    there = [(u, v, time) for time, (u, v) in enumerate(edges)]
    assert rows(graph) == sorted(there + [(v, u, time) for u, v, time in there if u != v])
    assert graph.reversed is graph


@given(edge_lists, st.permutations(range(7)), st.integers(0, 7), st.booleans())
def test_of_a_subgraph(edges, order, size, weighted):
    kept = order[:size]
    found = made(edges, weighted=weighted).subgraph(np.array(kept, int))
    expected = [(kept.index(u), kept.index(v), t) for t, (u, v) in enumerate(edges) if {u, v} <= {*kept}]
    assert rows(found) == sorted(expected)
    if weighted:
        assert found.csr.weights.tolist() == (found.edge_attributes["time"] % 3 + 0.5).tolist()


@given(edge_lists, st.booleans(), st.booleans())
def test_of_a_simple_graph_they_are_the_first_lightest_edges(edges, weighted, directed):
    found = made(edges, directed, weighted, simplify=True)
    there = [(time % 3 if weighted else 0, time, u, v) for time, (u, v) in enumerate(edges) if u != v]
    there += [] if directed else [(weight, time, v, u) for weight, time, u, v in there]
    first = {}
    for _, time, u, v in sorted(there):
        first.setdefault((u, v), time)
    assert rows(found) == sorted((u, v, time) for (u, v), time in first.items())


@given(edge_lists)
def test_of_the_undirected_graph_they_are_those_of_the_direction_kept(edges):
    found = rows(made(edges).to_undirected())
    expected = []
    for u, v in {(min(pair), max(pair)) for pair in edges}:
        up = [time for time, edge in enumerate(edges) if edge == (u, v)]
        down = [time for time, edge in enumerate(edges) if edge == (v, u)]
        kept = up if u == v or len(up) >= len(down) else down
        expected += [(u, v, time) for time in kept] + [(v, u, time) for time in kept if u != v]
    assert found == sorted(expected)


def test_of_neighbor_lists_that_are_not_sorted():
    lists = [0, 3, 4, 4], [2, 1, 1, 0]
    attributes = {"time": np.array([7, 8, 9, 10])}
    graph = wf.Graph.from_csr(*lists, edge_attributes=attributes)
    assert rows(graph) == [(0, 1, 8), (0, 1, 9), (0, 2, 7), (1, 0, 10)]
    graph = wf.Graph.from_csr([0, 1, 2], [1, 0], edge_attributes={"time": attributes["time"][:2]})
    assert graph.edge_attributes["time"].tolist() == [7, 8]
    graph = wf.Graph.from_csr(*lists, symmetrize=True, edge_attributes=attributes)
    assert rows(graph) == [(0, 1, 8), (0, 1, 9), (0, 2, 7), (1, 0, 8), (1, 0, 9), (2, 0, 7)]


def test_of_many_edges():
    src, dst = np.random.default_rng(0).integers(0, 5000, (2, 70_000))
    graph = wf.Graph.from_edges(src, dst, weights=dst / 4.0, edge_attributes={"source": src})
    assert (graph.edge_attributes["source"] == graph.coo.src).all()
    assert (graph.csr.weights == graph.csr.dst / 4).all()


def test_columns_of_a_table():
    table = pyarrow.table({"source": [1, 0], "target": [0, 1], "time": [0.5, 2.0], "name": ["a", "b"]})
    graph = wf.Graph.from_edges_table(table, edge_attributes=["time"])
    assert graph.edge_attributes["time"].tolist() == [2.0, 0.5]
    for wrong, message in ((["name"], "strings"), ("time", "list of names"), (["age"], "age"), ([1], "list")):
        with pytest.raises(wf.InputError, match=message):
            wf.Graph.from_edges_table(table, edge_attributes=wrong)


@pytest.mark.parametrize(
    "attributes",
    [[1], {1: [0]}, {"time": [1, 2]}, {"time": 5}, {"time": ["x"]}, {"time": [[1]]}, {"time": [1j]}],
)
def test_wrong_attributes(attributes):
    with pytest.raises(wf.InputError, match="edge_attributes"):
        wf.Graph.from_edges([0], [1], edge_attributes=attributes)
    with pytest.raises(wf.InputError, match="edge_attributes"):
        wf.Graph.from_csr([0, 1, 1], [1], edge_attributes=attributes)


def test_they_are_named_once():
    graph = made([(0, 1)])
    assert sorted(graph.edge_attributes) == ["old", "time"]
    with pytest.raises(TypeError):
        graph.edge_attributes["new"] = np.zeros(1)
    assert wf.Graph.from_edges([0], [1]).edge_attributes == {}


@pytest.mark.on_devices
@pytest.mark.parametrize("device", devices().values(), ids=devices())
def test_on_a_device(device):
    graph = parts.copied(GRAPHS["multigraph"](), device)
    times = device.xp.arange(graph.num_edges)
    there = wf.Graph.from_edges(*graph.coo[:2], graph.num_vertices, edge_attributes={"time": times})
    expected = [(u, v, time) for time, (u, v) in enumerate(zip(*graph.to_device("cpu").coo[:2], strict=True))]
    assert rows(there) == expected
    assert rows(there.to_device("cpu")) == expected
    assert rows(there.reversed) == sorted((v, u, time) for u, v, time in expected)
    assert type(there.simplified().edge_attributes["time"]) is type(times)
