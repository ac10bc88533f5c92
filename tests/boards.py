"""Boards that mazes are tested on, and their levels and costs by two oracles."""

import itertools

import numpy as np
import reference
from graphs import size
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import coo_array, csgraph

import wavefront as wf

EXAMPLES = settings(max_examples=size(60, 6))


def shapes(most):
    side = st.integers(1, most)
    return st.tuples(side, side) | st.tuples(st.integers(1, 3), side, side)


@st.composite
def boards_with_ends(draw, count=2):
    """A board and `count` free cells, different where there are enough."""
    shape = draw(shapes(size(20, 9)))
    walls = draw(st.floats(0, 0.5))
    blocked = draw(arrays.arrays(np.float32, shape, elements=st.floats(0, 1, width=32))) < walls
    cells = draw(st.permutations(list(itertools.product(*map(range, shape)))))
    ends = [cells[number % len(cells)] for number in range(count)]
    for cell in ends:
        blocked[cell] = False
    return blocked, ends


def free_cells(blocked):
    return set(map(tuple, np.argwhere(~blocked).tolist()))


def expected_levels(blocked, start, goal):
    """Lee's levels up to the goal's, -1 beyond it."""
    found = reference.lee_levels(free_cells(blocked), start)
    levels = np.full(blocked.shape, -1)
    for cell, level in found.items():
        if goal not in found or level <= found[goal]:
            levels[cell] = level
    return levels


def check(blocked, start, goal, device):
    route = wf.maze.route(blocked, start, goal, device=device).to_numpy()
    levels = expected_levels(blocked, start, goal)
    assert route.levels.tolist() == levels.tolist()
    assert route.reached == (levels[goal] >= 0)
    assert route.length == levels[goal]
    assert route.num_reached == (levels >= 0).sum()
    wf.validate_routes(blocked, [(start, goal)], [route.path], [route.length])
    return route


def cheapest(blocked, start, cost, via_cost):
    """SciPy's distances from the start over the steps between free cells, in the board's shape."""
    cells = np.arange(blocked.size).reshape(blocked.shape)
    steps = []
    for axis in range(blocked.ndim):
        before = np.moveaxis(cells, axis, 0)[:-1].ravel()
        after = np.moveaxis(cells, axis, 0)[1:].ravel()
        via = via_cost if blocked.ndim == 3 and axis == 0 else 0.0
        for src, dst in ((before, after), (after, before)):
            free = ~(blocked.flat[src] | blocked.flat[dst])
            steps.append((src[free], dst[free], cost.flat[dst[free]] + via))
    src, dst, weights = (np.concatenate(parts) for parts in zip(*steps, strict=True))
    matrix = coo_array((weights, (src, dst)), shape=(blocked.size, blocked.size)).tocsr()
    return csgraph.dijkstra(matrix, indices=cells[start]).reshape(blocked.shape)
