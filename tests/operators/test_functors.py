"""Errors about functors and problems come before anything runs, or name the line that can't compile.

Functors that are made anew for every call are freed, and their machine code is used again.
"""

import gc
import sys
import weakref
from functools import wraps
from typing import Any, NamedTuple

import numpy as np
import pytest
from functors import always, host, numbers
from graphs import SIMULATED, devices

import wavefront as wf
from wavefront import generators, operators

pytestmark = pytest.mark.on_devices


def no_value(source, neighbor, edge, problem):
    problem.counts[0] = 1


def sometimes_no_value(source, neighbor, edge, problem):
    if neighbor > 2:
        return True


def value_or_none(source, neighbor, edge, problem):
    return neighbor > 2 if source else None


def three_arguments(source, neighbor, edge):
    return True


def undefined_name(source, neighbor, edge, problem):
    return neighbor in nowhere  # noqa: F821


def calls_itself(source, neighbor, edge, problem):
    return calls_itself(source, neighbor, edge, problem)


def no_such_field(source, neighbor, edge, problem):
    return problem.missing[neighbor] == 0


def generator(source, neighbor, edge, problem):
    yield True


async def coroutine(source, neighbor, edge, problem):
    return True


BAD_FUNCTORS = {
    "no_value": (no_value, "must return a value"),
    "sometimes_no_value": (sometimes_no_value, "must return a value"),
    "three_arguments": (three_arguments, "takes 3 arguments; it is called with 4: source, neighbor"),
    "undefined_name": (undefined_name, "uses 'nowhere', which is not defined"),
    "calls_itself": (calls_itself, "calls itself"),
    "generator": (generator, "is a generator or a coroutine"),
    "coroutine": (coroutine, "is a generator or a coroutine"),
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
    where = (
        rf"test_functors\.py:{line}: function 'no_such_field' can't be compiled, at `return problem\.missing"
    )
    with pytest.raises(wf.InputError, match=rf"{where}.*: Unknown attribute 'missing'") as caught:
        operators.advance(graph, frontier, no_such_field, numbers(device))
    assert "\n" not in str(caught.value)


def allocates(source, neighbor, edge, problem):
    pair = np.zeros(2)
    pair[neighbor % 2] = 1
    return pair[0] > 0


@pytest.mark.skipif(SIMULATED, reason="nothing is compiled in the simulator")
def test_a_functor_that_allocates_is_refused(device):
    """Where memory ran short, a parallel loop would end early, with a wrong result."""
    frontier = operators.Frontier(generators.book_graph(), device=device).load(0)
    with pytest.raises(wf.InputError, match=r"'allocates'.*can't be compiled"):
        operators.advance(generators.book_graph(), frontier, allocates, numbers(device))


@pytest.mark.parametrize("apply", [sometimes_no_value, value_or_none])
def test_an_application_returns_a_value_everywhere_or_nowhere(apply):
    graph, problem = generators.book_graph(), numbers(wf.Cpu())
    frontier = operators.Frontier(graph).load(0)
    place = rf"'{apply.__name__}' \(.*test_functors\.py, line {apply.__code__.co_firstlineno}\)"
    said = f"{place} returns a value in one place and nothing in another"
    with pytest.raises(wf.InputError, match=said) as caught:
        operators.advance(graph, frontier, cond=always, apply=apply, problem=problem)
    assert "\n" not in str(caught.value)
    assert host(frontier.items).tolist() == [0]


def test_condition_and_application_take_the_same_arguments():
    graph = generators.book_graph()
    for cond, apply in ((always, on_numbered_edge(1)), (on_numbered_edge(1), always)):
        frontier = operators.Frontier(graph).load(0)
        with pytest.raises(wf.InputError, match=r"'always'.* takes 4 arguments; it is called with 6"):
            operators.advance(graph, frontier, cond=cond, apply=apply, problem=numbers(wf.Cpu()))


class TwoDimensional(NamedTuple):
    table: Any


class Text(NamedTuple):
    name: str


class Numbers(NamedTuple):
    them: Any


BAD_ARRAYS = np.zeros(9)[::2], np.zeros(9)[::-1], np.zeros(9, ">f8"), np.zeros(9, object), np.array(5.0)


@pytest.mark.parametrize(
    "problem",
    [None, {"a": 1}, (1, 2), TwoDimensional(np.zeros((2, 2))), Text("x"), *map(Numbers, BAD_ARRAYS)],
    ids=str,
)
def test_a_bad_problem_is_refused(problem):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError, match="problem"):
        operators.advance(graph, operators.Frontier(graph).load(0), always, problem)


DEVICE = next(iter(devices().values()))
MADE = 12


class Counts(NamedTuple):
    of: Any


def on_item(step):
    def functor(item, counts):
        counts.of[item] += step
        return True

    return functor


def on_edge(step):
    def functor(source, neighbor, edge, counts):
        counts.of[edge] += step
        return True

    return functor


def on_numbered_edge(step):
    def functor(source, neighbor, edge, rank, index, counts):
        counts.of[edge] += step
        return True

    return functor


def on_slot(step):
    def functor(index, segment, rank, counts):
        counts[index] += step

    return functor


class Run:
    """The operators' data: a graph of 15 edges, and a count per edge."""

    def __init__(self):
        self.graph = generators.book_graph()
        self.frontier = operators.Frontier(self.graph, device=DEVICE)
        self.counts = Counts(DEVICE.xp.zeros(self.graph.num_edges, np.int64))

    def advance(self, functor, **options):
        self.frontier.load_all()
        operators.advance(self.graph, self.frontier, functor, self.counts, idempotent=True, **options)

    def pull(self, functor):
        unvisited = operators.Frontier(self.graph, device=DEVICE).load_all()
        self.advance(functor, direction="pull", unvisited=unvisited)

    def apply(self, application):
        self.advance(None, cond=always, apply=application)

    def compute(self, functor):
        operators.compute(self.frontier.load_all(), functor, self.counts)

    def filter(self, functor):
        operators.filter(self.frontier.load_all(), functor, self.counts)

    def neighbor_reduce(self, functor):
        sums = DEVICE.xp.zeros(self.graph.num_vertices, np.int64)
        operators.neighbor_reduce(self.graph.to_device(DEVICE), functor, self.counts, sums)

    def search(self, functor):
        operators.load_balancing_search(DEVICE.array(np.full(5, 3)), functor, self.counts.of)


# What makes a functor, how it is called, how many of the counts it raises, and how many functors may be left.
OPERATORS = {
    "advance, a thread a list": (on_edge, lambda run, f: run.advance(f, load_balance="thread"), 15, 0),
    "advance, buckets": (on_edge, lambda run, f: run.advance(f, load_balance="buckets"), 15, 0),
    "advance, edges": (on_edge, lambda run, f: run.advance(f, load_balance="edges"), 15, 0),
    "advance, numbered edges": (on_numbered_edge, Run.advance, 15, 0),
    "advance, pull": (on_edge, Run.pull, 9, 0),  # one edge of each vertex
    "advance, one condition": (on_edge, Run.apply, 15, 4),
    "advance, both": (on_edge, lambda run, f: run.advance(None, cond=f, apply=f), 15, 0),
    "compute": (on_item, Run.compute, 9, 0),
    "filter": (on_item, Run.filter, 9, 0),
    "neighbor_reduce": (on_edge, Run.neighbor_reduce, 15, 0),
    "load_balancing_search": (on_slot, Run.search, 15, 0),
}


def generated():
    return {name for name in sys.modules if name.startswith("wavefront_generated.")}


@pytest.mark.parametrize("name", OPERATORS)
def test_a_functor_is_freed_and_its_machine_code_stays(name):
    make, call, raised, left = OPERATORS[name]
    run, references = Run(), []
    for number in range(MADE):
        functor = make(1)
        references.append(weakref.ref(functor))
        call(run, functor)
        if number == 0:
            before = generated()
    del functor
    gc.collect()
    assert generated() == before
    assert sum(reference() is not None for reference in references) <= left
    counts = DEVICE.xp.asarray(run.counts.of).tolist()
    assert sum(count > 0 for count in counts) == raised


def test_a_functor_that_wraps_another_is_its_own():
    run, one = Run(), on_item(1)
    run.compute(one)

    @wraps(one)  # which copies attributes
    def ten(item, counts):
        counts.of[item] += 10

    run.compute(ten)
    run.compute(one)
    assert run.counts.of.tolist()[:9] == [12] * 9
