"""Whether searches from shares are tried and given up, by a clock that a test sets."""

from types import SimpleNamespace

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.accounting.rebuilt import rebuilt
from wavefront.compiler.registry import cpu_intrinsics
from wavefront.strategies.fused.cpu import host, trial
from wavefront.strategies.fused.cpu.levels import search_levels
from wavefront.strategies.fused.cpu.search import (
    ALONE,
    EDGES,
    EDGES_LEFT,
    HEAD,
    LEVEL,
    NO_SHARES_UNTIL,
    PERIOD,
    ROUNDS,
    STATE_SIZE,
    TAIL,
    TRIAL_AT,
    TRIED_BY,
)
from wavefront.strategies.fused.cpu.trial import (
    FIRST_PERIOD,
    LAST_PERIOD,
    MOST_LEVELS,
    TIMES,
    WITHOUT_PERIOD,
    begin_shares,
    end_shares,
    is_due,
    keep,
    recall,
    try_alone,
)

KEPT = {function: function for function in cpu_intrinsics}
TWO = SimpleNamespace(threads=2, no_shares_until=0, last_level=10**9, target=-1, max_degree=4)


class Trials:
    """A search of two threads whose clock stands still but for what the test lets pass."""

    def __init__(self, monkeypatch):
        self.now = 0
        monkeypatch.setattr(trial, "nanoseconds", lambda: self.now)
        monkeypatch.setattr(trial, "serial_levels", self.serial_levels)
        self.state = np.zeros(STATE_SIZE, np.int64)
        self.state[LEVEL], self.state[TAIL], self.state[EDGES_LEFT] = 1, 100, 10**9
        self.search = SimpleNamespace(state=self.state)
        recall(TWO, self.state)

    def serial_levels(self, limits, plan, graph, queues, search):
        """The leader takes a nanosecond per edge."""
        levels = limits[2] - self.state[LEVEL]
        self.state[LEVEL] += levels
        self.state[EDGES_LEFT] -= 400 * levels
        self.now += 400 * levels

    def hold(self, cost):
        """A trial, of which the team takes so many nanoseconds per edge."""
        assert is_due(TWO, self.state)
        try_alone(TWO, None, None, self.search)
        assert self.state[ALONE] == 1000
        return self.end(cost)

    def end(self, cost):
        """The rest of a trial."""
        for _ in range(TIMES):
            assert not is_due(TWO, self.state)
            begin_shares(self.state)
            self.now += int(cost * 1600)
            self.state[EDGES] = 1600
            self.state[LEVEL] += 4
            end_shares(self.state)
        return self.state[TRIAL_AT] - self.state[LEVEL], self.state[NO_SHARES_UNTIL] == self.state[TRIAL_AT]


def test_shares_are_left_until_the_next_trial_where_the_leader_is_faster(monkeypatch):
    trials = Trials(monkeypatch)
    assert trials.hold(1.3) == (FIRST_PERIOD, True)
    trials.state[LEVEL] += FIRST_PERIOD - 1
    assert not is_due(TWO, trials.state)
    trials.state[LEVEL] += 1
    assert is_due(TWO, trials.state)


def test_trials_become_rare_while_the_outcome_is_the_same(monkeypatch):
    trials, periods = Trials(monkeypatch), []
    for cost in [0.7] * 9 + [1.3] * 7 + [0.7]:
        period, without = trials.hold(cost)
        assert without == (cost > 1)
        periods.append(period)
        trials.state[LEVEL] += period
    same = [FIRST_PERIOD << times for times in range(1, 10)]
    paying, left = ([min(period, last) for period in same] for last in (LAST_PERIOD, WITHOUT_PERIOD))
    assert periods == [*paying, FIRST_PERIOD, *left[:6], FIRST_PERIOD]


def test_the_next_search_goes_on_from_the_last(monkeypatch):
    trials = Trials(monkeypatch)
    trials.hold(1.3)
    trials.state[LEVEL] += 10
    keep(TWO, trials.state)
    recall(TWO, trials.state)
    assert trials.state[NO_SHARES_UNTIL] == trials.state[TRIAL_AT] == FIRST_PERIOD - 10
    trials.state[LEVEL] = 50
    lone = SimpleNamespace(threads=1, no_shares_until=0)
    recall(lone, trials.state)
    keep(lone, trials.state)
    recall(TWO, trials.state)
    assert trials.state[NO_SHARES_UNTIL] == FIRST_PERIOD - 10
    three = SimpleNamespace(threads=3, no_shares_until=0)
    recall(three, trials.state)
    assert is_due(three, trials.state)
    assert trials.state[NO_SHARES_UNTIL] == 0


def test_the_next_search_by_as_many_threads_ends_a_trial(monkeypatch):
    trials = Trials(monkeypatch)
    try_alone(TWO, None, None, trials.search)
    recall(TWO, trials.state)
    assert trials.state[ROUNDS] == TIMES
    assert trials.end(1.3) == (FIRST_PERIOD, True)
    trials.state[LEVEL] = trials.state[TRIAL_AT]
    try_alone(TWO, None, None, trials.search)
    keep(TWO, trials.state)
    trials.state[LEVEL] = 1
    recall(TWO, trials.state)
    assert trials.state[NO_SHARES_UNTIL] == 0  # else the trial would wait
    assert trials.end(0.7) == (FIRST_PERIOD, False)
    try_alone(TWO, None, None, trials.search)
    recall(SimpleNamespace(threads=3, no_shares_until=0), trials.state)
    assert trials.state[ROUNDS] == 0


def test_a_level_that_takes_the_leader_long_is_not_tried(monkeypatch):
    state, many = Trials(monkeypatch).state, SimpleNamespace(threads=16)
    for plan in (TWO, many):
        state[TAIL] = trial.LARGEST // plan.threads
        assert is_due(plan, state)
        state[TAIL] += 1
        assert not is_due(plan, state)


@pytest.mark.parametrize("size", [1, 100, 5000, 10**6])
def test_the_leader_does_few_levels_of_a_large_frontier(size, monkeypatch):
    trials = Trials(monkeypatch)
    trials.state[HEAD], trials.state[TAIL] = 7, 7 + size
    try_alone(TWO, None, None, trials.search)
    levels = trials.state[LEVEL] - 1
    assert 1 <= levels <= MOST_LEVELS
    assert levels == 1 or levels * size <= trial.VERTICES


def test_the_leader_does_no_level_after_the_last(monkeypatch):
    trials = Trials(monkeypatch)
    shallow = SimpleNamespace(**vars(TWO) | {"last_level": 3})
    try_alone(shallow, None, None, trials.search)
    assert trials.state[LEVEL] == 4


@pytest.mark.skipif(wf.Cpu().threads < 2, reason="one thread only")
def test_search_after_search_of_one_graph(monkeypatch):
    """By the clock, with trials so often that the leader's levels and shares follow one another."""
    for name, levels in (("FIRST_PERIOD", 5), ("WITHOUT_PERIOD", 9), ("LAST_PERIOD", 9)):
        monkeypatch.setattr(trial, name, levels)
    graph, states, give_back = generators.grid(400, 400), [], host.give_back

    def noted(graph, run):
        states.append(run.search.state.copy())
        give_back(graph, run)

    monkeypatch.setattr(host, "give_back", noted)
    monkeypatch.setattr(host, "search_levels", rebuilt(search_levels, KEPT))
    for source in range(0, 160_000, 8_003):
        for threads in {1, wf.Cpu().threads}:
            result = wf.bfs(graph, source, device=wf.Cpu(threads))
            wf.validate_bfs(graph, source, result.levels, result.predecessors)
    assert max(state[ALONE] for state in states) > 0
    assert {state[PERIOD] for state in states if state[TRIED_BY]} <= set(range(5, 10))
