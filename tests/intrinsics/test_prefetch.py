"""A prefetch has no effect that a program sees."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.intrinsics.prefetch import prefetch


def fetch_and_count(item, array, indices, out):
    prefetch(array, indices[item])
    out[item] = array[item] + 1


@pytest.mark.parametrize("indices", [[0, 1, 2], [2, 3, 4], [-1, 10**6, -(10**6)], [2**40, -(2**40), 2**62]])
def test_wherever_the_index_points(indices):
    array, out = np.array([5, 6, 7]), np.zeros(3, np.int64)
    wf.Cpu().for_each(3, fetch_and_count, array, np.array(indices), out)
    assert (array.tolist(), out.tolist()) == ([5, 6, 7], [6, 7, 8])
