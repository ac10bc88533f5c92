"""Atomics mean the same in plain Python and compiled, and no update is lost between threads."""

import threading

import numpy as np
import pytest

from wavefront import Cpu
from wavefront.atomics import (
    atomic_add,
    atomic_cas,
    atomic_exch,
    atomic_lower,
    atomic_max,
    atomic_min,
    atomic_or,
)

COUNT = 20_000


def add(item, array, old):
    old[item] = atomic_add(array, 0, 3)


def least(item, array, old):
    old[item] = atomic_min(array, 0, 50 - item % 100)


def lower(item, array, old):
    old[item] = atomic_lower(array, 0, array.dtype.type(100 - item % 100))


def most(item, array, old):
    old[item] = atomic_max(array, 0, item % 100)


def exchange(item, array, old):
    old[item] = atomic_exch(array, 0, item + 1)


def set_bits(item, array, old):
    old[item] = atomic_or(array, 0, 1 << (item % 5))


def swap(item, array, old):
    old[item] = atomic_cas(array, 0, 7, item + 100)


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64, np.float32, np.float64])
@pytest.mark.parametrize(("body", "start", "end"), [(add, 0, 3 * COUNT), (most, 20, 99), (exchange, 0, None)])
def test_all_updates_arrive(body, start, end, dtype):
    array, old = np.full(1, start, dtype), np.zeros(COUNT, dtype)
    Cpu().for_each(COUNT, body, array, old)
    if body is exchange:  # every value but the last was seen by the exchange after it
        assert sorted([*old.tolist(), array[0]]) == list(range(COUNT + 1))
    else:
        assert array[0] == end
    if body is add:
        assert sorted(old.tolist()) == list(range(0, 3 * COUNT, 3))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
def test_least_of_signed_numbers(dtype):
    array, old = np.full(1, 20, dtype), np.zeros(COUNT, dtype)
    Cpu().for_each(COUNT, least, array, old)
    assert array[0] == -49


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_least_of_numbers_that_are_not_negative(dtype):
    array, old = np.full(1, np.inf, dtype), np.zeros(COUNT, dtype)
    Cpu().for_each(COUNT, lower, array, old)
    assert array[0] == 1
    assert (old == np.inf).sum() == 1


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_integers_only(dtype):
    array, old = np.zeros(1, dtype), np.zeros(COUNT, dtype)
    Cpu().for_each(COUNT, set_bits, array, old)
    assert array[0] == 31
    array[0] = 7
    Cpu().for_each(COUNT, swap, array, old)
    assert (old == 7).sum() == 1  # one thread found the expected value
    assert array[0] == np.flatnonzero(old == 7)[0] + 100


@pytest.mark.parametrize("body", [add, least, most, exchange, set_bits, swap])
def test_compiled_is_plain_python(body):
    plain, compiled = np.full(1, 7, np.int64), np.full(1, 7, np.int64)
    plain_old, compiled_old = np.zeros(300, np.int64), np.zeros(300, np.int64)
    for item in range(300):
        body(item, plain, plain_old)
    Cpu(threads=1).for_each(300, body, compiled, compiled_old)
    assert compiled[0] == plain[0]
    assert compiled_old.tolist() == plain_old.tolist()


def test_plain_python_loses_no_update_between_threads():
    array = np.zeros(1, np.int64)

    def work():
        for _ in range(5000):
            atomic_add(array, 0, 1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert array[0] == 20_000
