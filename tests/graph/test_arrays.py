"""Index types and scans."""

import numpy as np

import wavefront as wf
from wavefront.graph.arrays import exclusive_scan, index_dtype


def test_index_types_widen_and_shrink():
    assert index_dtype(2**31 - 1) is np.int32
    assert index_dtype(2**31) is np.int64
    assert exclusive_scan(np.array([2**31, 1])).tolist() == [0, 2**31, 2**31 + 1]
    wide = np.arange(3, dtype=np.int64)
    assert wf.Graph.from_edges(wide, wide).csr.dst.dtype == np.int32
    assert wf.Graph.from_csr(np.array([0, 1, 2]), np.array([1, 0])).csr.src_ptr.dtype == np.int32


def test_the_scan_of_the_books_example():
    assert exclusive_scan(np.array([2, 50, 100])).tolist() == [0, 2, 52, 152]
