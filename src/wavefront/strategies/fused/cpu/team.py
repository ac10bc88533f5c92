"""The gate: the barrier of threads that stay for a whole search, and do its steps together.

Starting a parallel loop takes almost as long as a level of a thousand vertices. So one loop serves the
whole search, and the first thread to arrive in it is the leader. The leader decides the next step, opens
the gate, does its part, and closes the gate when all threads that came in have left. The others wait at the
gate. The leader never waits for a thread that has not come in, so that the search ends however few threads
the loop really has.

`take_part` in levels.py calls `enter` and `leave`, or, as the leader, `open_gate` and `close_gate`, around
each step. They touch `state[GATE]` alone: the step's number, odd while the gate is open, and in the low
bits the number of threads within.

Race: a thread comes in by an addition, which returns the gate as it was. If the gate was closed meanwhile,
the thread takes its addition back. (Compare-and-swaps of many threads would make one another fail.) The
leader closes the gate by a compare-and-swap that expects no thread within. It opens the gate by an addition
too, so that an addition that is still to be taken back isn't lost. The atomics here order no other memory:
the fences do. Writes of the leader before `open_gate` are seen after `enter`, writes of the others before
`leave` are seen after `close_gate`.
"""

from ....atomics import atomic_add, atomic_cas, atomic_exch
from ....intrinsics.waiting import fence, give_way, sleep, watched
from .search import GATE

WITHIN = 16  # bits of the gate that count the threads within
ENDED = -1  # the gate when the search is over
PATIENCE = 10_000  # looks, a nanosecond or so each, after which a waiting thread offers its core to others
LATE = PATIENCE + 1_000  # looks after which a thread within has probably lost its core: about 1 ms
GATE_PATIENCE = 100_000  # looks after which a thread at the gate sleeps; it may then be as late for a step


def pause(looks):
    """Give way after PATIENCE looks in vain; returns the number of looks, one more."""
    if looks >= PATIENCE:
        give_way()
    return looks + 1


def enter(number, state):
    """Wait for a step after the one of this number, and go in; returns its number, or ENDED."""
    looks = 0
    while True:
        gate = watched(state, GATE)
        if gate < 0:
            return ENDED
        if gate >> WITHIN & 1 and gate >> WITHIN != number:
            gate = atomic_add(state, GATE, 1)
            if gate < 0:
                return ENDED
            if gate >> WITHIN & 1:
                fence()
                return gate >> WITHIN
            atomic_add(state, GATE, -1)
        looks += 1
        if looks > GATE_PATIENCE:
            sleep()


def leave(state):
    """Go out of a step."""
    fence()
    atomic_add(state, GATE, -1)


def open_gate(number, state):
    """Let the other threads into the step of this odd number, or tell them that the search has ended."""
    fence()
    if number == ENDED:  # far below 0, whatever is still added
        atomic_exch(state, GATE, ENDED << WITHIN)
    else:
        atomic_add(state, GATE, 1 << WITHIN)


def close_gate(number, state):
    """Wait until the other threads have left the step of this number, and let none in any more.

    Returns whether the wait was so long that one of them must have lost its core.
    """
    open_and_empty, closed, looks = number << WITHIN, (number + 1) << WITHIN, 0
    while (
        watched(state, GATE) != open_and_empty
        or atomic_cas(state, GATE, open_and_empty, closed) != open_and_empty
    ):
        looks = pause(looks)
    fence()
    return looks > LATE
