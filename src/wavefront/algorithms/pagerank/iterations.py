"""PageRank's iterations on the CPU, in one compiled call.

They go block after block (blocks.py), until perhaps semi_iteration.py's method is taken up: then all vertices
are one block.
"""

from ...device.team import close_gate, give_up_lead, lead_job, open_gate, take_lead
from ...intrinsics.jobs import describe, do
from .semi_iteration import GIVEN_UP, grows, is_slow, next_weight
from .sums_on_cpu import (
    BASE,
    BLOCK,
    CHANGE,
    DAMPING,
    EARLIER,
    LAST,
    LEFT,
    LINE,
    MASS,
    MAY_EXTRAPOLATE,
    PASSES_CHANGES,
    PUBLISH,
    RESTARTS,
    ROUGHNESS,
    SIZE,
    STEP,
    SWEEP,
    TAKEN,
    THREADS,
    WEIGHT,
    work,
)


def do_step(step, leads, walk, job, team):
    """Sweep or publish the block, with the team if this thread leads it."""
    walk.state[STEP], walk.state[TAKEN] = step, 0
    for owner in range(walk.state[THREADS]):
        walk.turns[owner * LINE] = 0
    if leads:
        open_gate(team)
    do(work, (walk,), 0, job)
    if leads:
        close_gate(team)


def do_iteration(leads, walk, job, team):
    """New shares of all vertices."""
    state, size, count = walk.state, walk.state[SIZE], walk.shares.size
    for block in range(0, count, size):
        state[BLOCK], state[LAST] = block, min(block + size, count)
        state[BASE] = 0 if walk.places.size or walk.state[PASSES_CHANGES] else block
        for step in (SWEEP, PUBLISH):
            do_step(step, leads, walk, job, team)


def total_of(values):
    """The sum, in the same order each time."""
    total = 0.0
    for index in range(values.size):
        total += values[index]
    return total


def restart_rate(rates):
    """How much of the sum of ranks starts anew."""
    return (1 - rates[DAMPING]) * rates[MASS] + rates[DAMPING] * rates[LEFT]


def note_sums(walk):
    """Note the sums over all vertices, and what follows for the next iteration."""
    walk.rates[MASS], walk.rates[LEFT] = total_of(walk.masses), total_of(walk.stranded)
    walk.rates[RESTARTS] = restart_rate(walk.rates)


def note_iteration(tolerance, rounded_off, walk):
    """Note what follows. Returns whether the ranks changed little enough."""
    rates, last_restarts, before = walk.rates, walk.rates[RESTARTS], walk.rates[CHANGE]
    note_sums(walk)
    change = (rates[DAMPING] + rates[ROUGHNESS]) * total_of(walk.changes)
    change += abs(rates[RESTARTS] - last_restarts) + rounded_off * rates[MASS]
    goal = tolerance * rates[MASS]
    if walk.state[MAY_EXTRAPOLATE] and is_slow(change, before, rates[EARLIER], goal, rates[DAMPING]):
        rates[WEIGHT], walk.state[SIZE], walk.state[MAY_EXTRAPOLATE] = 1.0, walk.shares.size, 0
    rates[EARLIER], rates[CHANGE] = before, change
    return change < goal


def note_extrapolation(tolerance, rounded_off, walk):
    """As `note_iteration`, of an iteration by the other method, and of the ranks from which it started."""
    rates, change = walk.rates, total_of(walk.changes)
    if change + rounded_off * rates[MASS] < tolerance * rates[MASS]:
        return True
    note_sums(walk)
    gives_up = grows(change, rates[CHANGE])
    rates[WEIGHT] = GIVEN_UP if gives_up else next_weight(rates[WEIGHT], rates[DAMPING])
    return False


def iterations_of(most, tolerance, rounded_off, walk, threads, job, team):
    """Iterations until one changes little enough, so many at most.

    Returns how many, and whether the last changed so little. Stops before the first extrapolation where
    changes are passed on.
    """
    describe(work, (walk,), job)
    leads = take_lead(threads, team)
    if leads:
        lead_job(job, threads, team)
    count, converged = 0, False
    is_extrapolated = walk.rates[WEIGHT] > 0
    while not converged and count < most and not (is_extrapolated and walk.state[PASSES_CHANGES]):
        do_iteration(leads, walk, job, team)
        count += 1
        if is_extrapolated:
            converged = note_extrapolation(tolerance, rounded_off, walk)
        else:
            converged = note_iteration(tolerance, rounded_off, walk)
        is_extrapolated = walk.rates[WEIGHT] > 0
    if leads:
        give_up_lead(team)
    return count, converged
