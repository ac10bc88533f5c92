"""Routes with costs are as cheap as Dijkstra's."""

import numpy as np
import pytest
from boards import EXAMPLES, boards_with_ends, cheapest
from graphs import devices
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import wavefront as wf

pytestmark = pytest.mark.on_devices
DEVICES = devices()

COSTS = st.sampled_from([0.0, 0.25, 1.0, 3.0, 7.5, 1e6])  # sums of these are exact


@EXAMPLES
@given(boards_with_ends(), st.data())
def test_routes_with_costs_are_as_cheap_as_dijkstras(board_with_ends, data):
    blocked, (start, goal) = board_with_ends
    cost = data.draw(arrays.arrays(np.float64, blocked.shape, elements=COSTS))
    via_cost = data.draw(COSTS)
    expected = cheapest(blocked, start, cost, via_cost)
    for device in DEVICES.values():
        found = wf.maze.route(blocked, start, goal, cost=cost, via_cost=via_cost, device=device).to_numpy()
        assert found.distances.tolist() == expected.tolist()
        assert (found.levels, found.num_levels) == (None, None)
        assert (found.cost, found.reached) == (expected[goal], bool(np.isfinite(expected[goal])))
        assert found.num_reached == np.isfinite(expected).sum()
        wf.validate_routes(
            blocked,
            [(start, goal)],
            [found.path],
            [found.length],
            cost=cost,
            via_cost=via_cost,
            totals=[found.cost],
        )


def test_a_detour_that_is_cheaper(device):
    cost = np.ones((3, 5), np.float32)
    cost[0, 1:4] = 5
    found = wf.maze.route(np.zeros((3, 5), bool), (0, 0), (0, 4), cost=cost, device=device)
    assert found.path.tolist() == [[0, 0], [1, 0], [1, 1], [1, 2], [1, 3], [1, 4], [0, 4]]
    assert (found.length, found.cost) == (6, 6.0)
    assert "6 steps, cost 6" in repr(found)


@pytest.mark.parametrize(("via_cost", "vias", "cost"), [(1, 2, 8.0), (2.5, 0, 10.0), (np.inf, 0, 10.0)])
def test_vias_are_taken_where_they_are_worth_it(via_cost, vias, cost, device):
    """Around the wall in the lower layer it takes 10 steps, through the upper one 6 and two vias."""
    blocked = np.zeros((2, 4, 5), bool)
    blocked[0, :3, 2] = True
    found = wf.maze.route(blocked, (0, 0, 0), (0, 0, 4), via_cost=via_cost, device=device)
    assert (found.vias, found.cost) == (vias, cost)


def test_a_cell_of_infinite_cost_is_a_wall_and_costs_of_walls_do_not_count():
    blocked = np.array([[False, True, False], [False, False, False]])
    cost = np.array([[1, np.nan, 1], [1, np.inf, 1]])
    assert not wf.maze.route(blocked, (0, 0), (0, 2), cost=cost).reached
    cost[1, 1] = 2
    assert wf.maze.route(blocked, (0, 0), (0, 2), cost=cost).cost == 5


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ({"cost": np.ones((2, 3))}, r"board's shape \(2, 2\), not float64 of shape \(2, 3\)"),
        ({"cost": 1.0}, r"not float64 of shape \(\)"),
        ({"cost": np.full((2, 2), "a")}, "cost is an array of real numbers"),
        ({"cost": np.ones((2, 2), complex)}, "cost is an array of real numbers"),
        ({"cost": [[1, 1], [-0.5, 1]]}, r"costs 0 or more; cost\[1, 0\] is -0.5"),
        ({"cost": [[1, 1], [1, np.nan]]}, r"cost\[1, 1\] is nan"),
        ({"via_cost": -1}, "via_cost is a number, 0 or more, not -1"),
        ({"via_cost": np.nan}, "via_cost is a number, 0 or more, not nan"),
        ({"via_cost": "1"}, "via_cost is a number, 0 or more, not '1'"),
        ({"via_cost": True}, "via_cost is a number, 0 or more, not True"),
    ],
)
def test_bad_costs(costs, message):
    with pytest.raises(wf.InputError, match=message):
        wf.maze.route(np.array([[False, True], [False, False]]), (0, 0), (1, 1), **costs)
