"""Edges as a caller gives them: their types, parallel edges, and edges that are refused."""

import networkx as nx
import numpy as np
import pytest

import wavefront as wf


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        *((dtype, dtype) for dtype in (np.uint8, np.int16, np.int32, np.int64, np.float32, np.float64)),
        (bool, np.uint8),
        (np.int8, np.int16),
        (np.uint16, np.int32),
        (np.uint32, np.int64),
        (np.uint64, np.int64),
        (np.float16, np.float64),
    ],
)
def test_weight_types(given, stored):
    weights = np.ones(1, given)
    graphs = [
        wf.Graph.from_edges([0], [1], weights=weights),
        wf.Graph.from_csr([0, 1, 1], [1], weights),
        wf.Graph.from_edges([0], [1], weights=weights, directed=False),
    ]
    for graph in graphs:
        assert graph.csr.weights.dtype == graph.csc.weights.dtype == stored
        assert set(graph.csr.weights.tolist()) == {1}


def test_unsigned_integers_that_int64_does_not_hold_become_float64():
    weights = wf.Graph.from_edges([0], [1], weights=np.array([2**63], np.uint64)).csr.weights
    assert (weights.dtype, weights.tolist()) == (np.float64, [2.0**63])


@pytest.mark.parametrize(
    ("weights", "stored"),
    [
        ([0, 255], np.uint8),
        ([0, 256], np.int16),
        ([-1, 255], np.int16),
        ([-(2**15) - 1, 0], np.int32),
        ([0, 2**31], np.int64),
        ([0, 2**53 - 1], np.int64),
        ([0, 2**53], np.float64),  # text may have been rounded to it
        ([1, 0.5], np.float64),
        (["-0.0", 1], np.float64),
        (["inf", 1], np.float64),
    ],
)
def test_weights_in_files_get_the_smallest_type_that_holds_them(weights, stored, file_of):
    lines = [f"{edge} {edge + 1} {weight}" for edge, weight in enumerate(weights)]
    graph = wf.read(file_of("g.el", "\n".join(lines)))
    assert graph.csr.weights.dtype == stored
    assert graph.csr.weights.tolist() == list(map(float, weights))


def test_simplify():
    src, dst, weights = [0, 0, 0, 1, 1, 2], [1, 1, 0, 2, 2, 2], [3, 2, 1, 5, 4, 9]
    graph = wf.Graph.from_edges(src, dst, 4, weights, simplify=True)
    assert (graph.num_edges, graph.coo.src.tolist(), graph.coo.dst.tolist()) == (2, [0, 1], [1, 2])
    assert graph.csr.weights.tolist() == [2, 4]
    kept = wf.Graph.from_edges(src, dst, 4, weights)
    assert kept.num_edges == 6
    assert wf.Graph.from_edges([], [], 3, simplify=True).num_edges == 0


def test_simplify_undirected_is_networkx_graph():
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 30, 200), rng.integers(0, 30, 200)
    graph = wf.Graph.from_edges(src, dst, 30, directed=False, simplify=True)
    expected = nx.Graph(zip(src.tolist(), dst.tolist(), strict=True))
    expected.remove_edges_from(list(nx.selfloop_edges(expected)))
    assert graph.num_edges == 2 * expected.number_of_edges()
    assert graph.csc.src is graph.csr.dst


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, -1], [1, 1]), "src holds the negative vertex id -1"),
        (([0], [5], 3), "vertex 5 is out of range: there are 3 vertices"),
        (([0, 1], [1]), "src has 2 elements, dst 1"),
        (([0], [1], 2, [1.0, 2.0]), "src has 1 elements, weights 2"),
        (([0.5], [1]), "src must be a one-dimensional array of integers"),
        ((["a"], [1]), "src must be a one-dimensional array of integers"),
        (([[0, 1]], [[1, 0]]), "src must be a one-dimensional array of integers"),
        (([2**63], [0]), "integers|out of range|too large"),
        (([0], [1], -1), "num_vertices must be an integer, 0 or more"),
        (([0], [1], True), "num_vertices must be an integer, 0 or more"),
        (([0], [1], 2, ["heavy"]), "weights"),
        (([0], [1], 2, [[1.0]]), "weights must be a one-dimensional array"),
        (([0], [1], 2, [1j]), "weights must be a one-dimensional array of real numbers"),
        (([0, [1]], [1, 2]), "src: no array can be made of .0, .1..: "),
        ((iter([0]), iter([1])), "src must be a one-dimensional array of integers"),
        ((np.ma.array([0, 1], mask=[0, 1]), [1, 2]), "elements without a value"),
        (
            ([0], [1], 2**62),
            r"a graph of 4,611,686,018,427,387,904 vertices needs about 18,\d{3},.* bytes of mem",
        ),
        (([0], [1], 2**70), "num_vertices must be an integer, from 0 to 4611686018427387904"),
        (([2**61], [0]), "2,305,843,009,213,693,953 vertices needs about .* bytes of memory"),
    ],
)
def test_from_edges_refuses(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_edges(*arguments)


@pytest.mark.parametrize("count", [None, 9])
@pytest.mark.parametrize(
    ("src", "dst"),
    [
        ([0, 0, 1, 6], [1, 8, 0, 3]),  # the largest id is neither the last source nor the last destination
        ([3, 3, 8], [1, 1, 8]),
        ([2, 2], [7, 8]),
        ([0, 5, 5, 8], [8, 5, 4, 0]),  # ordered by source alone
        ([8], [0]),
    ],
)
def test_edges_in_order(src, dst, count):
    graph = wf.Graph.from_edges(src, dst, count)
    assert graph.csr.src_ptr.tolist() == [0, *np.cumsum(np.bincount(src, minlength=9)).tolist()]
    assert list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)) == sorted(
        zip(src, dst, strict=True)
    )


@pytest.mark.parametrize("src", [[-5], [-2, -1], [0, -1], [-1, 3]])
@pytest.mark.parametrize("count", [None, 2, 9])
def test_negative_ids_in_order(src, count):
    with pytest.raises(wf.InputError, match="src holds the negative vertex id"):
        wf.Graph.from_edges(src, src, count)


def test_the_largest_integer_is_no_vertex():
    with pytest.raises(wf.InputError, match="9223372036854775807 is out of range"):
        wf.Graph.from_edges([2**63 - 1], [0])


def test_arrays_that_may_not_be_written_or_lie_apart_give_edges():
    src, dst = np.array([[0, 1], [1, 2], [2, 0]], np.int32).T
    assert not src.flags.c_contiguous
    weights = np.array([1.0, 2.0, 3.0])
    weights.flags.writeable = False
    graph = wf.Graph.from_edges(src, dst.astype(">u2"), weights=weights)
    assert graph.csr.dst.tolist() == [1, 2, 0]
    assert graph.csr.weights.tolist() == [1, 2, 3]
    assert not np.shares_memory(graph.csr.weights, weights)


def test_vertex_ids_beyond_32_bits(monkeypatch):
    monkeypatch.setattr("wavefront.graph.arrays.INT32_MAX", 1)  # as if 2 were beyond 32 bits
    graph = wf.Graph.from_edges([2, 0], [0, 1], 3)
    assert graph.csr.dst.dtype == np.int64
    assert graph.csr.dst.tolist() == [1, 0]
