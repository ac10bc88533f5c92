"""Every format against SciPy or by hand, and every conversion by a round trip."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.graph import formats


@st.composite
def coo_arrays(draw):
    """A COO of up to 9 vertices, in any order, with parallel edges, with or without weights."""
    count = draw(st.integers(1, 9))
    vertex = st.integers(0, count - 1)
    edges = draw(st.lists(st.tuples(vertex, vertex), max_size=30))
    src, dst = np.array(edges, np.int32).reshape(-1, 2).T
    weights = np.arange(1.0, src.size + 1) if draw(st.booleans()) else None
    return formats.COO(src, dst, weights), count


def same(first, second):
    assert type(first) is type(second)
    for one, other in zip(first, second, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.dtype == other.dtype
            assert one.tolist() == other.tolist()


def lists_by_sorting(key, value, weights):
    """The right result of compressing: stable order by key, then value."""
    order = np.lexsort((value, key))
    return value[order].tolist(), None if weights is None else weights[order].tolist()


@settings(max_examples=60)
@given(coo_arrays())
def test_compressing_sorts_and_keeps_parallel_edges_in_order(case):
    coo, count = case
    for compress, key, value in (
        (formats.coo_to_csr, coo.src, coo.dst),
        (formats.coo_to_csc, coo.dst, coo.src),
    ):
        ptr, lists, weights = compress(coo, count)
        assert ptr.tolist() == [0, *np.cumsum(np.bincount(key, minlength=count)).tolist()]
        expected, expected_weights = lists_by_sorting(key, value, coo.weights)
        assert lists.tolist() == expected
        assert (None if weights is None else weights.tolist()) == expected_weights


@settings(max_examples=60)
@given(coo_arrays())
def test_round_trips(case):
    csr = formats.coo_to_csr(*case)
    same(formats.coo_to_csr(formats.csr_to_coo(csr), case[1]), csr)
    same(formats.ell_to_csr(formats.csr_to_ell(csr)), csr)
    same(formats.jds_to_csr(formats.csr_to_jds(csr)), csr)


@settings(max_examples=40)
@given(coo_arrays())
def test_dense_is_scipys_where_no_edges_are_parallel(case):
    coo, count = case
    first = np.unique(coo.src * count + coo.dst, return_index=True)[1]
    simple = formats.COO(*(None if array is None else array[first] for array in coo))
    data = np.ones(first.size, bool) if simple.weights is None else simple.weights
    expected = scipy.sparse.coo_array((data, simple[:2]), shape=(count, count)).toarray()
    dense = formats.csr_to_dense(formats.coo_to_csr(simple, count))
    assert dense.dtype == expected.dtype
    assert (dense == expected).all()
    same(
        formats.coo_to_csr(formats.dense_to_coo(dense), count),
        formats.coo_to_csr(
            formats.COO(
                *(a if a is None else a.astype(np.int64) if i < 2 else a for i, a in enumerate(simple))
            ),
            count,
        ),
    )


def test_ell_and_jds_by_hand():
    graph = generators.small_book_graph()
    assert graph.ell.dst.tolist() == [[1, 2, -1, 2, 1], [3, -1, -1, 4, -1]]
    assert graph.jds.vertices.tolist() == [0, 3, 1, 4, 2]
    assert graph.jds.column_ptr.tolist() == [0, 4, 6]
    assert graph.jds.dst.tolist() == [1, 2, 2, 1, 3, 4]


def test_what_cannot_fit_is_refused_with_its_size():
    star = generators.star(2_000_000)
    with pytest.raises(wf.InputError, match=r"1999999 x 2000000 array needs about 15,\d+,\d+,\d+,\d+ bytes"):
        _ = star.ell
    with pytest.raises(wf.InputError, match="bytes"):
        star.dense()
