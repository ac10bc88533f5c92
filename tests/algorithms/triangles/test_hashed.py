"""Triangles by hash tables and by marks, in pieces of all kinds, against the CPU's."""

import random
from contextlib import ExitStack
from unittest.mock import patch

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.triangles import hashed, look_up, marked, split
from wavefront.device import Python

TWICE = np.random.default_rng(1).integers(0, 12, (2, 60))  # with parallel edges and self-loops
GRAPHS = {
    "kronecker": lambda: generators.kronecker(4),
    "parallel edges": lambda: wf.Graph.from_edges(*TWICE, 14, directed=False),
    "complete": lambda: generators.complete(11),
    "star": lambda: generators.star(20),
}
PIECES = {
    "all hashed": {look_up: {"REACH": 0}, hashed: {"BELOW": 64}},
    "hashed in pieces": {split: {"HUB": 8}, look_up: {"REACH": 0}, hashed: {"BELOW": 4, "MOST_KEYS": 4}},
    "less room": {split: {"HUB": 4}, look_up: {"REACH": 0}, hashed: {"ROOM": 1}},
    "all marked": {},
    "marked in pieces": {split: {"HUB": 8}, marked: {"BELOW": 4}},
    "some marked": {look_up: {"REACH": 5}},
    "many keys hashed": {look_up: {"MOST_MARKED": 4}},
    "all compared": {hashed: {"FEW": 64}},
    "some compared": {hashed: {"FEW": 6}},
}


def patched(pieces):
    """A context in which modules have these constants, and no vertex is for one thread unless they say so."""
    stack = ExitStack()
    stack.enter_context(patch.object(hashed, "FEW", 0))
    for module, values in pieces.items():
        stack.enter_context(patch.multiple(module, **values))
    return stack


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
@pytest.mark.parametrize("name", GRAPHS)
def test_counts_are_the_cpus(name, pieces):
    graph = GRAPHS[name]()
    with patched(pieces):
        found = hashed.counts_by_degree(graph, Python())
    assert found.tolist() == wf.triangles(graph, device="cpu").counts.tolist()


def test_tables_that_are_nearly_full():
    table = {"SLOTS": 16, "SLOTS_BITS": 4}
    pieces = {look_up: {"SLOTS": 16, "REACH": 0}, hashed: {**table, "LEAST_BITS": 2, "MOST_KEYS": 15}}
    with patched(pieces):
        found = hashed.counts_by_degree(generators.complete(17), Python())
    assert (found == 16 * 15 // 2).all()


@pytest.mark.parametrize("pieces", ["hashed in pieces", "marked in pieces"])
@pytest.mark.parametrize("seed", range(2))
def test_threads_in_any_order(seed, pieces):
    random.seed(seed)
    graph = GRAPHS["kronecker"]()
    with patched(PIECES[pieces]):
        found = hashed.counts_by_degree(graph, Python(lambda ready: random.randrange(len(ready))))
    assert found.tolist() == wf.triangles(graph, device="cpu").counts.tolist()
