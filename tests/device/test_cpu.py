"""The CPU device: calls and loops over items."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.atomics import atomic_add
from wavefront.device.team import GATE, TEAM_SIZE, together
from wavefront.intrinsics.jobs import CURSOR, JOB_SIZE


def count_visits(item, visits):
    visits[item] += 1


def add_squares(_, out, job):
    item = atomic_add(job, CURSOR, 1)
    while item < out.size:
        out[item] += item * item
        item = atomic_add(job, CURSOR, 1)


def add_squares_often(out, rounds, threads, job, team):
    for _ in range(rounds):
        together(add_squares, (out, job), threads, job, team)
    return out.size * rounds


def call_often(team, threads):
    out = np.zeros(10_000, np.int64)
    job = np.empty(JOB_SIZE, np.int64)
    assert wf.Cpu().call(add_squares_often, out, 30, threads, job, team) == 300_000
    assert (out == 30 * np.arange(10_000) ** 2).all()


@pytest.mark.parametrize("threads", [1, None])
def test_a_body_shares_steps_with_the_team(threads):
    device = wf.Cpu(threads)
    call_often(device.team(device.threads), device.threads)


def test_threads_that_never_come_are_not_waited_for():
    """On busy cores they come late: a call must not take longer than if there were none."""
    nobody = np.zeros(TEAM_SIZE, np.int64)
    call_often(nobody, 4)
    assert nobody[GATE] >> 16 == 60


def test_a_team_with_another_leader_is_not_waited_for():
    led = np.zeros(TEAM_SIZE, np.int64)
    led[0] = 1
    call_often(led, 4)
    assert led[GATE] == 0


def test_in_plain_python_the_caller_does_it_all():
    out, job, nobody = np.zeros(10, np.int64), np.empty(JOB_SIZE, np.int64), np.zeros(TEAM_SIZE, np.int64)
    assert add_squares_often(out, 2, 4, job, nobody) == 20
    assert (out == 2 * np.arange(10) ** 2).all()


SMALL_CALLS = [
    lambda graph: wf.bfs(graph, 0),
    lambda graph: wf.bfs(graph, 0, strategy="fused", alpha=3.0),
    lambda graph: wf.sssp(graph, 0),
    lambda graph: wf.pagerank(graph),
    lambda graph: wf.connected_components(graph),
]


@pytest.mark.parametrize("call", SMALL_CALLS)
def test_a_small_graph_wakes_no_other_thread(call):
    graph = generators.grid(10, 10)
    team = wf.Cpu().team(2)
    before = team[GATE]
    call(graph)
    assert team[GATE] == before


def refuse_seven(item, out):
    if item == 7:
        raise ValueError("seven")
    out[item] = 0


@pytest.mark.parametrize("threads", [1, None])
def test_an_exception_in_a_body_is_an_error(threads):
    message = "seven" if wf.Cpu(threads).threads == 1 else "'refuse_seven' raised an exception"
    with pytest.raises(ValueError, match=message):
        wf.Cpu(threads).for_each(20, refuse_seven, np.ones(20), size=10**6)


@pytest.mark.parametrize("threads", [1, None])
@pytest.mark.parametrize("count", [0, 1, 2, 1023, 100_003])
def test_for_each_visits_every_item_once(count, threads):
    visits = np.zeros(count, np.int32)
    wf.Cpu(threads=threads).for_each(count, count_visits, visits)
    assert (visits == 1).all()


def scaled_sum(values, factor, out):
    for item in range(values.size):
        out[0] += values[item] * factor
    return out[0]


def test_a_bound_body_is_called_with_the_rest_of_its_arguments():
    call = wf.Cpu().bind(scaled_sum, np.arange(5))
    out = np.zeros(1, np.int64)
    assert [call(2, out), call(3, out)] == [20, 50]
    assert out[0] == 50
