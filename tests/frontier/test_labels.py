"""Labels: the initial ones of a search, and which thread may label a vertex."""

import numpy as np
import pytest

from wavefront import generators
from wavefront.frontier import UNVISITED, claim, initial_labels

pytestmark = pytest.mark.on_devices


def claim_one_of_ten(item, levels, claims):
    claims[item] = claim(levels, item % 10, 4)


def test_one_thread_labels_a_vertex(device):
    levels = device.array(np.array([UNVISITED] * 8 + [0, 4], np.int32))  # the last two were visited
    claims = device.xp.zeros(60, np.int32)
    device.for_each(60, claim_one_of_ten, levels, claims)
    assert levels.tolist() == [4] * 8 + [0, 4]
    assert claims.reshape(6, 10).sum(axis=0).tolist() == [1] * 8 + [0, 0]


@pytest.mark.parametrize(("predecessors", "parents"), [(True, [-1] * 5), (False, [])])
def test_a_search_starts_from_its_sources(predecessors, parents, device):
    graph = generators.path(5).to_device(device)
    levels, found = initial_labels(graph, np.array([3, 1]), device, predecessors)
    assert (levels.tolist(), levels.dtype) == ([-1, 0, -1, 0, -1], np.int32)
    assert (found.tolist(), found.dtype) == (parents, graph.csr.dst.dtype)
