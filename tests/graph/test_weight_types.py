"""Every type that weights are stored in, through every function that reads them: the answers are the same.

In plain Python, since compiled kernels of each type take seconds each to compile; compiled ones meet uint8 in
the tests with random weights, float32 and float64 in others.
"""

import networkx as nx
import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.device import Python
from wavefront.graph.random_weights import with_random_weights
from wavefront.graph.weight_types import TYPES

PLAIN = Python()


def stored(graph, dtype):
    return wf.Graph.from_csr(*graph.csr[:2], graph.csr.weights.astype(dtype), directed=graph.directed)


ANSWERS = {
    "sssp": lambda graph: wf.sssp(graph, 0, device=PLAIN, cutoff=300),
    "multi_source_sssp": lambda graph: wf.multi_source_sssp(graph, [3, 0], device=PLAIN),
    "bellman_ford": lambda graph: wf.bellman_ford(graph, 2, device=PLAIN),
    "within": lambda graph: wf.within(graph, [1, 5], 300, weighted=True, device=PLAIN),
    "spanning_forest": lambda graph: wf.spanning_forest(graph, weighted=True, device=PLAIN),
    "pagerank": lambda graph: wf.pagerank(graph, weighted=True, device=PLAIN),
    "sample_neighbors": lambda graph: wf.sample_neighbors(graph, [0, 4], [2, 2], weighted=True, device=PLAIN),
    "shortest_path": lambda graph: wf.shortest_path(graph, 0, 5, weighted=True, device=PLAIN),
}


def arrays_of(answer):
    """What is in an answer, as Python's numbers; inf and -1, where there is no distance, as None."""
    fields = vars(answer) if hasattr(answer, "__dict__") else {"answer": answer}
    lists = {
        name: np.asarray(values).tolist()
        for name, values in fields.items()
        if isinstance(values, np.ndarray | list | float | int)
    }
    if "distances" in lists and np.asarray(lists["distances"]).ndim:
        values = np.asarray(fields["distances"], np.float64)
        lists["distances"] = np.where((values < 0) | (values == np.inf), -1, values).tolist()
    return lists


@pytest.mark.parametrize("name", ANSWERS)
def test_every_type_gives_the_same_answer(name):
    """Weights of 1 to 255, of which a few sums are beyond uint8."""
    drawn = with_random_weights(generators.kronecker(3, 4, seed=6), seed=2)
    expected = arrays_of(ANSWERS[name](stored(drawn, np.float64)))
    assert expected
    for dtype in TYPES:
        assert arrays_of(ANSWERS[name](stored(drawn, dtype))) == expected, dtype


@pytest.fixture(scope="module")
def parted():
    """Two components, by int16; 0 -> 1 -> 2 and 3."""
    return wf.Graph.from_edges([0, 1, 0], [1, 2, 2], 4, np.array([200, 100, 301], np.int16))


@pytest.mark.on_devices
def test_integer_weights_give_int64_distances_and_minus_1(parted, device):
    found = wf.sssp(parted, 0, device=device).to_numpy()
    assert (found.distances.dtype, found.distances.tolist()) == (np.int64, [0, 200, 300, -1])
    assert found.predecessors.tolist() == [-1, 0, 1, -1]
    assert found.num_reached == 3
    assert found.path(3) is None
    assert wf.sssp(parted, 0, device=device, predecessors=False).path(2) == [0, 1, 2]
    assert found.labelled[3] == -1
    wf.validate_sssp(parted, 0, found.distances, found.predecessors)
    with pytest.raises(wf.ValidationError, match="rule 2"):
        wf.validate_sssp(parted, 0, np.array([0, 200, 301, -1]))
    near = wf.sssp(parted, 0, device=device, cutoff=250).to_numpy()
    assert near.distances.tolist() == [0, 200, -1, -1]
    rows = wf.multi_source_sssp(parted, [3, 1], device=device).to_numpy()
    assert (rows.distances.dtype, rows.distances.tolist()) == (np.int64, [[-1, -1, -1, 0], [-1, 0, 100, -1]])
    assert rows.row(1).path(2) == [1, 2]
    ball = wf.within(parted, 0, 250, weighted=True, device=device).to_numpy()
    assert (ball.distances.dtype, ball.distances.tolist()) == (np.int64, [0, 200])
    assert wf.bellman_ford(parted, 0, device=device).to_numpy().distances.tolist() == [0, 200, 300, np.inf]


def test_what_is_not_reached_is_no_predecessor():
    """-1 and a weight of 3 are as much as the distance of 2."""
    graph = wf.Graph.from_edges([0, 2], [1, 1], 3, np.array([2, 3], np.uint8))
    found = wf.sssp(graph, 0)
    every = wf.all_predecessors(found)
    assert (every.offsets.tolist(), every.vertices.tolist()) == ([0, 0, 1, 1], [0])
    wf.validate_all_predecessors(graph, 0, found.distances, every.offsets, every.vertices, weighted=True)
    with pytest.raises(wf.ValidationError, match="as distances with weighted=True"):
        wf.validate_all_predecessors(graph, 0, found.distances, every.offsets, every.vertices)
    assert list(wf.all_shortest_paths(graph, 0, 1, weighted=True)) == [[0, 1]]


def test_distances_that_may_be_rounded_are_refused():
    weights = np.array([2**53 - 2, 1, 1])
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=weights)
    assert wf.sssp(graph, 0, cutoff=2**53 - 1).distances.tolist() == [0, 2**53 - 2, 2**53 - 1, -1]
    for search in (wf.sssp, wf.multi_source_sssp):
        with pytest.raises(wf.InputError, match=r"2\*\*53 or more"):
            search(graph, 0)
    floats = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=weights.astype(float))
    assert wf.sssp(floats, 0).distances.tolist() == [0, 2**53 - 2, 2**53 - 1, 2**53]


@pytest.mark.on_devices
def test_only_distances_that_are_asked_for_are_refused(device):
    """A distance of 2^53 beyond the radius, as a float, or on the way of a path."""
    weights = np.array([2**53 - 2, 1, 1, 5, 5])
    graph = wf.Graph.from_edges([0, 1, 2, 0, 4], [1, 2, 3, 4, 5], weights=weights)
    ball = wf.within(graph, 0, 10, weighted=True, device=device).to_numpy()
    assert (ball.distances.dtype, ball.distances.tolist()) == (np.int64, [0, 5, 10])
    assert (ball.vertices.tolist(), ball.predecessors.tolist()) == ([0, 4, 5], [-1, 0, 4])
    with pytest.raises(wf.InputError, match=r"2\*\*53 or more"):
        wf.within(graph, 0, np.inf, weighted=True, device=device)
    found = wf.bellman_ford(graph, 0, device=device).to_numpy()
    assert (found.distances.dtype, found.distances[3]) == (np.float64, 2**53)
    kept = {"weighted": True, "vertex_filter": np.ones(6, bool), "device": device}
    assert wf.shortest_path(graph, 0, 3, **kept) == [0, 1, 2, 3]
    assert list(wf.all_shortest_paths(graph, 0, 3, weighted=True, device=device)) == [[0, 1, 2, 3]]


def test_given_rows_of_integer_distances():
    graph = with_random_weights(generators.grid(3, 4), seed=3)
    out = np.empty((2, 12), np.int64)
    found = wf.multi_source_sssp(graph, [0, 5], out=out)
    assert found.distances is out
    assert out[1].tolist() == wf.sssp(graph, 5).distances.tolist()
    with pytest.raises(wf.InputError, match="out must be 2 x 12 int64"):
        wf.multi_source_sssp(graph, [0, 5], out=np.empty((2, 12)))


def test_networkx_integers_stay_integers():
    club = nx.karate_club_graph()
    graph = wf.Graph.from_networkx(club)
    assert graph.csr.weights.dtype == np.uint8
    lengths = nx.single_source_dijkstra_path_length(club, 16)
    assert wf.sssp(graph, 16).distances.tolist() == [lengths[vertex] for vertex in club]
    assert {type(weight) for *_, weight in graph.to_networkx().edges(data="weight")} == {int}


@pytest.mark.parametrize(
    ("weight", "wanted"),
    [(200, np.uint8), (2.0, np.uint8), (300, np.int16), (-1, np.int16), (0.5, np.float64)],
)
def test_added_edges_widen_the_type_of_integer_weights(weight, wanted):
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=np.array([7, 255], np.uint8))
    more = graph.with_edges(added=([0], [2], [weight]))
    assert more.csr.weights.dtype == wanted
    assert more.csr.weights.tolist() == [7, weight, 255]
    assert graph.with_edges(removed=([0], [1])).csr.weights.dtype == np.uint8


def test_old_integers_are_not_rounded_by_added_fractions():
    for weight in (2**53 + 1, -(2**53) - 1):
        graph = wf.Graph.from_edges([0], [1], weights=[weight])
        with pytest.raises(wf.InputError, match=f"which may round {weight}"):
            graph.with_edges(added=([1], [0], [0.5]))
    graph = wf.Graph.from_edges([0], [1], weights=[2**53])
    assert graph.with_edges(added=([1], [0], [0.5])).csr.weights.tolist() == [2**53, 0.5]


@pytest.mark.parametrize(
    "suffix", [".el", ".gr", ".mtx", ".wsg", ".npz", ".npy", ".graphml", ".gml", ".gexf", ".net"]
)
def test_files_keep_integer_weights(suffix, tmp_path):
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=np.array([1, 300, 7], np.int16))
    wf.write(graph, tmp_path / f"g{suffix}")
    found = wf.read(tmp_path / f"g{suffix}")
    assert (found.csr.weights.dtype, found.csr.weights.tolist()) == (np.int16, [1, 300, 7])
