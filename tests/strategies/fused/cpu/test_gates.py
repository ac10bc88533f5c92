"""When the team is called to a step: the rule alone, with costs that a test gives, and measures none."""

from types import SimpleNamespace

import numpy as np
import pytest

from wavefront.device.team import ASLEEP, GATE, TEAM_SIZE
from wavefront.device.team import STEP as ONCE
from wavefront.strategies.fused.cpu.gates import pays, rouse
from wavefront.strategies.fused.cpu.search import EXPECTED, LEFT, MISSED, OPENED, STATE_SIZE, TAIL
from wavefront.strategies.fused.cpu.steps import COUNT, FILL, LIST, MARK, PULL, PULL_LONG, PUSH, SHARES

STEPS = FILL, COUNT, MARK, PULL, PULL_LONG, LIST, PUSH


def search_of(count, sleeps, **slots):
    """A search of so many vertices, all of them in the frontier and unvisited, and its team."""
    state, team = np.zeros(STATE_SIZE, np.int64), np.zeros(TEAM_SIZE, np.int64)
    state[TAIL] = state[LEFT] = state[EXPECTED] = count
    team[ASLEEP] = sleeps
    return SimpleNamespace(state=state, levels=np.empty(count)), team


def is_shared(step, search, team, gate=1000.0, waking=30_000.0, line=0.0):
    count = search.levels.size
    plan = SimpleNamespace(
        threads=2, gate=gate, waking=waking, line=line, serial_edges=10**9, entered=2 * count
    )
    graph = SimpleNamespace(long=np.empty(count // 50), src=np.empty(count))
    return pays(step, plan, graph, search, team)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("sleeps", [0, 1])
def test_a_step_is_shared_where_the_graph_is_large_enough(step, sleeps):
    assert not is_shared(step, *search_of(300, sleeps))
    assert is_shared(step, *search_of(10**7, sleeps))


@pytest.mark.parametrize("step", STEPS)
def test_what_is_shared_follows_the_costs(step):
    count = 100_000
    assert is_shared(step, *search_of(count, 0), gate=0.0)
    assert not is_shared(step, *search_of(count, 0), gate=1e7)
    assert not is_shared(step, *search_of(count, 1), gate=0.0, waking=1e7)


def test_a_sleeping_team_is_woken_for_what_many_steps_miss():
    search, team = search_of(10_000, 1)
    shared = [is_shared(COUNT, search, team) for _ in range(20)]
    assert not shared[0]
    assert shared[-1]
    assert shared == sorted(shared)
    is_shared(FILL, search, team)
    assert search.state[MISSED] < 10_000  # each search begins anew


@pytest.mark.parametrize("opened", [0, 1])
@pytest.mark.parametrize("sleeps", [0, 1])
def test_a_sleeping_team_that_the_last_search_needed_is_woken_at_once(opened, sleeps):
    search, team = search_of(300, sleeps)
    search.state[OPENED] = opened
    rouse(search.state, team)
    assert team[GATE] == 2 * ONCE * (opened and sleeps)


@pytest.mark.parametrize("step", [FILL, MARK, PULL, PUSH])
def test_steps_that_move_labels_are_shared_less_on_cores_that_are_far_apart(step):
    shared = [is_shared(step, *search_of(300_000, 0), line=line) for line in (0.0, 5.0, 20.0, 1000.0)]
    assert shared[0]
    assert not shared[-1]
    assert shared == sorted(shared, reverse=True)


def test_searches_from_shares_are_always_shared():
    assert is_shared(SHARES, *search_of(300, 1))
