"""Sums of scattered elements, of lists of every length."""

from itertools import pairwise

import numpy as np
import pytest

import wavefront as wf
from wavefront.intrinsics.gather import LANES, add_few_gathered, add_gathered


def sum_list(item, values, indices, bounds, sums):
    sums[item] = add_gathered(values, indices, bounds[item], bounds[item + 1])


def sum_short_list(item, values, indices, bounds, sums):
    sums[item] = add_few_gathered(values, indices, bounds[item], bounds[item + 1])


@pytest.mark.parametrize("ids", [np.int32, np.int64])
@pytest.mark.parametrize("numbers", [np.float32, np.float64])
@pytest.mark.parametrize("add", [sum_list, sum_short_list])
def test_lists_of_every_length(ids, numbers, add):
    rng = np.random.default_rng(1)
    bounds = np.cumsum(np.arange(4 * LANES + 1))
    indices = rng.integers(0, 100, bounds[-1] + LANES).astype(ids)
    values, sums = rng.random(100).astype(numbers), np.full(bounds.size - 1, np.nan)
    wf.Cpu().for_each(sums.size, add, values, indices, bounds, sums)
    expected = [values[indices[a:b]].astype(float).sum() for a, b in pairwise(bounds)]
    np.testing.assert_allclose(sums, expected, rtol=1e-14)
    as_python = [
        add_gathered(values, indices, 5, 5),
        add_few_gathered(values, indices, *bounds[5:7].tolist()),
    ]
    np.testing.assert_allclose(as_python, [0, expected[5]], rtol=1e-14)


def test_what_follows_a_list_does_not_count():
    values = np.array([1, np.nan, np.inf])
    indices, sums = np.array([0, 0, *[1] * 9, *[2] * 9], np.int32), np.empty(2)
    wf.Cpu().for_each(2, sum_list, values, indices, np.array([0, 2, 2]), sums)
    assert sums.tolist() == [2, 0]
