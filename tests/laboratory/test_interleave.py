"""Searches access by access: results, traces that tell all, schedules that repeat, wrong arguments."""

import json
import pickle

import numpy as np
import pytest
from reference import bfs_levels

import wavefront as wf
from wavefront import generators
from wavefront.laboratory import machine
from wavefront.laboratory.interleave import SCHEDULES
from wavefront.strategies import STRATEGIES

EDGES = [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)]
GRAPH = wf.Graph.from_edges(*zip(*EDGES, strict=True))
METHODS = {
    "sequential": {},
    "push": {},
    "pull": {},
    "direction_optimized": {},
    "edge_centric": {},
    "spmv": {},
    "frontier_queue": {},
    "privatized": {"block_size": 2, "capacity": 1},
    "hierarchical": {"block_size": 2, "warp_size": 1, "warp_capacity": 1, "capacity": 1},
    "single_block": {"block_size": 2, "capacity": 2},
    "degree_buckets": {"warp_degree": 2},
}


def is_right(found):
    levels = bfs_levels(6, EDGES, found.sources)
    assert found.problem is None
    assert found.levels.tolist() == levels
    for vertex, parent in enumerate(found.predecessors.tolist()):
        assert (parent == -1) == (levels[vertex] <= 0)
        assert parent == -1 or ((parent, vertex) in EDGES and levels[parent] == levels[vertex] - 1)


@pytest.mark.parametrize("schedule", ["in_order", "lockstep", "random", "adversarial"])
@pytest.mark.parametrize("method", METHODS)
def test_no_schedule_makes_a_method_wrong(method, schedule):
    found = wf.interleave(method, GRAPH, 0, schedule=schedule, max_schedules=10, **METHODS[method])
    is_right(found)
    assert found.wrong == 0
    assert not found.harmful


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
@pytest.mark.parametrize("method", ["push", "direction_optimized", "edge_centric", "degree_buckets"])
def test_no_schedule_makes_a_printed_form_wrong(method, schedule):
    options = METHODS[method] | {"literal": True}
    found = wf.interleave(method, GRAPH, 0, schedule=schedule, max_schedules=10, **options)
    is_right(found)
    assert found.wrong == 0
    assert not found.harmful


@pytest.mark.parametrize("method", list(METHODS)[:-1])
def test_all_schedules_are_right(method):
    edges = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3])
    found = wf.interleave(method, edges, 0, schedule="exhaustive", **METHODS[method])
    assert found.wrong == 0
    assert found.levels.tolist() == bfs_levels(4, [(0, 1), (0, 2), (1, 3), (2, 3)], [0])


def test_a_seed_repeats_and_others_differ():
    runs = [wf.interleave("frontier_queue", GRAPH, [0, 1], seed=seed) for seed in (3, 3, 4)]
    assert runs[0].to_json() == runs[1].to_json()
    assert runs[0].choices != runs[2].choices


@pytest.mark.parametrize("method", METHODS)
def test_choices_repeat_a_run(method):
    drawn = wf.interleave(method, GRAPH, 0, seed=1, **METHODS[method])
    again = wf.interleave(method, GRAPH, 0, schedule=drawn.choices, **METHODS[method])
    assert again.launches == drawn.launches


def shared(access, arrays):
    return (
        arrays[access.array, access.block]
        if (access.array, access.block) in arrays
        else arrays[access.array, None]
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("method", METHODS)
def test_the_trace_is_complete(method, seed):
    """Memory played forward from the contents before each launch gives every value read, and the result."""
    found = wf.interleave(method, GRAPH, 0, seed=seed, **METHODS[method])
    labels = None
    for launch in found.launches:
        arrays = {(array.name, array.block): list(array.contents) for array in launch.arrays}
        for access in launch.accesses:
            cells = shared(access, arrays)
            assert cells[access.index] == access.before
            assert access.kind != "read" or access.after == access.before
            assert access.block == access.thread // launch.threads or launch.blocks == 1
            cells[access.index] = access.after
        labels = arrays.get(("levels", None), labels)
    if method != "spmv":  # whose host labels
        assert labels == found.levels.tolist()


def test_json_and_pickle_hold_all():
    found = wf.interleave("privatized", GRAPH, 0, seed=2)
    record = json.loads(found.to_json())
    assert record["levels"] == found.levels.tolist()
    for launch, told in zip(found.launches, record["launches"], strict=True):
        assert [row[0] for row in told["accesses"]] == launch.choices
        for access, row in zip(launch.accesses, told["accesses"], strict=True):
            assert row[:-1] == [
                access.thread,
                access.block,
                access.kind,
                access.array,
                access.index,
                access.before,
                access.after,
            ]
            assert record["places"][row[-1]] == access.place._asdict()
    copy = pickle.loads(pickle.dumps(found))
    assert copy.to_json() == found.to_json()


def test_memory_nobody_wrote_is_none():
    found = wf.interleave("privatized", GRAPH, 0, schedule="in_order")
    queues = [array for array in found.launches[0].arrays if array.name == "queue"]
    assert [array.contents for array in queues] == [[None] * 4]
    assert queues[0].block == 0


def test_turns_by_hand():
    turns = ["1 cas levels", "0 read levels"]
    found = wf.interleave("frontier_queue", GRAPH, [1, 2], schedule=[turns])
    accesses = [(access.thread, access.kind) for access in found.launches[0].accesses]
    assert accesses[:6] == [(1, "read")] * 5 + [(1, "cas")]
    assert (0, "cas") not in accesses  # thread 1 has claimed the one neighbor of vertex 1
    assert accesses[6:11] == [(0, "read")] * 5


def test_a_strategy_of_the_callers():
    def mark(item, levels):
        levels[item] = min(item, 1)

    def strategy(graph, sources, device, *, stop, trace, predecessors):
        levels = np.full(graph.num_vertices, -1, np.int32)
        device.for_each(graph.num_vertices, mark, levels)
        return levels, None

    star = wf.Graph.from_edges([0, 0], [1, 2])
    found = wf.interleave(strategy, star, 0, schedule="exhaustive", predecessors=False)
    assert (found.strategy, found.schedules, found.wrong) == ("strategy", 1, 0)
    wrong = wf.interleave(strategy, GRAPH, 0, schedule="exhaustive", predecessors=False)
    assert (wrong.schedules, wrong.wrong) == (1, 1)
    assert "rule" in wrong.problem


@pytest.mark.parametrize("schedule", ["in_order", "lockstep", "random", "adversarial"])
def test_a_search_on_the_operators(schedule):
    """Kernels that take arrays in NamedTuples, and that pass arguments on as a tuple."""
    found = wf.interleave(STRATEGIES["operators"], GRAPH, 0, schedule=schedule, max_schedules=10)
    is_right(found)
    assert (found.wrong, found.harmful) == (0, [])
    walk = next(launch for launch in found.launches if launch.kernel == "walk_tile")
    assert {"items", "src_ptr", "dst", "output", "tail", "levels"} <= {array.name for array in walk.arrays}
    assert walk.numbers["curr_level"] == 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"schedule": "fastest"}, "schedule 'fastest': choose one of 'in_order', 'lockstep', 'random'"),
        ({"schedule": [3]}, "a list of threads' turns for each launch"),
        ({"schedule": [["0 eat tails"]]}, "is no turn"),
        ({"schedule": [[-1]]}, "must be an integer, 0 or more"),
        ({"without": "kernel"}, "choose one of append.atomic_add, claim.atomic_cas"),
        ({"schedule": "exhaustive", "max_schedules": 3}, "more than 3 schedules"),
        ({"seed": -1}, "seed must be"),
        ({"capacity": 3}, "takes claim, literal, not capacity"),
    ],
)
def test_wrong_arguments(changed, message):
    with pytest.raises(wf.InputError, match=message):
        wf.interleave("frontier_queue", GRAPH, 0, **changed)


def test_a_librarys_kernels_do_not_run_here():
    with pytest.raises(wf.InputError, match="doesn't run library=True: its kernels are the library's"):
        wf.interleave("spmv", GRAPH, 0, library=True)
    with pytest.raises(wf.InputError, match="library is true or false"):
        wf.interleave("spmv", GRAPH, 0, library="no")
    is_right(wf.interleave("spmv", GRAPH, 0, library=False))


@pytest.mark.parametrize("strategy", ["fused", "operators", "auto"])
def test_methods_that_do_not_run_here(strategy):
    with pytest.raises(wf.InputError, match="the laboratory runs the kernels of sequential, push"):
        wf.interleave(strategy, GRAPH, 0)


def test_a_graph_too_large(monkeypatch):
    monkeypatch.setattr(machine, "MOST_ACCESSES", 2_000)
    with pytest.raises(wf.InputError, match="a run of more than 2,000 accesses"):
        wf.interleave("push", generators.path(60), 0)


def test_every_schedule_is_named():
    assert SCHEDULES == ("in_order", "lockstep", "random", "adversarial", "exhaustive")
