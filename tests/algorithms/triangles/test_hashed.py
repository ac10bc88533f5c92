"""Triangles by hash tables, in pieces of all kinds, against the CPU's."""

from unittest.mock import patch

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.triangles import hashed
from wavefront.device import Python

TWICE = np.random.default_rng(1).integers(0, 12, (2, 60))  # with parallel edges and self-loops
GRAPHS = {
    "kronecker": lambda: generators.kronecker(4),
    "parallel edges": lambda: wf.Graph.from_edges(*TWICE, 14, directed=False),
    "complete": lambda: generators.complete(11),
    "star": lambda: generators.star(20),
}


@pytest.mark.parametrize(
    "pieces", [{"BELOW": 64}, {"HUB": 8, "BELOW": 4, "MOST_KEYS": 4}, {"HUB": 4, "ROOM": 1}]
)
@pytest.mark.parametrize("name", GRAPHS)
def test_counts_are_the_cpus(name, pieces):
    graph = GRAPHS[name]()
    with patch.multiple(hashed, **pieces):
        found = hashed.counts_by_degree(graph, Python())
    assert found.tolist() == wf.triangles(graph, device="cpu").counts.tolist()


def test_tables_that_are_nearly_full():
    with patch.multiple(hashed, SLOTS=16, SLOTS_BITS=4, LEAST_BITS=2, MOST_KEYS=15):
        found = hashed.counts_by_degree(generators.complete(17), Python())
    assert (found == 16 * 15 // 2).all()
