"""Routes and wires: shortest by three oracles, valid by the rules, on every device."""

import importlib
import itertools

import numpy as np
import pytest
import reference
from graphs import SIMULATED, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import coo_array, csgraph

import wavefront as wf
from wavefront import generators
from wavefront.maze import wave

pytestmark = pytest.mark.on_devices
DEVICES = devices()
EXAMPLES = settings(max_examples=size(60, 6))


@pytest.fixture(autouse=True)
def small_block(monkeypatch):
    if SIMULATED:
        monkeypatch.setattr(wave, "BLOCK_SIZE", 8)


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


@EXAMPLES
@given(boards_with_ends())
def test_routes_are_lees_one_thread_a_word(board_with_ends):
    blocked, ends = board_with_ends
    for device in DEVICES.values():
        check(blocked, *ends, device)


@EXAMPLES
@given(boards_with_ends())
def test_routes_are_lees_on_the_whole_device(board_with_ends):
    blocked, ends = board_with_ends
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            wave, "CAPACITY", 1
        )  # levels of one word in the serial form, others in the parallel one
        for device in DEVICES.values():
            check(blocked, *ends, device)


@pytest.mark.parametrize("shape", [(size(150, 17), size(130, 26)), (3, size(60, 9), size(50, 10))])
def test_lengths_are_scipys_and_bfs(shape, device):
    rng = np.random.default_rng(7)
    blocked = rng.random(shape) < 0.25
    start, goal = (0,) * len(shape), tuple(side - 1 for side in shape)
    blocked[start] = blocked[goal] = False
    graph = generators.grid(*shape, blocked=blocked)
    distances = csgraph.shortest_path(graph.to_scipy(), unweighted=True, indices=0)
    route = wf.maze.route(blocked, start, goal, device=device).to_numpy()
    assert route.length == distances[-1]
    assert route.levels.ravel().tolist() == wf.bfs(graph, 0, target=blocked.size - 1).levels.tolist()


def test_an_open_board_wider_than_a_word_queue(device, monkeypatch):
    monkeypatch.setattr(wave, "CAPACITY", 3)  # the frontier grows over it and shrinks below it again
    rows, columns = size(100, 20), size(90, 30)
    route = wf.maze.route(np.zeros((rows, columns), bool), (0, 0), (rows - 1, columns - 1), device=device)
    assert np.array_equal(route.to_numpy().levels, np.add.outer(np.arange(rows), np.arange(columns)))


def test_a_corridor_that_comes_back_much_later(device):
    """Cells of one word whose levels lie 253 to 260 steps apart: a byte holds 255 values."""
    blocked = np.zeros((3, 130), bool)
    blocked[1, :-1] = True
    assert check(blocked, (0, 0), (2, 0), device).length == 260


def test_a_corridor_that_passes_its_words_again_and_again(device):
    rows = size(16, 8)
    blocked = np.zeros((rows, 130), bool)
    blocked[1::4, :-1] = blocked[3::4, 1:] = True
    assert check(blocked, (0, 0), (rows - 2, 0), device).length == rows // 2 * 131 - 2


def test_start_and_goal_in_one_cell(device):
    route = wf.maze.route(np.zeros((3, 4), bool), (1, 2), (1, 2), device=device)
    assert route.path.tolist() == [[1, 2]]
    assert (route.reached, route.length, route.vias, route.num_reached) == (True, 0, 0, 1)


def test_a_goal_that_is_walled_in_comes_with_the_wave(device):
    blocked = np.zeros((5, 7), bool)
    blocked[:, 3] = True
    route = wf.maze.route(blocked, (2, 0), (2, 6), device=device)
    assert not route.reached
    assert (route.length, route.path.shape, route.num_reached) == (-1, (0, 2), 15)
    assert "not reached" in repr(route)


def test_a_wall_is_passed_through_the_layer_above():
    blocked = np.zeros((2, 3, 5), bool)
    blocked[0, :, 2] = True
    route = wf.maze.route(blocked, (0, 1, 0), (0, 1, 4))
    assert (route.length, route.vias) == (6, 2)


def test_of_shortest_routes_the_one_with_few_turns_is_taken():
    path = wf.maze.route(np.zeros((9, 9), bool), (0, 0), (8, 8)).path
    turns = np.any(np.diff(path, n=2, axis=0) != 0, axis=1).sum()
    assert turns == 1


def test_the_callers_board_is_not_changed():
    blocked = np.random.default_rng(0).random((20, 20)) < 0.2
    blocked[0, 0] = blocked[19, 19] = False
    before = blocked.copy()
    wf.maze.route(blocked, (0, 0), (19, 19))
    wf.maze.route_nets(blocked, [((0, 0), (19, 19))])
    assert np.array_equal(blocked, before)


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


@EXAMPLES
@given(boards_with_ends())
def test_lengths_are_scipys_and_bfs_on_any_board(board_with_ends):
    blocked, (start, goal) = board_with_ends
    distance = cheapest(blocked, start, np.ones(blocked.shape), 0.0)[goal]
    source, target = (int(np.ravel_multi_index(cell, blocked.shape)) for cell in (start, goal))
    searched = wf.bfs(generators.grid(*blocked.shape, blocked=blocked), source, target=target)
    for device in DEVICES.values():
        route = wf.maze.route(blocked, start, goal, device=device).to_numpy()
        assert route.length == (distance if np.isfinite(distance) else -1)
        assert route.levels.ravel().tolist() == searched.levels.tolist()


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


def test_without_costs_the_steps_are_the_cost():
    board = np.zeros((3, 4), bool)
    assert wf.maze.route(board, (0, 0), (2, 3)).cost == 5
    assert wf.maze.route(board, (0, 0), (2, 3), via_cost=9).cost == 5  # there is no other layer
    board[:, 2] = True
    for costs in ({}, {"cost": np.ones((3, 4))}):
        found = wf.maze.route(board, (0, 0), (2, 3), **costs)
        assert (found.cost, found.length, found.path.shape) == (np.inf, -1, (0, 2))
        assert "not reached" in repr(found)


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


def test_levels_that_do_not_lead_back_are_an_error(device, monkeypatch):
    """A wave that is wrong must not keep the way back looking for ever."""
    module = importlib.import_module("wavefront.maze.route")
    levels = np.array([0, 1, 5, 3], np.int32)
    monkeypatch.setattr(module, "flood", lambda *arguments: device.array(levels))
    with pytest.raises(RuntimeError, match="don't lead back"):
        wf.maze.route(np.zeros((1, 4), bool), (0, 0), (0, 3), device=device)


WALLED = np.array([[False, True], [False, False]])


@pytest.mark.parametrize(
    ("blocked", "start", "goal", "message"),
    [
        (WALLED, (0, 1), (1, 1), r"start \(0, 1\) is in a wall"),
        (WALLED, (0, 0), (0, 1), r"goal \(0, 1\) is in a wall"),
        (WALLED, (0, 2), (1, 1), r"start \(0, 2\) is outside the board of 2 x 2 cells"),
        (WALLED, (-1, 0), (1, 1), "outside"),
        (WALLED, (0, 0, 0), (1, 1), r"the start is a cell, \(row, column\), not \(0, 0, 0\)"),
        (WALLED, (0.5, 0), (1, 1), "the start is a cell"),
        (WALLED, "ab", (1, 1), "the start is a cell"),
        (
            WALLED.astype(int),
            (0, 0),
            (1, 1),
            "a board is a boolean array of 2 or 3 dimensions, not int64 of 2",
        ),
        (np.zeros(4, bool), (0,), (1,), "not bool of 1"),
        (np.zeros((0, 4), bool), (0, 0), (0, 1), "outside the board of 0 x 4 cells"),
    ],
)
def test_bad_input(blocked, start, goal, message):
    with pytest.raises(wf.InputError, match=message):
        wf.maze.route(blocked, start, goal)


@EXAMPLES
@given(boards_with_ends(count=12))
def test_nets_are_valid_and_ripping_up_never_fails_more(board_with_ends):
    blocked, ends = board_with_ends
    cells = list(dict.fromkeys(ends))
    nets = list(zip(cells[::2], cells[1::2], strict=False))
    for device in DEVICES.values():
        once = wf.maze.route_nets(blocked, nets, max_ripups=0, device=device)
        routed = wf.maze.route_nets(blocked, nets, max_ripups=30, device=device)
        for found in (once, routed):
            wf.validate_routes(blocked, nets, found.paths, found.lengths)
            assert found.wire_length == sum(len(path) - 1 for path in found.paths if len(path))
            assert found.failed == [net for net, path in enumerate(found.paths) if not len(path)]
        assert once.ripups == 0
        assert len(routed.failed) <= len(once.failed)


def test_a_wire_in_the_way_is_ripped_up(device):
    """The first net takes the near gap, the only one that the second can reach."""
    blocked = np.zeros((3, 7), bool)
    blocked[1] = [True, False, True, True, True, False, True]
    nets = [((0, 2), (2, 2)), ((0, 0), (2, 0))]
    assert wf.maze.route_nets(blocked, nets, max_ripups=0, device=device).failed == [1]
    routed = wf.maze.route_nets(blocked, nets, device=device)
    wf.validate_routes(blocked, nets, routed.paths, routed.lengths)
    assert (routed.lengths, routed.ripups) == ([8, 4], 1)


def test_a_net_without_any_way_fails_alone():
    blocked = np.zeros((6, 6), bool)
    blocked[3, :] = True
    nets = [((0, 0), (5, 5)), ((0, 1), (0, 5)), ((4, 0), (5, 2))]
    routed = wf.maze.route_nets(blocked, nets)
    assert routed.failed == [0]
    assert routed.lengths[0] == -1
    assert routed.ripups == 0


@pytest.mark.parametrize(
    ("nets", "max_ripups", "message"),
    [
        ([((0, 0), (9, 9))], None, r"net 0's goal \(9, 9\) is outside"),
        ([((0, 0), (1, 1)), ((1, 1), (1, 0))], None, r"net 0 and net 1 both have an end in cell \(1, 1\)"),
        ([((0, 0), (1, 1))], -1, "max_ripups"),
        ([((0, 0), (1, 1))], 1.5, "max_ripups"),
    ],
)
def test_bad_nets(nets, max_ripups, message):
    with pytest.raises(wf.InputError, match=message):
        wf.maze.route_nets(np.zeros((2, 2), bool), nets, max_ripups=max_ripups)


def test_no_nets():
    routed = wf.maze.route_nets(np.zeros((2, 2), bool), [])
    assert (routed.paths, routed.failed, routed.wire_length, routed.vias) == ([], [], 0, 0)


BOARD = np.array([[False, False, False], [False, True, False], [False, False, False]])
NETS = [((0, 0), (0, 2)), ((2, 0), (2, 2))]
RIGHT = [np.array([[0, 0], [0, 1], [0, 2]]), np.array([[2, 0], [2, 1], [2, 2]])]


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ([[0, 1], [0, 2]], r"rule ends.*net 0"),
        ([[0, 0], [0, 1]], r"rule ends.*net 0"),
        ([[0, 0, 0], [0, 0, 2]], r"rule ends.*net 0"),
        ([[0, 0], [0, 2]], r"rule steps.*net 0 jumps from \[0, 0\] to \[0, 2\]"),
        ([[0, 0], [1, 1], [0, 2]], "rule steps"),
        ([[0, 0], [0, 1], [1, 1], [1, 2], [0, 2]], r"rule walls.*\[1, 1\]"),
        ([[0, 0], [-1, 0], [-1, 1], [-1, 2], [0, 2]], r"rule walls.*leaves the board at \[-1, 0\]"),
        ([[0, 0], [0, 1], [0, 0], [0, 1], [0, 2]], "rule apart.*net 0 crosses itself"),
        (
            [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2]],
            r"rule apart.*nets 1 and 0 share cell \(2, 0\)",
        ),
    ],
)
def test_the_validator_refuses(first, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_routes(BOARD, NETS, [np.array(first), RIGHT[1]])


def test_the_validator_counts():
    wf.validate_routes(BOARD, NETS, RIGHT, [2, 2])
    wf.validate_routes(BOARD, NETS, [RIGHT[0][:0], RIGHT[1]], [-1, 2])
    with pytest.raises(wf.ValidationError, match=r"rule length.*net 1 has 3 cells, but its length is 3"):
        wf.validate_routes(BOARD, NETS, RIGHT, [2, 3])
    cost = np.array([[1, 2, 3], [0, 0, 0], [1, 2, 3.5]])
    wf.validate_routes(BOARD, NETS, RIGHT, cost=cost, totals=[5, 5.5])
    wf.validate_routes(BOARD, NETS, [RIGHT[0], RIGHT[1][:0]], cost=cost, totals=[5, np.inf])
    wf.validate_routes(BOARD, NETS, RIGHT, totals=[2, 2])
    with pytest.raises(wf.ValidationError, match=r"rule cost.*net 1 costs 5.5, not 5"):
        wf.validate_routes(BOARD, NETS, RIGHT, cost=cost, totals=[5, 5])
    layers, up = np.zeros((2, 1, 1), bool), [((0, 0, 0), (1, 0, 0))]
    wf.validate_routes(layers, up, [np.array(up[0])], via_cost=2.5, totals=[3.5])
    with pytest.raises(wf.ValidationError, match="1 wires for 2 nets"):
        wf.validate_routes(BOARD, NETS, RIGHT[:1])
