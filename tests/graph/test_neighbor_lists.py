"""Neighbor lists as a caller gives them: sorted where they aren't, and refused where they can't be."""

from itertools import pairwise

import numpy as np
import pytest

import wavefront as wf


@pytest.mark.parametrize(
    ("src_ptr", "dst", "message"),
    [
        ([0, 2, 1], [0], "offsets must rise from 0 to 1"),
        ([0, 1, 3], [0], "offsets must rise from 0 to 1"),
        ([1, 1, 1], [0], "offsets must rise from 0 to 1"),
        ([0, 1, 1], [2], "vertex 2 is out of range: there are 2 vertices"),
        ([0, 1, 1], [-1], "vertex -1 is out of range"),
    ],
)
def test_from_csr_refuses(src_ptr, dst, message):
    graph = wf.Graph.from_csr(np.array(src_ptr), np.array(dst), origin="some.sg")
    with pytest.raises(wf.InputError, match=f"some.sg: .*{message}"):
        _ = graph.csr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 2, 2], [1, 1], [1.0]), "dst has 2 elements, weights 1"),
        (([0, 2, 2], [1, 1], [1.0, 2.0, 3.0]), "dst has 2 elements, weights 3"),
        (([0, 2, 2], [1, 1], [[1.0, 2.0]]), "weights must be a one-dimensional array of real numbers"),
        (([0, 2, 2], [1, 1], ["a", "b"]), "weights must be a one-dimensional array of real numbers"),
        (([0, 1], [0], 5.0), "weights must be a one-dimensional array of real numbers"),
        (([0, 2, 1], [0, 1]), "offsets must rise from 0 to 2"),
        (([0, 1, 1], [0, 1]), "offsets must rise from 0 to 2"),
        (([1, 1, 2], [0, 1]), "offsets must rise from 0 to 2"),
        (([0, 3, 2], [0, 1]), "offsets must rise from 0 to 2"),
        (([], []), "src_ptr must hold one offset more than there are vertices"),
        (([0.0, 1.0], [0]), "src_ptr must be a one-dimensional array of integers"),
        (([0, 1], [True]), "dst must be a one-dimensional array of integers"),
        (([[0, 1]], [0]), "src_ptr must be a one-dimensional array of integers"),
        (([0, 1, 1], [[1]]), "dst must be a one-dimensional array of integers"),
        ((0, 0), "src_ptr must be a one-dimensional array of integers"),
        (([0, 1, 1], [2]), "vertex 2 is out of range: there are 2 vertices"),
        (([0, 1, 1], [-1]), "vertex -1 is out of range"),
    ],
)
def test_arrays_are_checked_at_once(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_csr(*arguments)


def test_weights_may_be_any_numbers():
    graph = wf.Graph.from_csr([0, 3, 3], [1, 1, 1], [np.nan, -np.inf, -1])
    assert np.array_equal(graph.csr.weights, [np.nan, -np.inf, -1], equal_nan=True)
    assert np.isnan(wf.Graph.from_edges([0], [1], weights=[np.nan]).csr.weights).all()


@pytest.mark.parametrize("empty", [[], np.empty(0, np.uint8)])
def test_a_graph_without_edges(empty):
    for directed in (True, False):
        assert wf.Graph.from_csr([0, 0, 0], empty, empty, directed=directed).out_degrees.tolist() == [0, 0]


@pytest.mark.parametrize(("directed", "lists"), [(True, [2, 0, 1]), (False, [1, 2, 0])])
def test_callers_who_know_have_nothing_checked(directed, lists):
    dst = np.array(lists, np.int32)
    graph = wf.Graph.from_csr(np.array([0, 2, 3, 3], np.int32), dst, directed=directed, check=False)
    assert graph.csr.dst is dst
    assert dst.tolist() == lists
    with pytest.raises(wf.InputError, match="dst has 3 elements, weights 1"):
        wf.Graph.from_csr([0, 2, 3, 3], dst, [1.0], check=False)


@pytest.mark.parametrize(("src_ptr", "dst"), [([0, 1, 1], [2**32 + 1]), ([0, 2**32 + 1, 1], [0])])
def test_from_csr_refuses_what_narrowing_would_hide(src_ptr, dst):
    with pytest.raises(wf.InputError, match="4294967297, which is out of range"):
        wf.Graph.from_csr(np.array(src_ptr), np.array(dst))


def test_memory_maps_stay_maps(tmp_path):
    csr = wf.generators.grid(5, 5).csr
    for mode in ("r", "r+", "c"):
        maps = []
        for name, values in (("ptr", csr.src_ptr), ("dst", csr.dst), ("weights", np.ones(csr.dst.size))):
            np.save(tmp_path / name, values)
            maps.append(np.load(tmp_path / f"{name}.npy", mmap_mode=mode))
        graph = wf.Graph.from_csr(*maps)
        for stored, given in zip(graph.csr, maps, strict=True):
            assert np.shares_memory(stored, given)
            assert type(stored) is np.ndarray
        assert (graph.csr.dst == csr.dst).all()


@pytest.mark.parametrize("ordered", [True, False])
def test_arrays_at_odd_addresses_are_not_copied_where_sorted(ordered):
    raw = np.zeros(4 * 4 + 1, np.uint8)
    dst = raw[1:].view(np.int32)
    dst[:] = [1, 2, 0, 2] if ordered else [2, 1, 0, 2]
    assert not dst.flags.aligned
    graph = wf.Graph.from_csr(np.array([0, 2, 4, 4]), dst)
    assert np.shares_memory(graph.csr.dst, raw) == ordered
    assert graph.csr.dst.tolist() == [1, 2, 0, 2]
    assert wf.bfs(graph, 0).levels.tolist() == [0, 1, 1]


@pytest.mark.parametrize("piece", [1, 2, 3, 100])
def test_lists_are_checked_in_pieces(piece, monkeypatch):
    monkeypatch.setattr("wavefront.graph.neighbor_lists.PIECE", piece)
    ptr, dst = np.array([0, 3, 3, 4, 6, 6]), np.array([1, 3, 4, 0, 2, 2], np.int32)
    assert wf.Graph.from_csr(ptr, dst).csr.dst is dst
    for slot in range(dst.size):
        for wrong in (-1, 5):
            broken = dst.copy()
            broken[slot] = wrong
            with pytest.raises(wf.InputError, match=f"vertex {wrong} is out of range"):
                _ = wf.Graph.from_csr(ptr, broken).csr
    for slot in (1, 2, 5):  # not the first of its list
        fallen = dst.copy()
        fallen[slot] = 0
        lists = wf.Graph.from_csr(ptr, fallen).csr
        expected = [sorted(fallen[first:last].tolist()) for first, last in pairwise(ptr)]
        assert [lists.dst[first:last].tolist() for first, last in pairwise(ptr)] == expected
    for place in range(1, ptr.size - 1):
        offsets = ptr.copy()
        offsets[place] = 7 if place < 3 else 2
        with pytest.raises(wf.InputError, match="offsets must rise"):
            _ = wf.Graph.from_csr(offsets, dst).csr
