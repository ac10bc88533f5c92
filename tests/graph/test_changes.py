"""Graphs with edges added and removed, against lists of edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.graph import changes


def pairs(size, at_most):
    """Lists of pairs of vertices."""
    vertex = st.integers(0, size - 1)
    return st.lists(st.tuples(vertex, vertex), max_size=at_most)


@st.composite
def changed(draw):
    """A graph, edges to add and edges to remove."""
    size = draw(st.integers(1, 8))
    edges = draw(pairs(size, 30))
    added = draw(pairs(size, 10))
    removed = draw(st.lists(st.sampled_from(edges), max_size=5)) if edges else []
    return size, edges, added, removed, draw(st.booleans()), draw(st.booleans())


def ends(edges):
    """Sources and destinations of the pairs."""
    return [[edge[place] for edge in edges] for place in (0, 1)]


def expected(edges, added, removed, directed):
    """What `with_edges` promises: edge i has the weight i, an added one i + 0.5."""
    gone = set(removed) | (set() if directed else {(v, u) for u, v in removed})
    kept = [(*edge, float(i)) for i, edge in enumerate(edges) if edge not in gone]
    kept += [(*edge, i + 0.5) for i, edge in enumerate(added)]
    return kept if directed else kept + [(v, u, w) for u, v, w in kept if u != v]


@given(changed(), st.sampled_from([1, 3, 1 << 14]))
def test_edges_are_added_and_removed(listed, case, block):
    size, edges, added, removed, directed, weighted = case
    old = np.arange(len(edges), dtype=np.float32) if weighted else None
    graph = wf.Graph.from_edges(*ends(edges), size, old, directed=directed)
    before = listed(graph)
    new = (*ends(added), np.arange(len(added)) + 0.5) if weighted else ends(added)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "BLOCK", block)
        found = graph.with_edges(new, ends(removed))
    wanted = expected(edges, added, removed, directed)
    assert listed(found) == sorted(wanted if weighted else [(u, v, None) for u, v, _ in wanted])
    assert listed(graph) == before
    wf.Graph.from_csr(*found.csr, directed=directed)  # lists are sorted, both directions are there
    assert [array.dtype for array in found.csr[:2]] == [array.dtype for array in graph.csr[:2]]


@pytest.mark.on_devices
def test_on_devices(device, listed):
    graph = generators.grid(5, 7).to_device(device)
    found = graph.with_edges(([0, 34], [34, 17]), ([0, 8], [1, 15]))
    assert found.device == graph.device
    wanted = {(u, v, None) for u, v, _ in listed(graph.to_device("cpu"))} - {
        (0, 1, None), (1, 0, None), (8, 15, None), (15, 8, None)
    }  # fmt: skip
    wanted |= {(0, 34, None), (34, 0, None), (34, 17, None), (17, 34, None)}
    assert listed(found.to_device("cpu")) == sorted(wanted)


def test_labels_and_order_of_parallel_edges_are_kept():
    graph = wf.Graph.from_edges([0, 0], [1, 1], 2, [3.0, 2.0], labels=["a", "b"])
    found = graph.with_edges(([0], [1], [1.0]))
    assert found.csr.weights.tolist() == [3, 2, 1]
    assert list(found.labels) == ["a", "b"]
    assert graph.with_edges().csr.dst.tolist() == [1, 1]


def test_attributes_go_with_the_edges():
    times = {"time": [5, 6, 7], "open": [True, False, True]}
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 2], directed=False, edge_attributes=times)
    found = graph.with_edges(([2, 1], [0, 1]), ([1], [2]), edge_attributes={"open": [0, 1], "time": [8, 9]})
    src, dst, _ = found.coo
    values = zip(*(array.tolist() for array in (src, dst, *found.edge_attributes.values())), strict=True)
    assert sorted(values) == [
        (0, 1, 5, True), (0, 2, 8, False), (1, 0, 5, True), (1, 1, 9, True), (2, 0, 8, False), (2, 2, 7, True)
    ]  # fmt: skip
    assert found.edge_attributes["time"].dtype == graph.edge_attributes["time"].dtype
    assert graph.with_edges(removed=([0], [1])).edge_attributes["time"].tolist() == [6, 6, 7]
    for values in (
        None,
        {"time": [1]},
        {"time": [1], "open": [1], "more": [1]},
        {"time": [1, 2], "open": [1]},
    ):
        with pytest.raises(wf.InputError, match="edge_attributes"):
            graph.with_edges(([0], [1]), edge_attributes=values)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ([1], [1.5], "int64"),
        (np.array([1], np.int8), [300], "int8"),
        ([True], [2], "bool"),
        (np.array([1.0], np.float32), [1e300], "float32"),
    ],
)
def test_values_that_the_type_does_not_hold(old, new, name):
    graph = wf.Graph.from_edges([0], [1], edge_attributes={"time": old})
    with pytest.raises(wf.InputError, match=rf"'time'\]: the graph's are {name}, which doesn't hold"):
        graph.with_edges(([1], [0]), edge_attributes={"time": new})


def test_weights_may_be_rounded_but_not_to_infinity():
    graph = wf.Graph.from_edges([0], [1], weights=np.ones(1, np.float32))
    assert graph.with_edges(([1], [0], [0.1])).csr.weights.tolist() == [1, np.float32(0.1)]
    assert graph.with_edges(([1], [0], [np.inf])).csr.weights.tolist() == [1, np.inf]
    with pytest.raises(wf.InputError, match="added: weights: the graph's are float32, which doesn't hold 1e"):
        graph.with_edges(([1], [0], [1e300]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"removed": ([0], [2])}, "there is no edge 0 -> 2"),
        ({"added": ([0], [9])}, "added: vertex 9 is out of range"),
        ({"added": ([0], [-1])}, "added: dst holds the negative"),
        ({"added": ([0, 1], [1])}, "added: src has 2 elements, dst 1"),
        ({"added": [0]}, r"added is \(src, dst\) here"),
        ({"added": ([0], [1], [2.0])}, "added is .src, dst. here"),
        ({"removed": ([0.5], [1])}, "integers"),
        ({"removed": 3}, "removed"),
    ],
)
def test_wrong_changes(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        generators.path(4).with_edges(**arguments)
