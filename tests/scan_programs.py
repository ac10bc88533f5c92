"""Programs, as in programs.py, of the hybrid, the scan and the load-balancing search."""

from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront import generators, operators
from wavefront.device import Cuda


class PerEdge(NamedTuple):
    """The problem of the functor below."""

    numbers: Any


def add_offset(source, neighbor, edge, lists, problem):
    problem.numbers[edge] = lists.ptr[neighbor] + lists.ids[edge]


def hybrid(device: wf.Cpu | Cuda) -> None:
    """A functor on every edge, with either lists at hand."""
    graph = generators.book_graph()
    edges = operators.Frontier(graph, "edges", device=device).load_all()
    for over in ("out", "in"):
        problem = PerEdge(device.array(np.zeros(graph.num_edges, np.int64)))
        operators.hybrid(graph, add_offset, problem, over=over, frontier=edges)


def scan(device: wf.Cpu | Cuda) -> None:
    """The book's scan, of every type that it adds."""
    for kind in (np.int32, np.uint8, np.float32, np.float64):
        operators.exclusive_scan(np.ones(5, kind), literal=True, device=device)


def count_slot(index, segment, rank, counts):
    counts[index] = segment + rank


def balanced_search(device: wf.Cpu | Cuda) -> None:
    """Segments of no slots, of few and of many."""
    lengths, counts = (device.array(values) for values in (np.array([3, 0, 70]), np.zeros(73, np.int64)))
    operators.load_balancing_search(lengths, count_slot, counts, device=device)
