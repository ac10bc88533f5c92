"""Races are found where they are, and judged by what they do."""

import pytest

import wavefront as wf
from wavefront.atomics import atomic_add
from wavefront.enactor import enact
from wavefront.frontier import Queues, append, claim, initial_labels

DIAMOND = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3])


def verdicts(found):
    return {(race.array, race.kinds): (race.verdict, race.why) for race in found.races}


def test_the_races_of_push():
    told = verdicts(wf.interleave("push", DIAMOND, 0, schedule="exhaustive"))
    assert {verdict for verdict, _ in told.values()} == {"harmless"}
    assert told["any_visited", ("write", "write")][1] == "both store 1"
    assert told["levels", ("write", "write")][1] == "both store 2"
    assert told["predecessors", ("write", "write")][1].startswith("each stores a vertex of the level above")
    reads = [why for (array, kinds), (_, why) in told.items() if "read" in kinds]
    assert any("goes on alike" in why for why in reads)


def test_a_stale_read_costs_work():
    found = wf.interleave("frontier_queue", DIAMOND, 0, schedule="exhaustive")
    [race] = found.races
    assert (race.array, set(race.kinds)) == ("levels", {"read", "cas"})
    assert "only costs work: 1 more access" in race.why


def test_pull_has_no_race_on_predecessors():
    found = wf.interleave("pull", DIAMOND, 0, schedule="exhaustive")
    told = verdicts(found)
    assert {array for array, _ in told} <= {"any_visited", "levels"}
    assert "goes on alike" in told["levels", ("read", "write")][1]


@pytest.mark.parametrize("schedule", ["random", "adversarial", "exhaustive"])
def test_one_thread_has_no_races(schedule):
    found = wf.interleave("sequential", DIAMOND, 0, schedule=schedule)
    assert found.races == []


def test_atomics_and_barriers_order():
    """The private counter is written before a barrier, added to, and read after another: no race."""
    found = wf.interleave("privatized", DIAMOND, 0, schedule="exhaustive", block_size=2)
    assert {race.array for race in found.races} == {"levels"}
    broken = wf.interleave(
        "privatized", DIAMOND, 0, schedule="exhaustive", block_size=2, without="kernel.barrier.2"
    )
    assert "size" in {race.array for race in broken.races}


def test_a_race_told_harmful_has_a_witness():
    paths = wf.Graph.from_edges([0, 1, 2, 3], [2, 3, 4, 5])
    without = {"without": "append.atomic_add"}
    found = wf.interleave("frontier_queue", paths, [0, 1], schedule="exhaustive", **without)
    witnesses = [race.witness for race in found.harmful if race.witness is not None]
    assert witnesses
    for witness in witnesses:
        again = wf.interleave("frontier_queue", paths, [0, 1], schedule=witness, **without)
        assert again.problem is not None


def test_a_lost_vertex_that_leads_nowhere_does_no_harm():
    """The verdict comes from results: here the broken tail loses vertices, and no result is wrong."""
    ends = wf.Graph.from_edges([0, 1], [2, 3])
    found = wf.interleave("frontier_queue", ends, [0, 1], schedule="exhaustive", without="append.atomic_add")
    assert found.wrong == 0
    assert not found.harmful
    assert {race.array for race in found.races} == {"curr_frontier", "tails"}


def plain_counter(
    index, prev_frontier, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level, seen
):
    vertex = prev_frontier[index]
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        if claim(levels, dst[edge], curr_level):
            seen[0] = vertex  # whichever comes last, nobody reads it
            append(curr_frontier, tails, dst[edge])
            atomic_add(seen, 1, 1)


def test_a_store_that_nobody_reads_is_harmless():
    def strategy(graph, sources, device, *, stop, trace, predecessors):
        levels, parents = initial_labels(graph, sources, device, False)
        queues, seen = Queues(graph, sources, device), device.xp.zeros(2, int)

        def step(curr_level):
            arguments = (*graph.csr[:2], levels, parents, curr_level, seen)
            device.for_each(queues.size, plain_counter, queues.prev, queues.curr, queues.tails, *arguments)
            return "push", queues.swap()

        enact(step, levels, stop, trace)
        return levels, parents

    paths = wf.Graph.from_edges([0, 1, 2, 3], [2, 3, 4, 5])
    found = wf.interleave(strategy, paths, [0, 1], schedule="exhaustive", predecessors=False)
    [race] = [race for race in found.races if race.array == "seen"]
    assert race.verdict == "harmless"
    assert race.why.startswith("whichever is stored last, the result is right")


def store_the_same(index, levels, seen):
    seen[0] = 1
    if index == 0:
        atomic_add(seen, 1, 1)


def test_a_kernel_that_is_wrong_unbroken_tells_nothing_of_the_broken_one():
    def strategy(graph, sources, device, *, stop, trace, predecessors):
        levels, parents = initial_labels(graph, sources, device, False)
        device.for_each(2, store_the_same, levels, device.xp.zeros(2, int))
        return levels, parents  # no vertex was searched

    found = wf.interleave(strategy, DIAMOND, 0, predecessors=False, without="store_the_same.atomic_add")
    assert found.wrong == found.schedules
    [race] = found.races
    assert (race.verdict, race.why) == ("harmless", "both store 1")
