"""A copy is as NumPy's."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.intrinsics.copying import copy_over


def copy_part(item, source, first, last, target):
    copy_over(source[first:last], target[1:])


@pytest.mark.parametrize("dtype", [np.uint32, np.float64])
@pytest.mark.parametrize(("first", "last"), [(0, 5), (2, 4), (3, 3)])
def test_of_a_part(first, last, dtype):
    source, target = np.arange(5).astype(dtype), np.full(7, 9, dtype)
    expected = target.copy()
    copy_over(source[first:last], expected[1:])
    wf.Cpu().for_each(1, copy_part, source, first, last, target)
    assert target.tolist() == expected.tolist()
    assert target.tolist() == [9, *source[first:last], *[9] * (6 - last + first)]
