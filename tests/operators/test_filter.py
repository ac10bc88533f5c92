"""filter keeps the items that the functor accepts, each item once if asked."""

import numpy as np
import pytest
from functors import host, numbers
from graphs import GRAPHS

from wavefront import operators

pytestmark = pytest.mark.on_devices


def is_large(item, problem):
    return item >= problem.modulus


def residue(item, problem):
    return 0.5 * (item % problem.modulus)


def test_a_number_other_than_0_keeps(device):
    frontier = operators.Frontier(GRAPHS["kronecker"](), device=device).load(np.arange(9))
    operators.filter(frontier, residue, numbers(device))
    assert host(frontier.items).tolist() == [1, 2, 4, 5, 7, 8]


@pytest.mark.parametrize("deduplicate", [None, "exact", "cheap"])
def test_filter(deduplicate, device):
    graph = GRAPHS["kronecker"]()
    given = np.random.default_rng(2).integers(0, graph.num_vertices, 300)
    frontier = operators.Frontier(graph, device=device).load(given)
    operators.filter(frontier, is_large, numbers(device), deduplicate=deduplicate)
    kept = host(frontier.items)
    assert set(kept) == set(given[given >= 3])
    if deduplicate is None:
        assert kept.tolist() == given[given >= 3].tolist()
    if deduplicate == "exact":
        assert len(set(kept)) == len(kept)
