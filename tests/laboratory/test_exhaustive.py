"""The orders that are run: as many as there are by hand, and by trying every order there is."""

import math
import random

import numpy as np
import pytest

from wavefront.atomics import atomic_add
from wavefront.compiler import cuda
from wavefront.laboratory.exhaustive import every_order
from wavefront.laboratory.machine import Machine


def own(item, array):
    array[item] = item


def same(item, array):
    array[0] = item


def add(item, array):
    atomic_add(array, 0, 1)


def increment(item, array):
    array[0] = array[0] + 1


def write_or_read(item, array):
    if item == 0:
        array[0] = 7
    else:
        array[item] = array[0]


def explored(run):
    """How many orders of a launch were run, and the contents that they left."""
    found = []

    def play(launch):
        for played in every_order(launch):
            assert played.fault is None
            found.append(launch.machine.contents())

    run(Machine(play))
    return len(found), set(found)


@pytest.mark.parametrize(
    ("body", "threads", "orders", "ends"),
    [
        (own, 4, 1, 1),  # no two accesses conflict
        (same, 3, math.factorial(3), 3),
        (add, 4, math.factorial(4), 1),
        (increment, 2, 4, 2),  # both read first: two orders of the writes; else one thread goes first
        (write_or_read, 3, 4, 4),  # each reader before or after the write
    ],
)
def test_as_many_orders_as_by_hand(body, threads, orders, ends):
    array = np.zeros(threads, np.int64)
    counted, contents = explored(lambda machine: machine.for_each(threads, body, array))
    assert (counted, len(contents)) == (orders, ends)


def exchange(array, sums):
    thread = cuda.threadIdx.x
    array[thread] = thread + 1
    cuda.syncthreads()
    sums[thread] = array[1 - thread]


def test_a_barrier_leaves_one_order():
    array, sums = np.zeros(2, np.int64), np.zeros(2, np.int64)
    counted, contents = explored(lambda machine: machine.launch(1, 2, exchange, array, sums))
    assert counted == len(contents) == 1
    assert sums.tolist() == [2, 1]


def drawn_kernel(seed):
    """A kernel whose three threads make accesses to two elements, some of which depend on what they read."""

    def kernel(item, array):
        draw, total = random.Random(100 * seed + item), 0
        for _ in range(draw.randrange(1, 4)):
            place = draw.randrange(2)
            match draw.randrange(3):
                case 0:
                    total += array[place]
                case 1:
                    array[place] = 3 * total + item + 1
                case _:
                    total += atomic_add(array, place, 1)
            if total % 3 == 1:
                array[1 - place] = 7

    return kernel


def conflicts_in_order(events):
    """What two runs that end alike have in common: the order of each two accesses that conflict."""
    number, names, pairs = {}, [], set()
    for event in events:
        number[event.thread] = number.get(event.thread, 0) + 1
        names.append((event.thread, number[event.thread], event.address))
    for second, event in enumerate(events):
        for first in range(second):
            former = events[first]
            if former.address == event.address and (former.writes or event.writes):
                pairs.add((names[first], names[second]))
    return frozenset(pairs), frozenset(names)


def every_order_there_is(launch):
    """All orders of all accesses, without reduction: their kinds, and the contents that they left."""
    kinds, ends, waiting = set(), set(), [[]]
    while waiting:
        begin, taken = waiting.pop(), []

        def choose(ready, begin=begin, taken=taken):
            depth = len(taken)
            threads = sorted(ready)
            if depth >= len(begin):
                waiting.extend([*taken, thread] for thread in threads[1:])
            taken.append(begin[depth] if depth < len(begin) else threads[0])
            return taken[-1]

        launch.restore()
        kinds.add(conflicts_in_order(launch.play(choose).events))
        ends.add(launch.machine.contents())
    return kinds, ends


@pytest.mark.parametrize("seed", [0, 1, 2, 6, 7, 11])
def test_every_kind_of_order_once(seed):
    compared = []

    def play(launch):
        found, ends = [], set()
        for played in every_order(launch):
            found.append(conflicts_in_order(played.events))
            ends.add(launch.machine.contents())
        assert len(found) == len(set(found))  # each once
        assert (set(found), ends) == every_order_there_is(launch)
        compared.append(len(found))

    Machine(play).for_each(3, drawn_kernel(seed), np.zeros(2, np.int64))
    assert compared[0] > 1
