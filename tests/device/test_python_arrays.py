"""Indices out of bounds in plain Python, and what their errors say."""

from typing import Any, NamedTuple

import numpy as np
import pytest

import wavefront as wf
from wavefront import frontier
from wavefront.atomics import atomic_add, atomic_cas, atomic_exch, atomic_max, atomic_min, atomic_or
from wavefront.device import Python
from wavefront.intrinsics.access import at, four_at, load_acquire, put

ATOMICS = [atomic_add, atomic_min, atomic_max, atomic_or, atomic_exch]


class Problem(NamedTuple):
    values: Any
    index: int


def read(item, problem):
    return problem.values[problem.index]


def write(item, problem):
    problem.values[problem.index] = 1


def read_by_another_name(item, problem):
    mine = problem.values
    return mine[problem.index]


def read_some(item, problem):
    return problem.values[problem.index : problem.index + 2]


def compare(item, problem):
    atomic_cas(problem.values, problem.index, 0, 1)


def claim(item, problem):
    return frontier.claim(problem.values, problem.index, 1)


def error_of(body, index, size=5):
    with pytest.raises(wf.InputError) as caught:
        Python().for_each(1, body, Problem(np.zeros(size, np.int32), index))
    return str(caught.value)


@pytest.mark.parametrize(
    ("body", "does"),
    [
        (read, "reads problem.values"),
        (write, "writes problem.values"),
        (read_by_another_name, "reads mine"),
        (compare, "reads problem.values"),
        (claim, "reads problem.values"),
    ],
)
def test_the_array_the_index_the_size_and_the_line_are_named(body, does):
    line = body.__code__.co_firstlineno + (2 if body is read_by_another_name else 1)
    place = f"{body.__name__!r} ({__file__}, line {line})"
    assert error_of(body, 5) == f"{place} {does}[5], out of bounds: the array has 5 elements"
    assert error_of(body, np.int64(7)).startswith(f"{place} {does}[7], out of bounds")
    negative = error_of(body, -1)
    assert negative.startswith(f"{place} {does}[-1], out of bounds: the array has 5 elements; compiled code")


@pytest.mark.parametrize("function", [*ATOMICS, put], ids=lambda function: function.__name__)
@pytest.mark.parametrize("index", [-1, 5])
def test_functions_that_kernels_call(function, index):
    def body(item, problem):
        function(problem.values, problem.index, 1)

    assert f"problem.values[{index}]" in error_of(body, index)


@pytest.mark.parametrize("function", [at, load_acquire], ids=lambda function: function.__name__)
def test_functions_that_kernels_read_by(function):
    def body(item, problem):
        return function(problem.values, problem.index)

    assert "reads problem.values[5]" in error_of(body, 5)


def test_slices_are_not_cut_off():
    assert "reads problem.values[4:6], out of bounds" in error_of(read_some, 4)
    assert "reads problem.values[-1:1], out of bounds" in error_of(read_some, -1)

    def body(item, problem):
        return four_at(problem.values, problem.index)

    assert "reads problem.values[4:8], out of bounds" in error_of(body, 4)


def test_an_empty_array_has_no_element():
    assert "the array has 0 elements" in error_of(read, 0, size=0)


def test_the_last_element_is_within_bounds():
    values = np.arange(5, dtype=np.int32)
    Python().for_each(1, write, Problem(values, 4))
    assert values.tolist() == [0, 1, 2, 3, 1]


def test_narrow_integers_do_not_overflow():
    found = np.zeros(1, np.int64)

    def body(item, values, found):
        found[0] = values[0] * values[1]

    for dtype in (np.int8, np.uint8, np.int32):
        Python().for_each(1, body, np.full(2, 100, dtype), found)
        assert found[0] == 10_000


def test_floats_keep_their_type():
    def body(item, values, found):
        found[0] = values[0] + values[1]

    values, found = np.array([0.1, 0.2], np.float32), np.zeros(1)
    Python().for_each(1, body, values, found)
    assert found[0] == float(np.float32(0.1) + np.float32(0.2))
    assert found[0] != 0.1 + 0.2


def test_an_array_prints_as_numpys(capsys):
    def body(item, values):
        print(item, values, values[1:3], repr(values), values[values > 1])

    Python().for_each(1, body, np.arange(4))
    assert capsys.readouterr().out == "0 [0 1 2 3] [1 2] array([0, 1, 2, 3]) [2 3]\n"
