"""The operators' frontier."""

import numpy as np
import pytest
from functors import host

import wavefront as wf
from wavefront import generators, operators

pytestmark = pytest.mark.on_devices


def test_bitmap_and_queue_hold_the_same(device):
    graph = generators.grid(9, 11)
    frontier = operators.Frontier(graph, device=device).load([0, 31, 32, 98])
    words = host(frontier.bitmap)
    assert [i for i in range(99) if words[i // 32] >> np.uint32(i % 32) & 1] == [0, 31, 32, 98]
    frontier.replace_bitmap(frontier.bitmap, "vertices")
    assert len(frontier) == 4
    assert host(frontier.items).tolist() == [0, 31, 32, 98]


@pytest.mark.parametrize("items", [9, -1, [0, 99], 1.5, [[0]]])
def test_what_is_no_vertex_is_refused(items):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError):
        operators.Frontier(graph).load(items)
