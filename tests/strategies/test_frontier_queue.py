"""The frontier queue: its claims, its two launches per level, and the effects of a queue's order."""

import numpy as np
import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize("claim", ["cas", "exch", "or"])
def test_a_level_takes_two_launches(claim, device):
    result = wf.bfs(
        generators.book_graph(), 0, strategy="frontier_queue", device=device, trace=True, claim=claim
    )
    assert [row.launches for row in result.trace.levels] == [2, 2, 2, 2]  # the second swaps the tails


@pytest.mark.parametrize("claim", ["cas", "exch"])
def test_its_account_on_the_books_graph(claim):
    figures = ["threads_launched", "threads_active", "edges_inspected", "longest_thread"]
    assert columns(generators.book_graph(), "frontier_queue", *figures, claim=claim) == [
        [1, 2, 5, 1],
        [1, 2, 5, 1],
        [2, 5, 8, 0],
        [2, 3, 2, 0],
    ]


def test_what_its_race_leaves_open():
    names = ["threads_labelling", "global_atomics", "block_atomics"]
    figures = columns(overlapping(), "frontier_queue", *names)
    assert [figure[1] for figure in figures] == [(1, 2), (4, 5), 0]


def test_the_order_of_a_queue_decides_who_shares_a_warp():
    # 64 vertices at level 1, of which two have 10 out-neighbors and the others one.
    src = np.concatenate([np.zeros(64, int), np.repeat([1, 2], 10), np.arange(3, 65)])
    dst = np.concatenate([np.arange(1, 65), np.arange(65, 85), np.full(62, 85)])
    row = wf.account(wf.Graph.from_edges(src, dst), 0, "frontier_queue").rows[1]
    assert row.warp_steps == (10 + 1, 10 + 10)
    assert row.simd_efficiency == (82 / (32 * 20), 82 / (32 * 11))
    assert row.longest_thread == 10
