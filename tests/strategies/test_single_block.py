"""Many levels in one launch: which levels a launch runs, and when the host takes over."""

import json

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


# Levels of 1, 5, 5, 1 and 1 vertices.
FANS = [*[0] * 5, 1, 2, 3, 4, 5, 6, 11], list(range(1, 13))


@pytest.mark.parametrize(
    ("capacity", "where"),
    [
        (1, ["global", "host", "host", "shared", "shared"]),
        (2, ["global", "host", "host", "shared", "shared"]),
        (4, ["global", "host", "host", "shared", "shared"]),  # one vertex too many
        (5, ["shared"] * 5),  # exactly full
        (6, ["shared"] * 5),
    ],
)
def test_the_three_moves_of_the_frontier(capacity, where, device):
    graph = wf.Graph.from_edges(*FANS)
    rows = traced(graph, device, capacity=capacity)
    assert [row.where for row in rows] == where
    assert [row.vertices for row in rows] == [5, 5, 1, 1, 0]
    launches = [1, 0, 0, 0, 0] if capacity >= 5 else [1, 2, 2, 1, 0]
    assert [row.launches for row in rows] == launches
    for count in (False, True):
        account = wf.account(graph, 0, "single_block", count=count, capacity=capacity, block_size=8).rows
        assert [row.where for row in account] == where
        # An append is an add on the block's counter, past its queue too; the host's kernel adds to the tail.
        block = [row.vertices_labelled * (place != "host") for row, place in zip(account, where, strict=True)]
        assert [row.block_atomics for row in account] == block
        assert [row.global_atomics for row in account] == [
            row.vertices_labelled * (1 + (place == "host")) for row, place in zip(account, where, strict=True)
        ]


def test_where_is_told_in_table_and_json(device):
    result = wf.bfs(
        generators.book_graph(),
        0,
        strategy="single_block",
        device=device,
        trace=True,
        capacity=3,
        block_size=8,
    )
    where = ["shared", "global", "host", "shared"]
    assert [line.split()[-1] for line in result.trace.table().splitlines()[-4:]] == where
    assert [row["where"] for row in json.loads(result.trace.to_json())] == where
    account = wf.account(generators.book_graph(), 0, "single_block", capacity=3)
    levels = [line.split() for line in account.table().splitlines() if line[:6].strip().isdigit()]
    assert [level[-1] for level in levels[-4:]] == where
    assert [row["where"] for row in json.loads(account.to_json())] == where
    other = wf.bfs(generators.book_graph(), 0, strategy="push", device=device, trace=True).trace
    assert "where" not in json.loads(other.to_json())[0]


@pytest.mark.parametrize("last", [{"target": 3}, {"depth_limit": 2}])
def test_a_stop_in_the_level_that_overflows(last, device):
    graph = generators.book_graph()
    result = wf.bfs(graph, 0, strategy="single_block", device=device, capacity=2, block_size=8, **last)
    assert result.to_numpy().levels.tolist() == [0, 1, 1, 2, 2, 2, 2, 2, -1]


def test_a_block_has_no_more_than_its_shared_memory():
    graph = generators.star(8000)
    where = [row.where for row in wf.account(graph, 1, "single_block", capacity=10**9).rows]
    assert where == ["shared", "global", "host"]
    found = wf.bfs(graph, 1, strategy="single_block", device="cpu", trace=True, capacity=10**9)
    assert [row.where for row in found.trace.levels] == ["shared"] * 3


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
