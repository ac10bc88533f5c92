"""Push or pull: what the leader finds out before a level for which both are possible."""

from types import SimpleNamespace

import numpy as np
import pytest

from wavefront.frontier import UNVISITED
from wavefront.strategies.fused.cpu.direction import (
    SHARES,
    alpha_of,
    alphas_of,
    most_to_push,
    same_alpha,
    try_luck,
)
from wavefront.strategies.fused.cpu.search import EDGES_LEFT, LUCK, STATE_SIZE

COUNT, DEGREE = 64_000, 32


def luck_of(lucky, edges, alphas):
    """What is found where this share of the unvisited vertices, half of all, looks at a visited one first."""
    levels = np.full(COUNT, UNVISITED)
    levels[::2] = 1
    graph = SimpleNamespace(
        first=np.where(np.random.default_rng(1).random(COUNT) < lucky, 0, 1),
        dst_ptr=np.arange(COUNT + 1) * DEGREE,
    )
    state = np.zeros(STATE_SIZE, np.int64)
    state[EDGES_LEFT] = COUNT * DEGREE // 2
    search, plan = SimpleNamespace(state=state, levels=levels), SimpleNamespace(alphas=alphas)
    most_known = most_to_push(plan, search)
    try_luck(edges, plan, graph, search)
    return state[LUCK], most_to_push(plan, search) / most_known


def test_alpha_rises_with_the_vertices_that_find_at_once():
    for size, degree in (COUNT, DEGREE), (COUNT, 3), (2**20, 16):
        alphas = alphas_of(size, size * degree)
        assert alphas[0] == alpha_of(size, size * degree)
        assert (np.diff(alphas) >= 0).all()
        assert alphas[-1] > 1.5 * alphas[0]


@pytest.mark.parametrize("lucky", [0, 0.5, 1])
def test_the_share_is_found(lucky):
    found, most = luck_of(lucky, COUNT * DEGREE, alphas_of(COUNT, COUNT * DEGREE))
    assert abs(found - lucky * SHARES) <= 2
    assert (most < 1) == (found > 0)


def test_nothing_is_looked_at_where_it_does_not_matter():
    alphas = alphas_of(COUNT, COUNT * DEGREE)
    assert luck_of(1, 1000, alphas) == (0, 1)  # pushed anyway
    assert luck_of(1, COUNT * DEGREE, same_alpha(5.0)) == (0, 1)  # the caller's alpha
