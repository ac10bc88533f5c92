"""The team: threads of the CPU that wait for jobs, and the gate through which they come to a step of a job.

Each process has one team, which threads.py starts. A thread that has work to share takes the lead: it
describes a job (intrinsics/jobs.py), opens the gate, does its part, and closes the gate when all threads
that came in have left. It never waits for a thread that hasn't come in: on a busy machine some come late,
or never, and the leader does their share. So a job's part must do all of the work, however few threads call
it: parts take chunks from a cursor. The next step of the same job needs nothing but the gate opened again.

A thread without work looks at the gate for a while, then sleeps. Threads that a job doesn't want, because
its caller asked for fewer, sleep until a job wants more. A leader whose last chunk is done, while
another thread is still within, looks for a while, too. Then the other thread has probably lost its core to
another process, and the leader sleeps: its core is free to take over the other thread.

GATE holds the step's number, odd while the gate is open, and in the low bits the number of threads within.

Race: a thread comes in by an addition, which returns the gate as it was. If the gate was closed meanwhile,
the thread takes its addition back. (Compare-and-swaps of many threads would make one another fail.) The
leader closes the gate by a compare-and-swap that expects no thread within. It opens the gate by an addition
too, so that an addition that is still to be taken back isn't lost. The atomics here order no other memory:
the fences do. Writes of the leader before `open_gate` are seen after `enter`, writes of the others before
`leave` are seen after `close_gate`. A thread says that it sleeps, then looks once more, and the system call
looks a last time. A thread that wakes others first changes what they look at, then looks for sleepers. Those
that no job wants are not counted among the sleepers: `lead_job` makes its system call whenever it wants
more.
"""

import numpy as np

from ..atomics import atomic_add, atomic_cas, atomic_exch
from ..intrinsics.jobs import address_of, describe, do, do_at
from ..intrinsics.waiting import fence, sleep_while, wake, watched

# Each on a cache line of its own, but those that only the leader writes, and only while the gate is closed.
LEADER, GATE, JOB, ASLEEP, WAITING, TEAM_SIZE = 0, 8, 16, 24, 32, 40
THREADS = JOB + 1  # that may come in, the leader included

WITHIN = 16  # bits of the gate that count the threads within
STEP = 1 << WITHIN
# Looks, a quarter to one nanosecond each; a sleep costs about 75 us in all. docs/decisions/0013-busy-cores.md
PATIENCE = 300_000  # at a closed gate, before a thread without work sleeps
LEADER_PATIENCE = 1_000_000  # at the threads within, before the leader sleeps


def is_open(gate):
    """Whether threads may come in."""
    return gate >> WITHIN & 1 == 1


def take_lead(threads, team):
    """Whether the caller now leads the team. Not if another thread does, or if it is to work alone."""
    return threads > 1 and watched(team, LEADER) == 0 and atomic_cas(team, LEADER, 0, 1) == 0


def lead_job(job, threads, team):
    """Have the team do this job's steps, once the gate opens."""
    wanted = team[THREADS]
    team[JOB], team[THREADS] = address_of(job), threads
    fence()
    if threads > wanted:
        wake(team, THREADS)


def give_up_lead(team):
    """Let other threads take the lead."""
    fence()
    atomic_exch(team, LEADER, 0)


def is_asleep(team):
    """Whether a thread of the team sleeps, which would be woken."""
    return watched(team, ASLEEP) > 0


def open_gate(team):
    """Let the other threads in."""
    fence()
    atomic_add(team, GATE, STEP)
    fence()
    if watched(team, ASLEEP):
        wake(team, GATE)


def close_gate(team):
    """Wait until the other threads have left, and let none in any more.

    Returns whether one of them has probably lost its core meanwhile.
    """
    open_and_empty = watched(team, GATE) >> WITHIN << WITHIN
    looks = 0
    while (
        watched(team, GATE) != open_and_empty
        or atomic_cas(team, GATE, open_and_empty, open_and_empty + STEP) != open_and_empty
    ):
        looks += 1
        if looks > LEADER_PATIENCE:
            atomic_exch(team, WAITING, 1)
            fence()
            if watched(team, GATE) != open_and_empty:
                sleep_while(team, WAITING, 1)
            atomic_exch(team, WAITING, 0)
    fence()
    return looks > LEADER_PATIENCE


def enter(index, number, team):
    """Wait for a step after the one of this number, and go in; returns its number."""
    looks = 0
    while True:
        gate, threads = watched(team, GATE), watched(team, THREADS)
        if index >= threads:
            sleep_while(team, THREADS, threads)
            looks = 0
        elif is_open(gate) and gate >> WITHIN != number:
            gate = atomic_add(team, GATE, 1)
            fence()
            if is_open(gate) and index < team[THREADS]:
                return gate >> WITHIN
            leave(team)
        looks += 1
        if looks > PATIENCE:
            atomic_add(team, ASLEEP, 1)
            fence()
            sleep_while(team, GATE, gate)
            atomic_add(team, ASLEEP, -1)
            if watched(team, GATE) != gate:  # else a nap was over, or a signal came
                looks = 0  # the step may be over, but the next one will come soon


def leave(team):
    """Go out of a step."""
    fence()
    atomic_add(team, GATE, -1)
    fence()
    if watched(team, WAITING) and atomic_exch(team, WAITING, 0):
        wake(team, WAITING)


def serve(index, team):
    """Be the thread of this number, from 1 on, as long as the process lives."""
    number = np.int64(-1)
    while True:
        number = enter(index, number, team)
        do_at(index, team[JOB])
        leave(team)


def call_in(threads, job, team):
    """Have the team do the described job, unless another thread leads it. Returns whether it does."""
    leads = take_lead(threads, team)
    if leads:
        lead_job(job, threads, team)
        open_gate(team)
    return leads


def send_away(leads, team):
    """Wait until the other threads have left, if this one leads them."""
    if leads:
        close_gate(team)
        give_up_lead(team)


def together(part, arguments, threads, job, team):
    """Have up to so many threads call ``part(thread, *arguments)``; one must do if no other comes."""
    describe(part, arguments, job)
    leads = call_in(threads, job, team)
    do(part, arguments, 0, job)
    send_away(leads, team)


def do_together(threads, job, team):
    """As `together`, of a job that is described already."""
    leads = call_in(threads, job, team)
    do_at(0, address_of(job))
    send_away(leads, team)
