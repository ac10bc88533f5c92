"""Scans, reductions, compaction and sorting, against NumPy and Python's own integers."""

import itertools

import numpy as np
import pytest
from functors import host
from graphs import size
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from wavefront import InputError, operators
from wavefront.operators.scans import _extremes

INTEGERS = [np.int8, np.int32, np.int64, np.uint8, np.uint32, np.uint64]
FLOATS = [np.float32, np.float64]
OPERATIONS = {"sum": np.add, "min": np.minimum, "max": np.maximum}


def values(most=60, kinds=(*INTEGERS, bool, *FLOATS)):
    """Arrays of any length, with gaps between their elements or without."""

    def of(kind):
        limits = {"min_value": -1e6, "max_value": 1e6} if kind in FLOATS else {}
        return arrays.arrays(kind, st.integers(0, most), elements=arrays.from_dtype(np.dtype(kind), **limits))

    return st.sampled_from(kinds).flatmap(of).flatmap(lambda array: st.sampled_from([array, array[::-2]]))


def rounding(given_values):
    """By how much two sums of these floats may differ; 0 for integers."""
    if given_values.dtype.kind != "f":
        return 0
    return np.finfo(given_values.dtype).eps * 70 * float(np.abs(given_values, dtype=np.float64).sum())


def exact_scan(given_values):
    """By Python's integers, which have as many bits as they need; then as 64 of them."""
    sums, total = [], 0
    for value in given_values.tolist():
        sums.append(total)
        total += int(value)
    kind = np.uint64 if given_values.dtype.kind == "u" else np.int64
    return np.array([value % 2**64 for value in sums], np.uint64).view(kind), total


@pytest.mark.on_devices
@pytest.mark.parametrize("length", [0, 1, 2, 3, 7, 8, 9, 31, 33, size(5000, 70)])
@pytest.mark.parametrize("kind", [np.int32, np.uint64, bool, *FLOATS])
def test_the_literal_scan_has_any_length(kind, length, device):
    rng = np.random.default_rng(length)
    given_values = (
        rng.integers(0, 2, length).astype(kind) if kind is bool else rng.integers(0, 50, length).astype(kind)
    )
    expected = np.concatenate([[0], np.cumsum(given_values, dtype=np.int64)[:-1]])[:length]
    for literal in (True, False):
        found = operators.exclusive_scan(given_values, literal=literal, device=device)
        assert isinstance(found, device.xp.ndarray)
        assert host(found).tolist() == expected.tolist()  # floats of this size are added exactly
        wide = {"i": np.int64, "b": np.int64, "u": np.uint64}
        assert found.dtype == wide.get(np.dtype(kind).kind, kind)


@settings(max_examples=size(150, 20))
@given(values(kinds=(*INTEGERS, bool)), st.booleans())
@example(np.full(5, 2**63 - 1), True)
@example(np.full(5, 2**64 - 1, np.uint64), True)
def test_integers_wrap_around_beyond_64_bits(given_values, literal):
    found = operators.exclusive_scan(given_values, literal=literal)
    expected, total = exact_scan(given_values)
    np.testing.assert_array_equal(found, expected, strict=True)
    wrapped = total % 2**64
    assert operators.reduce(given_values) % 2**64 == wrapped


@settings(max_examples=size(100, 20))
@given(values(kinds=FLOATS), st.booleans())
def test_floats_are_summed_in_their_own_type(given_values, literal):
    found = operators.exclusive_scan(given_values, literal=literal)
    assert found.dtype == given_values.dtype
    exact = np.cumsum(given_values.astype(np.longdouble))[:-1]
    assert (np.abs(found[1:] - exact) <= rounding(given_values)).all()
    assert not found[:1].any()


@settings(max_examples=size(200, 20))
@given(values(), st.data(), st.sampled_from(list(OPERATIONS)))
def test_segments_are_reduced_each(given_values, data, operation):
    n = given_values.size
    cuts = sorted(data.draw(st.lists(st.integers(0, n), max_size=8)))
    offsets = np.array([0, *cuts, n], data.draw(st.sampled_from([np.int32, np.int64, np.uint32, np.uint64])))
    found = operators.segmented_reduce(given_values, offsets, operation)
    assert found.size == offsets.size - 1
    for segment, (first, end) in enumerate(itertools.pairwise(offsets)):
        alone = operators.reduce(given_values[first:end], operation)
        part = given_values[first:end]
        if operation == "sum":
            assert abs(found[segment].item() - alone) <= rounding(part)
        else:
            assert found[segment] == alone
            assert first == end or alone == OPERATIONS[operation].reduce(part)


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.float32])
@pytest.mark.parametrize("operation", ["min", "max"])
def test_the_gpus_way_to_extremes_is_numpys(operation, kind):
    rng = np.random.default_rng(1)
    given_values = rng.integers(0, 100, 200).astype(kind)
    if kind is np.float32:
        given_values[[3, 90]] = np.nan
        given_values[5] = -np.inf
    starts = np.array([0, 4, 5, 80, 199])
    expected = OPERATIONS[operation].reduceat(given_values, starts)
    np.testing.assert_array_equal(_extremes(given_values, starts, operation), expected, strict=True)


def test_without_values():
    none = np.empty(0, np.int32)
    limits = np.iinfo(np.int32)
    assert [operators.reduce(none, name) for name in OPERATIONS] == [0, limits.max, limits.min]
    assert operators.reduce(none.astype(np.float32), "min") == np.inf
    assert operators.segmented_reduce(none, [0, 0, 0]).tolist() == [0, 0]
    assert operators.segmented_reduce(none, [0]).tolist() == []
    assert np.isnan(operators.reduce([1.0, np.nan], "min"))
    assert operators.compact([], np.empty(0, bool)).size == 0
    assert [part.size for part in operators.sort_by_key([], [])] == [0, 0]


@settings(max_examples=size(100, 20))
@given(values(), st.data())
def test_compaction_keeps_the_order(given_values, data):
    keep = data.draw(arrays.arrays(bool, given_values.size))
    found = operators.compact(given_values, keep)
    expected = [value for value, kept in zip(given_values.tolist(), keep, strict=True) if kept]
    assert found.tolist() == expected
    assert found.dtype == given_values.dtype
    assert not np.shares_memory(found, given_values)


@settings(max_examples=size(100, 20))
@given(values())
def test_sorting_is_stable(keys):
    places = np.arange(keys.size)
    found, order = operators.sort_by_key(keys, places)
    expected = sorted(zip(keys.tolist(), places.tolist(), strict=True))
    assert list(zip(found.tolist(), order.tolist(), strict=True)) == expected
    assert found.dtype == keys.dtype


CUBE = np.zeros((2, 2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: operators.exclusive_scan(CUBE), "values must have one dimension, not 2"),
        (lambda: operators.exclusive_scan(3), "values must have one dimension, not 0"),
        (lambda: operators.exclusive_scan(["a"]), "values must be integers, bools, float32 or float64"),
        (lambda: operators.exclusive_scan([1j]), "not complex128"),
        (lambda: operators.exclusive_scan(np.zeros(2, np.float16)), "not float16"),
        (lambda: operators.exclusive_scan([[1], [2, 3]]), "no array can be made"),
        (lambda: operators.exclusive_scan([1], literal=2), "literal"),
        (lambda: operators.reduce([1], "mean"), "operation 'mean': choose one of 'sum', 'min', 'max'"),
        (lambda: operators.segmented_reduce([1, 2], [0, 1]), "rise from 0 to 2, the number of values"),
        (lambda: operators.segmented_reduce([1, 2], [1, 2]), "rise from 0 to 2"),
        (lambda: operators.segmented_reduce([1, 2], []), "rise from 0 to 2"),
        (lambda: operators.segmented_reduce([1, 2], [0.0, 2.0]), "integers that rise"),
        (lambda: operators.segmented_reduce([1, 2], [0, 2, 1, 2]), "must not fall"),
        (lambda: operators.compact([1, 2], [True]), "keep must be 2 bools"),
        (lambda: operators.compact([1, 2], [1, 0]), "keep must be 2 bools"),
        (lambda: operators.sort_by_key([1, 2], [1]), "one value per key, not 1 for 2"),
        (lambda: operators.sort_by_key(["b", "a"], [1, 2]), "keys must be integers"),
    ],
)
def test_wrong_arguments(call, message):
    with pytest.raises(InputError, match=message):
        call()
