"""Right calls, as in calls.py, of the operators that take arrays, and of the hybrid."""

import numpy as np
from functors import numbers

import wavefront as wf
from wavefront import generators, operators

GRAPH = generators.cycle(4)


def on_edge(source, neighbor, edge, lists, problem):
    problem.counts[edge] = lists.ptr[source]


SCANS = {
    "operators.hybrid": (
        operators.hybrid,
        lambda: {
            "graph": GRAPH,
            "functor": on_edge,
            "problem": numbers(wf.Cpu(), 8),
            "over": "in",
            "frontier": operators.Frontier(GRAPH, "edges").load([0, 1]),
        },
    ),
    "operators.exclusive_scan": (
        operators.exclusive_scan,
        lambda: {"values": np.array([1, 2]), "literal": True, "device": "cpu"},
    ),
    "operators.reduce": (operators.reduce, lambda: {"values": np.array([1, 2]), "operation": "max"}),
    "operators.segmented_reduce": (
        operators.segmented_reduce,
        lambda: {"values": np.array([1, 2]), "offsets": np.array([0, 2]), "operation": "min"},
    ),
    "operators.compact": (
        operators.compact,
        lambda: {"values": np.array([1, 2]), "keep": np.array([True, False])},
    ),
    "operators.sort_by_key": (
        operators.sort_by_key,
        lambda: {"keys": np.array([1, 2]), "values": np.array([1, 2])},
    ),
}
