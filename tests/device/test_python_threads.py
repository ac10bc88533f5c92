"""Threads in plain Python: their turns, and those that wait for ever."""

import re

import numpy as np
import pytest

import wavefront as wf
from wavefront.atomics import atomic_add
from wavefront.compiler import cuda
from wavefront.device import Python, python_threads
from wavefront.intrinsics.access import load_acquire
from wavefront.intrinsics.warp import ballot, prefix_sum, rank, syncwarp


def line(function, offset):
    return f"{function.__name__!r} ({__file__}, line {function.__code__.co_firstlineno + offset})"


def gather(values, out):
    shared = cuda.shared.array(64, "int64")
    thread = cuda.threadIdx.x
    shared[thread] = values[cuda.grid(1)]
    cuda.syncthreads()
    out[cuda.grid(1)] = shared[63 - thread]


def test_a_barrier_waits_for_the_whole_block(carrier):
    values, out = np.arange(128), np.zeros(128, int)
    Python().launch(2, 64, gather, values, out)
    assert out.tolist() == [*range(63, -1, -1), *range(127, 63, -1)]


def exchange(out):
    thread = cuda.threadIdx.x
    odd = ballot(thread % 2 == 1)
    syncwarp()
    out[thread] = 1000 * prefix_sum(thread // 32) + rank(odd)


def test_each_warp_exchanges_its_own_values(carrier):
    out = np.zeros(64, int)
    Python().launch(1, 64, exchange, out)
    assert out.tolist() == [
        *(lane // 2 for lane in range(32)),
        *(1000 * n + 1000 + n // 2 for n in range(32)),
    ]


def take_turns(item, order, tail):
    for _ in range(2):
        order[atomic_add(tail, 0, 1)] = item


def test_threads_change_at_atomics(carrier):
    order = np.zeros(6, int)
    Python().for_each(3, take_turns, order, np.zeros(1, int))
    assert order.tolist() == [0, 1, 2, 0, 1, 2]


def test_the_order_can_be_chosen(carrier):
    order = np.zeros(6, int)
    Python(choose=lambda ready: len(ready) - 1).for_each(3, take_turns, order, np.zeros(1, int))
    assert order.tolist() == [0, 0, 1, 1, 2, 2]


def test_items_without_atomics_run_in_order(carrier):
    order = []
    Python().for_each(100, lambda item: order.append(item))
    assert order == list(range(100))


def pass_by(passed):
    if cuda.threadIdx.x != 2:
        cuda.syncthreads()
    passed[0] += 1


def test_a_barrier_that_a_thread_never_reaches(carrier):
    place = re.escape(f"3 of block 0 at {line(pass_by, 2)}")
    with pytest.raises(wf.InputError, match=f"threads wait for one another for ever: {place}"):
        Python().launch(2, 4, pass_by, np.zeros(1))


def hand_over(flag, values):
    if cuda.threadIdx.x == 0:
        while load_acquire(flag, 0) == 0:
            pass
        values[0] += 1
    elif cuda.threadIdx.x == 3:
        values[0] = 41
        atomic_add(flag, 0, 1)


def test_a_thread_waits_for_anothers_value(carrier):
    values = np.zeros(1, int)
    Python().launch(1, 4, hand_over, np.zeros(1, int), values)
    assert values[0] == 42


def wait_by_acquire(flag):
    while load_acquire(flag, 0) == 0:
        pass


def wait_by_atomic(flag):
    while atomic_add(flag, 0, 0) == 0:
        pass


def wait_by_reading(flag):
    while flag[0] == 0:
        pass


@pytest.mark.parametrize("kernel", [wait_by_acquire, wait_by_atomic, wait_by_reading])
def test_a_wait_for_what_nobody_writes(kernel, carrier, monkeypatch):
    monkeypatch.setattr(python_threads, "MOST_STEPS", 2000)
    with pytest.raises(
        wf.InputError, match=re.escape(f"nothing has changed for long, and {line(kernel, 1)}")
    ):
        Python().launch(1, 3, kernel, np.zeros(1, int))


def test_work_that_changes_something_may_last(monkeypatch):
    monkeypatch.setattr(python_threads, "MOST_STEPS", 2000)
    values = np.zeros(1, int)

    def kernel(values):
        for _ in range(5000):
            atomic_add(values, 0, 1)

    Python().launch(1, 2, kernel, values)
    assert values[0] == 10_000


def test_after_an_error_the_other_threads_are_ended(carrier):
    ended = []

    def kernel(values):
        try:
            if cuda.threadIdx.x == 3:
                raise ZeroDivisionError
            cuda.syncthreads()
        finally:
            ended.append(int(cuda.threadIdx.x))

    with pytest.raises(ZeroDivisionError):
        Python().launch(1, 4, kernel, np.zeros(1))
    assert sorted(ended) == [0, 1, 2, 3]
