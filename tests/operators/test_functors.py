"""Errors about functors and problems come before anything runs, or name the line that can't compile."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from functors import always, numbers
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators, operators

pytestmark = pytest.mark.on_devices


def no_value(source, neighbor, edge, problem):
    problem.counts[0] = 1


def sometimes_no_value(source, neighbor, edge, problem):
    if neighbor > 2:
        return True


def three_arguments(source, neighbor, edge):
    return True


def undefined_name(source, neighbor, edge, problem):
    return neighbor in nowhere  # noqa: F821


def calls_itself(source, neighbor, edge, problem):
    return calls_itself(source, neighbor, edge, problem)


def no_such_field(source, neighbor, edge, problem):
    return problem.missing[neighbor] == 0


BAD_FUNCTORS = {
    "no_value": (no_value, "must return a value"),
    "sometimes_no_value": (sometimes_no_value, "must return a value"),
    "three_arguments": (three_arguments, "takes 3 arguments; it is called with 4: source, neighbor"),
    "undefined_name": (undefined_name, "uses 'nowhere', which is not defined"),
    "calls_itself": (calls_itself, "calls itself"),
    "not a function": (len, "plain Python function"),
}


@pytest.mark.parametrize("name", BAD_FUNCTORS)
def test_a_bad_functor_is_refused_before_anything_runs(name):
    graph = generators.book_graph()
    functor, message = BAD_FUNCTORS[name]
    problem = numbers(wf.Cpu())
    with pytest.raises(wf.InputError, match=message) as caught:
        operators.advance(graph, operators.Frontier(graph).load(0), functor, problem)
    assert "\n" not in str(caught.value)
    assert problem.counts[0] == 0


@pytest.mark.skipif(SIMULATED, reason="nothing is compiled in the simulator")
def test_a_functor_that_cannot_compile_is_named_with_its_line(device):
    graph = generators.book_graph()
    frontier = operators.Frontier(graph, device=device).load(0)
    line = no_such_field.__code__.co_firstlineno + 1
    with pytest.raises(wf.InputError, match=rf"'no_such_field'.*at line {line}: .*missing") as caught:
        operators.advance(graph, frontier, no_such_field, numbers(device))
    assert "\n" not in str(caught.value)


class TwoDimensional(NamedTuple):
    table: Any


class Text(NamedTuple):
    name: str


@pytest.mark.parametrize(
    "problem", [None, {"a": 1}, (1, 2), TwoDimensional(np.zeros((2, 2))), Text("x")], ids=str
)
def test_a_bad_problem_is_refused(problem):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError, match="problem"):
        operators.advance(graph, operators.Frontier(graph).load(0), always, problem)
