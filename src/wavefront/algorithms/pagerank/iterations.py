"""PageRank's iterations on the CPU, in one compiled call.

They go block after block (blocks.py), until perhaps semi_iteration.py's method is taken up: then all vertices
are one block.
"""

from typing import Any

from ...atomics import atomic_add
from ...device.team import close_gate, give_up_lead, lead_job, open_gate, take_lead
from ...intrinsics.jobs import describe, do
from ...intrinsics.waiting import watched
from .publishing import publish_chunk
from .semi_iteration import GIVEN_UP, grows, is_slow, next_weight
from .sums_on_cpu import (
    AT_ONCE,
    BASE,
    BLOCK,
    CHANGE,
    CHUNK,
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
    add_up_piece,
    sweep_chunk,
)


def add_up_pieces(block, last, walk):
    """One thread's part of the sums of a block's hubs."""
    first = walk.pieces_before[walk.hubs_before[block // CHUNK]]
    pieces = walk.pieces_before[walk.hubs_before[-(-last // CHUNK)]] - first
    if pieces:
        turn = atomic_add(walk.state, TAKEN, 1)
        while turn < pieces:
            add_up_piece(first + turn, walk)
            turn = atomic_add(walk.state, TAKEN, 1)


def work(thread, walk):
    """One thread's part of a step: its own share of the block's chunks, then what is left of the others'.

    So a core meets the same vertices in every step and iteration, in its own cache if there is room.
    """
    state, turns = walk.state, walk.turns
    block, last, threads, at_once = state[BLOCK], state[LAST], state[THREADS], state[AT_ONCE]
    if state[STEP] == SWEEP:
        add_up_pieces(block, last, walk)
    chunk, chunks = block // CHUNK, -(-last // CHUNK)
    share = -(-(chunks - chunk) // threads)
    for turn in range(threads):
        owner = (thread + turn) % threads
        begin, end = chunk + owner * share, min(chunk + (owner + 1) * share, chunks)
        if turn and watched(turns, owner * LINE) >= end - begin:
            continue
        first = begin + atomic_add(turns, owner * LINE, at_once)
        while first < end:
            for number in range(first, min(first + at_once, end)):
                if state[STEP] == SWEEP:
                    sweep_chunk(number, last, thread, walk)
                else:
                    publish_chunk(number, last, thread, walk)
            first = begin + atomic_add(turns, owner * LINE, at_once)


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


def restart_rate(rates: Any) -> Any:
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
