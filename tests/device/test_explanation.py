"""A function that can't be compiled is named with its line and the reason, wherever it is compiled."""

from pathlib import Path

import numpy as np
import pytest
from functors import always, numbers
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators, operators

pytestmark = pytest.mark.skipif(SIMULATED, reason="nothing is compiled in the simulator")
CPU = wf.Cpu(threads=1)


def inner(problem, vertex):
    return problem.missing[vertex]


def on_edge(source, neighbor, edge, problem):
    return inner(problem, neighbor) == 0


def on_item(item, problem):
    return inner(problem, item) == 0


def on_slot(index, segment, rank, problem):
    inner(problem, index)


def on_number(item, problem):
    inner(problem, item)


def line_of(function, offset=1):
    return f"{Path(__file__).name}:{function.__code__.co_firstlineno + offset}"


class Entries:
    """Each place that takes a functor of the caller's."""

    def __init__(self):
        self.graph, self.problem = generators.book_graph(), numbers(CPU)
        self.frontier = operators.Frontier(self.graph, device=CPU).load([0, 1])

    def advance(self):
        operators.advance(self.graph, self.frontier, on_edge, self.problem)

    def advance_by_edges(self):
        operators.advance(self.graph, self.frontier, on_edge, self.problem, load_balance="edges")

    def condition(self):
        operators.advance(self.graph, self.frontier, None, self.problem, cond=on_edge, apply=always)

    def application(self):
        operators.advance(self.graph, self.frontier, None, self.problem, cond=always, apply=on_edge)

    def pull(self):
        unvisited = operators.Frontier(self.graph, device=CPU).load_all()
        pulls = {"direction": "pull", "unvisited": unvisited}
        operators.advance(self.graph, self.frontier, on_edge, self.problem, **pulls)

    def compute(self):
        operators.compute(self.frontier, on_item, self.problem)

    def filter(self):
        operators.filter(self.frontier, on_item, self.problem)

    def neighbor_reduce(self):
        out = np.zeros(self.graph.num_vertices, np.int64)
        operators.neighbor_reduce(self.graph, on_edge, self.problem, out)

    def enact(self):
        operators.enact(lambda _: operators.compute(self.frontier, on_item, self.problem), self.frontier)

    def load_balancing_search(self):
        operators.load_balancing_search(np.array([2, 1]), on_slot, self.problem)

    def for_each(self):
        CPU.for_each(2, on_number, self.problem)

    def call(self):
        CPU.call(on_number, 1, self.problem)


@pytest.mark.parametrize("entry", [name for name in vars(Entries) if not name.startswith("_")])
def test_the_line_and_the_reason_are_told(entry):
    with pytest.raises(wf.InputError) as caught:
        getattr(Entries(), entry)()
    message = str(caught.value)
    assert f"{line_of(inner)}: function 'inner' can't be compiled" in message
    assert "at `return problem.missing[vertex]`: Unknown attribute 'missing' of type Numbers(" in message
    assert "\n" not in message


def unpacked(item, values):
    first, second = item
    values[0] = first + second


def added(item, values):
    values[0] = [item] + 1


def imported(item, values):
    import os

    values[0] = os.getpid()


def of_no_module(item, values):
    values[0] = np.linalg.nothing(item)


@pytest.mark.parametrize(
    ("body", "offset", "reason"),
    [
        (unpacked, 1, "failed to unpack int64"),
        (added, 1, "No implementation of function Function(<built-in function add>): add(list("),
        (imported, 1, "Use of unsupported opcode (IMPORT_NAME)"),
        (of_no_module, 0, "module 'numpy.linalg' has no attribute 'nothing'"),
    ],
)
def test_reasons(body, offset, reason):
    with pytest.raises(wf.InputError) as caught:
        CPU.for_each(1, body, np.zeros(1, np.int64))
    message = str(caught.value)
    assert message.startswith(str(Path(__file__).parent))
    assert line_of(body, offset) in message
    assert reason in message


def test_a_list_that_a_closure_captures():
    captured = [1, 2]

    def body(item, values):
        values[0] = captured[item]

    with pytest.raises(wf.InputError, match=r"compiled code can't use \(List\(int64"):
        CPU.for_each(1, body, np.zeros(1, np.int64))


def test_an_argument_that_no_loop_takes():
    with pytest.raises(
        wf.InputError, match=r"function 'on_number' can't be compiled.*: non-precise type pyobject"
    ):
        CPU.for_each(1, on_number, object())
    with pytest.raises(wf.InputError, match="a plain Python function, not <built-in function len>"):
        CPU.for_each(1, len)


RETURNS = {
    "itself": lambda array: array,
    "a part": lambda array: array[1:],
    "in a tuple": lambda array: (array.size, (array, array[::2])),
    "or nothing": lambda array: array if array.size else None,
}


@pytest.mark.parametrize("body", RETURNS.values(), ids=list(RETURNS))
def test_an_array_that_would_be_returned(body):
    with pytest.raises(wf.InputError, match=r"can't be compiled.*return(ed|ing of array)"):
        CPU.call(body, np.arange(4))


def fails(item, values):
    if values[0] == 0:
        raise KeyError("a key of the caller's")


def test_an_error_of_the_function_itself_comes_through():
    with pytest.raises(KeyError, match="a key of the caller's"):
        CPU.call(fails, 1, np.zeros(1, np.int64))
