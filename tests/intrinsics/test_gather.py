"""Sums of scattered elements, of lists of every length."""

from itertools import pairwise

import numpy as np
import pytest
from llvmlite import binding

import wavefront as wf
from wavefront.intrinsics import gather
from wavefront.intrinsics.gather import LANES, add_across, add_few_gathered, add_gathered, number_at
from wavefront.intrinsics.halves import from_half, upper_half

HAS_GATHERS = binding.get_host_cpu_features().get("avx512vl", False)


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


def sum_several(item, values, indices, bounds, sums):
    first = item * LANES
    add_across(values, indices, bounds, np.uint64(first), sums, np.uint64(first))


def sum_several_fast(item, values, indices, bounds, sums):
    sum_several(item, values, indices, bounds, sums)


@pytest.mark.parametrize("numbers", [np.float32, np.uint16])
@pytest.mark.parametrize("is_fast", [False, pytest.param(True, marks=pytest.mark.skipif("not HAS_GATHERS"))])
def test_several_lists_at_a_time(numbers, is_fast, monkeypatch, tmp_path):
    if is_fast:
        monkeypatch.setattr(gather, "gathers_fast", lambda: True)
    rng = np.random.default_rng(1)
    bounds = np.cumsum([0, *rng.integers(0, 4 * LANES, 3 * LANES)]).astype(np.int32)
    indices = rng.integers(0, 100, bounds[-1] + LANES).astype(np.int32)
    values = rng.random(101).astype(np.float32)
    if numbers is np.uint16:
        values = np.array([upper_half(value) for value in values], np.uint16)
    sums = np.full(bounds.size - 1, np.nan)
    wf.Cpu().for_each(3, sum_several_fast if is_fast else sum_several, values, indices, bounds, sums)
    expected = [sum(number_at(values, place) for place in indices[a:b]) for a, b in pairwise(bounds)]
    np.testing.assert_allclose(sums, expected, rtol=1e-14)
    as_python = np.empty(LANES)
    add_across(values, indices, bounds, 0, as_python, 0)
    np.testing.assert_allclose(as_python, expected[:LANES], rtol=1e-14)


def round_trip(item, numbers, halves, found):
    halves[item] = upper_half(numbers[item])
    found[item] = from_half(halves[item])


def test_upper_halves_are_rounded_towards_0():
    numbers = np.array([0.0, 1.0, -1.0, 1 + 2**-9, -1 - 2**-8, 1 + 3 * 2**-8, 2 - 2**-40, -3e-30, 1e-39])
    expected = [0.0, 1.0, -1.0, 1.0, -1.0, 1 + 2**-7, 2 - 2**-7, -3e-30, 1e-39]
    halves, found = np.empty(numbers.size, np.uint16), np.empty(numbers.size)
    wf.Cpu().for_each(numbers.size, round_trip, numbers, halves, found)
    np.testing.assert_allclose(found, expected, rtol=2**-7, atol=1e-40)
    assert found[:7].tolist() == expected[:7]
    assert (abs(found) <= abs(numbers)).all()
    assert halves.tolist() == [upper_half(number) for number in numbers]
    assert found.tolist() == [from_half(half) for half in halves.tolist()]
