"""The slabs of a GPU's build, on NumPy's arrays: lists of many slabs and chunks, and their memory."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.graph import build_on_gpu, prepared


@pytest.fixture
def many_slabs(monkeypatch):
    monkeypatch.setattr(build_on_gpu, "LEAST", 7)


def edges(vertices, count, seed):
    """A tenth of the edges leave vertex 3, and some are parallel or self-loops."""
    rng = np.random.default_rng(seed)
    src = np.where(rng.random(count) < 0.1, min(3, vertices - 1), rng.integers(0, vertices, count))
    return src.astype(np.int32), rng.integers(0, vertices, count, dtype=np.int32), rng.random(count)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize(("vertices", "count"), [(1, 3), (40, 2000), (70_000, 3000), (5, 0), (300, 1)])
@pytest.mark.usefixtures("many_slabs")
def test_lists_of_many_slabs(vertices, count, both, weighted):
    src, dst, weights = edges(vertices, count, seed=count)
    ptr, values, moved = build_on_gpu.build_on_gpu(src, dst, weights if weighted else None, vertices, both)
    number = np.arange(count)
    if both:  # every edge, then its reverse unless it is a self-loop
        kept = np.stack([np.ones(count, bool), src != dst], axis=1).ravel()
        src, dst = np.stack([src, dst], 1).ravel()[kept], np.stack([dst, src], 1).ravel()[kept]
        number = np.repeat(number, 2)[kept]
    order = np.lexsort((dst, src))  # stable
    assert ptr.tolist() == [0, *np.cumsum(np.bincount(src, minlength=vertices)).tolist()]
    assert values.tolist() == dst[order].tolist()
    assert values.dtype == np.int32
    if weighted:
        assert moved.tolist() == weights[number[order]].tolist()
    else:
        assert moved is None


@pytest.mark.usefixtures("many_slabs")
def test_slabs_cover_all_vertices_and_are_bounded():
    ptr = np.array([0, 5, 5, 6, 106, 107, 110, 110])
    slabs = list(build_on_gpu.slabs(ptr))
    assert [slab.low for slab in slabs] == [0, *(slab.high for slab in slabs[:-1])]
    assert slabs[-1].high == 7
    assert all(ptr[slab.low] == slab.first and ptr[slab.high] == slab.last for slab in slabs)
    assert all(slab.last - slab.first <= 7 or slab.high - slab.low == 1 for slab in slabs)


@pytest.mark.usefixtures("many_slabs")
def test_relabelled_lists_are_those_of_the_cpu():
    graph = wf.generators.kronecker(9, directed=True)
    order = prepared.in_order_of_degree(graph.csr, graph.csc)
    expected = prepared.relabelled(graph.csr, graph.csc, order)
    for ptr, lists, (old_ptr, old) in (
        (expected.src_ptr, expected.dst, graph.csr[:2]),
        (expected.dst_ptr, expected.src, graph.csc[:2]),
    ):
        found = build_on_gpu.relabelled_on_gpu(old_ptr, old, expected.new_id, expected.old_id)
        assert found[0].tolist() == ptr.tolist()
        assert found[1].tolist() == lists.tolist()
        assert found[2]


def test_a_neighbor_without_a_new_id_is_told():
    ptr, neighbors = np.array([0, 1, 1]), np.array([1])
    assert not build_on_gpu.relabelled_on_gpu(ptr, neighbors, np.array([0, -1]), np.array([0]))[2]
