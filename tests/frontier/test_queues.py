"""The queues that strategies append to."""

import numpy as np
import pytest

from wavefront import generators
from wavefront.frontier import Queues, append

pytestmark = pytest.mark.on_devices


def append_even(vertex, frontier, tails):
    if vertex % 2 == 0:
        append(frontier, tails, vertex)


def test_what_was_appended_is_the_next_frontier(device):
    graph = generators.path(40)
    queues = Queues(graph, np.array([7, 3]), device)
    assert (queues.prev[:2].tolist(), queues.size) == ([7, 3], 2)
    device.for_each(40, append_even, queues.curr, queues.tails)
    assert queues.swap()
    assert queues.size == 20
    assert sorted(queues.prev[:20].tolist()) == list(range(0, 40, 2))
    assert not queues.swap()  # nothing was appended since
    assert queues.size == 0
