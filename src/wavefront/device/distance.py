"""How far apart the cores are that work now: how long one of them waits for what another has written.

Cores that share a cache wait some 50 ns; cores of different dies or sockets, 200 ns and more. Which of these
a process has can change while it runs: the operating system moves threads, and under a virtual machine its
host moves cores. Threads that label vertices in one array take its cache lines from one another, so what a
step gains by being shared depends on this. It is measured after work of the team (team.py), now and then: two
of its threads write one word in turns.
"""

from math import inf, isfinite
from time import perf_counter

import numpy as np

from ..atomics import atomic_cas, atomic_exch
from ..intrinsics.jobs import JOB_SIZE
from ..intrinsics.waiting import watched
from .cpu import Cpu
from .team import together

NEAR = 50.0  # ns in which a core sees what another wrote, on one die: 42 to 59 measured on an AMD EPYC
FARTHEST = 6  # times NEAR; what is longer was disturbed
EVERY = 0.5  # seconds: a measurement takes 20 us on near cores, longer on far ones
TURNS = 32  # of each thread
PATIENCE = 100_000  # looks of 0.25 to 1 ns at a word that the other thread does not write
WORD, PARTNER, SIZE = 0, 8, 16  # each on a cache line of its own

_known = 1
_measured_at = -inf


def distance(device: Cpu) -> int:
    """How long a core waits for what another wrote, as last measured: in units of NEAR, 1 to FARTHEST."""
    return _known if device.threads > 1 else 1


def measure_distance(device: Cpu) -> None:
    """Measure it again if that was EVERY seconds ago.

    To be called after work of the team, whose threads are awake then. Where they have no core, what was
    measured last remains known.
    """
    global _known, _measured_at
    if perf_counter() - _measured_at < EVERY:
        return
    _take_turns(1, device)  # wakes the other thread
    taken = [_seconds_of(turns, device) for turns in (1, TURNS) * 2]
    waited = (min(taken[1::2]) - min(taken[::2])) / (2 * (TURNS - 1))
    if isfinite(waited):
        _known = min(max(round(1e9 * waited / NEAR), 1), FARTHEST)
    _measured_at = perf_counter()


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
