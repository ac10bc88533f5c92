"""A rank's lists ascend, but for the hub that each begins with."""

from itertools import pairwise

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import distributed, generators
from wavefront.distributed.sorting import SHORT, sort_list
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.skipif(SIMULATED, reason="lists of CPU ranks")


@pytest.mark.parametrize("order", ["drawn", "ascending", "falling", "alike"])
@pytest.mark.parametrize("weighted", [False, True])
def test_lists_of_every_length(order, weighted):
    lengths = [0, 1, 2, SHORT, SHORT + 1, 1000, 3]
    ptr = np.append(0, np.cumsum(lengths))
    places = np.random.default_rng(1).integers(0, 900, ptr[-1]).astype(np.int32)
    places = {"drawn": places, "ascending": np.sort(places), "falling": np.sort(places)[::-1].copy()}.get(
        order, np.full_like(places, 7)
    )
    weights = 10.0 * places if weighted else np.empty(0)
    expected = [np.sort(places[first:end]) for first, end in pairwise(ptr)]
    wf.Cpu().for_each(len(lengths), sort_list, ptr, places, weights)
    assert np.array_equal(places, np.concatenate(expected))
    assert not weighted or np.array_equal(weights, 10.0 * places)


def test_lists_of_ranks_ascend_behind_the_hub():
    graph = with_random_weights(generators.kronecker(9, seed=3), seed=1)

    def program(ranks):
        lists = distributed.from_graph(graph, ranks).out
        for first, end in pairwise(lists.ptr):
            rest = lists.places[first + 1 : end]
            assert (np.diff(rest) >= 0).sum() >= rest.size - 3  # where the hub was is the list's first one
        return True

    assert distributed.together(3, program) == [True] * 3
