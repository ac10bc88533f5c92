"""compute calls the functor for every item."""

import pytest
from functors import host, numbers
from graphs import GRAPHS

from wavefront import operators
from wavefront.atomics import atomic_add

pytestmark = pytest.mark.on_devices


def count_item(item, problem):
    atomic_add(problem.counts, item, 2)


def test_compute(device):
    graph = GRAPHS["grid"]()
    problem = numbers(device, graph.num_vertices)
    operators.compute(operators.Frontier(graph, device=device).load([1, 3, 3]), count_item, problem)
    assert host(problem.counts)[:4].tolist() == [0, 2, 0, 4]
