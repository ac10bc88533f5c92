"""How far apart the cores are that work now: how long one of them waits for what another has written.

Cores that share a cache wait some 50 ns; cores of different dies or sockets, 200 ns and more. Which of these
a process has can change while it runs: the operating system moves threads, and under a virtual machine its
host moves cores. Threads that label vertices in one array take its cache lines from one another, so what a
step gains by being shared depends on this. It is measured after work of the team (team.py), now and then: two
of its threads write one word in turns.
"""

from math import inf, isfinite
from time import perf_counter, sleep

import numpy as np

from ..atomics import atomic_cas, atomic_exch
from ..intrinsics.jobs import JOB_SIZE, describe, do
from ..intrinsics.waiting import watched
from .cpu import Cpu
from .team import ASLEEP, close_gate, give_up_lead, lead_job, open_gate, take_lead, together

NEAR = 50.0  # ns in which a core sees what another wrote, on one die: 42 to 59 measured on an AMD EPYC
FARTHEST = 6  # times NEAR; what is longer was disturbed
EVERY = 0.5  # seconds: a measurement takes 20 us on near cores, longer on far ones
TURNS = 32  # of each thread
PATIENCE = 100_000  # looks of 0.25 to 1 ns at a word that the other thread does not write
WORD, PARTNER, SIZE = 0, 8, 16  # each on a cache line of its own

STEPS = 16  # in which nothing is done but to wait for another thread, by which a gate's cost is measured
GATE, WAKING = 1000.0, 30_000.0  # nanoseconds, until they are measured
MOST_WAKING = 300_000.0  # what is longer was disturbed
FALLS_ASLEEP = 0.001  # seconds in which a team without work does

_known, _turn = 1, NEAR
_gate, _waking = GATE, WAKING
_measured_at = -inf


def distance(device: Cpu) -> int:
    """How long a core waits for what another wrote, as last measured: in units of NEAR, 1 to FARTHEST."""
    return _known if device.threads > 1 else 1


def measure_distance(device: Cpu) -> None:
    """Measure it again if that was EVERY seconds ago.

    To be called after work of the team, whose threads are awake then. Where they have no core, what was
    measured last remains known.
    """
    global _known, _turn, _measured_at, _gate, _waking
    if perf_counter() - _measured_at < EVERY:
        return
    if _measured_at == -inf:
        _take_turns(1, device)  # compiles, and starts the team
        sleep(FALLS_ASLEEP)
    sleeps = device.team(device.threads)[ASLEEP] > 0
    woken = _seconds_of(1, device)
    taken = [_seconds_of(turns, device) for turns in (1, TURNS) * 2]
    if sleeps and isfinite(waking := woken - min(taken[::2])):
        _waking = min(max(1e9 * waking, 0.0), MOST_WAKING)
    steps = [_seconds_of_steps(count, device) for count in (1, STEPS + 1) * 2]
    if isfinite(gate := min(steps[1::2]) - min(steps[::2])):
        _gate = max(1e9 * gate / STEPS, 0.0)
    waited = (min(taken[1::2]) - min(taken[::2])) / (2 * (TURNS - 1))
    if isfinite(waited):
        _turn = min(max(1e9 * waited, NEAR / 2), NEAR * FARTHEST)
        _known = max(round(_turn / NEAR), 1)
    _measured_at = perf_counter()


def turn_nanoseconds() -> float:
    """What `distance` rounds, in nanoseconds."""
    return _turn


def gate_costs() -> tuple[float, float]:
    """Nanoseconds that a step costs a leader by being shared, as last measured.

    With a team that is awake, and with one that sleeps: until another thread has come.
    """
    return _gate, _waking


def _seconds_of_steps(count: int, device: Cpu) -> float:
    """How long so many steps take to which another thread comes; infinity if it doesn't."""
    began = perf_counter()
    word, job = np.zeros(SIZE, np.int64), np.empty(JOB_SIZE, np.int64)
    device.call(take_steps, count, device.threads, word, job, device.team(device.threads))
    return perf_counter() - began if word[WORD] == 2 else inf


def take_steps(count, threads, word, job, team):
    """In each of so many steps, have another thread of the team answer once."""
    part = (1, word)
    describe(write_in_turns, part, job)
    if take_lead(threads, team):
        lead_job(job, threads, team)
        while count and word[WORD] >= 0:
            word[WORD] = word[PARTNER] = 0
            count -= 1
            open_gate(team)
            do(write_in_turns, part, 0, job)
            close_gate(team)
        give_up_lead(team)


def _seconds_of(turns: int, device: Cpu) -> float:
    """How long so many turns take; infinity if the other thread doesn't come."""
    began = perf_counter()
    has_come = _take_turns(turns, device)
    return perf_counter() - began if has_come else inf


def _take_turns(turns: int, device: Cpu) -> bool:
    """Whether another thread wrote its answer so many times."""
    word, job = np.zeros(SIZE, np.int64), np.empty(JOB_SIZE, np.int64)
    device.call(take_turns, turns, device.threads, word, job, device.team(device.threads))
    return bool(word[WORD] == 2 * turns)


def take_turns(turns, threads, word, job, team):
    """Have two threads of the team write the word in turns."""
    together(write_in_turns, (turns, word), threads, job, team)


def write_in_turns(thread, turns, word):
    """One thread's part: the leader writes odd numbers, the first other thread that comes the next even ones.

    The leader stops where it waits in vain, and the other thread with it.
    """
    if thread == 0:
        for turn in range(turns):
            atomic_exch(word, WORD, 2 * turn + 1)
            if not comes(2 * turn + 2, word):
                atomic_exch(word, WORD, -1)
                break
    elif atomic_cas(word, PARTNER, 0, 1) == 0:
        for turn in range(turns):
            if not comes(2 * turn + 1, word):
                break
            # Not over the leader's -1.
            if atomic_cas(word, WORD, 2 * turn + 1, 2 * turn + 2) != 2 * turn + 1:
                break


def comes(number, word):
    """Wait for the number; whether it came."""
    looks = 0
    while watched(word, WORD) != number and watched(word, WORD) >= 0 and looks < PATIENCE:
        looks += 1
    return watched(word, WORD) == number
