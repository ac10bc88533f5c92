"""Arrays that a functor captures are checked in plain Python like those of its problem."""

from typing import Any, NamedTuple

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.device import Python
from wavefront.operators import Frontier, advance

TABLE = np.arange(5)


class Problem(NamedTuple):
    out: Any


def read_global(item, out):
    out[item] = TABLE[item - 1]


def look_up(item):
    return TABLE[item + 5]


def call_reader(item, out):
    out[item] = look_up(item)


def even(item):
    return item == 0 or odd(item - 1)


def odd(item):
    return item != 0 and even(item - 1)


@pytest.mark.parametrize(
    ("body", "named", "access"),
    [(read_global, read_global, "TABLE[-1]"), (call_reader, look_up, "TABLE[5]")],
)
def test_a_global_array(body, named, access):
    line = named.__code__.co_firstlineno + 1
    with pytest.raises(wf.InputError) as caught:
        Python().for_each(1, body, np.zeros(1, int))
    place = f"{named.__name__!r} ({__file__}, line {line})"
    assert str(caught.value).startswith(f"{place} reads {access}, out of bounds: the array has 5 elements")


def test_an_array_of_a_closure():
    costs = np.zeros(3)

    def visit(source, neighbor, edge, problem):
        return costs[neighbor] == 0

    frontier = Frontier(generators.book_graph(), device="python").load_all()
    with pytest.raises(wf.InputError, match=r"'visit' .* reads costs\[\d\], out of bounds: the array has 3"):
        advance(generators.book_graph(), frontier, visit, Problem(np.zeros(1)), idempotent=True)


def test_functions_that_call_one_another_and_a_table():
    def body(item, out):
        out[item] = even(item) * TABLE[item]

    out = np.zeros(5, int)
    Python().for_each(5, body, out)
    assert out.tolist() == [0, 0, 2, 0, 4]


def test_without_captured_arrays_a_function_runs_as_it_stands():
    seen = []

    def body(item):
        global last
        last = item
        seen.append(item)

    Python().for_each(3, body)
    assert (seen, last) == ([0, 1, 2], 2)
