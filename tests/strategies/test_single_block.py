"""Many levels in one launch: which levels a launch runs, and when the host takes over."""

import pytest
from accounts import columns

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
# A capacity of 3 is too small for level 3's frontier of 5: that level takes two launches of the whole device.
LAUNCHES = [({}, [1, 0, 0, 0]), ({"capacity": 3}, [1, 0, 2, 1])]


def traced(graph, device, **options):
    options = {"block_size": 8, **options}
    return wf.bfs(graph, 0, strategy="single_block", device=device, trace=True, **options).trace.levels


@pytest.mark.parametrize(("options", "launches"), LAUNCHES)
def test_launches(options, launches, device):
    assert [row.launches for row in traced(generators.book_graph(), device, **options)] == launches


@pytest.mark.parametrize(("options", "launches"), LAUNCHES)
def test_its_account_has_the_same_launches(options, launches):
    (said,) = columns(generators.book_graph(), "single_block", "kernel_launches", **options)
    assert said == launches


def test_levels_of_one_launch_have_its_time_once(device):
    rows = traced(generators.path(6), device)
    assert [row.level for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row.milliseconds > 0 for row in rows] == [True] + 5 * [False]


def test_threads_take_turns_where_there_are_more_vertices():
    # At level 2, 4 threads have 19 leaves, none of which has a neighbor to label.
    names = ["threads_launched", "edges_inspected", "longest_thread"]
    launched, edges, longest = columns(generators.star(20), "single_block", *names, block_size=4)
    assert (launched, edges) == ([1, 4], [19, 19])
    assert longest[1] == 5


def test_a_launch_stops_at_the_target_and_at_the_depth_limit(device):
    graph = generators.path(9)
    for stop in ({"target": 3}, {"depth_limit": 3}):
        options = {"block_size": 8, **stop}
        levels = wf.bfs(graph, 0, strategy="single_block", device=device, **options).to_numpy().levels
        assert levels.tolist() == [0, 1, 2, 3, -1, -1, -1, -1, -1]
