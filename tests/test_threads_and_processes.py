"""Calls from many threads and processes at once find what calls one after the other find."""

import multiprocessing
import os
import random
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager
from time import monotonic

import mixed
import pytest

THREADS = 8
SECONDS = 60
POOLS = [
    method for method in multiprocessing.get_all_start_methods() if method != "fork"
]  # a fork after use is refused: tests/device/test_threads.py


@contextmanager
def busy_cores():
    """Context in which another process spins on every core."""
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            spinning = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(spinning.kill)
        yield


def wrong_calls(calls, goes_on):
    """Calls of 8 threads, drawn again while `goes_on`, that don't find what one thread finds."""
    expected = {index: mixed.result(mixed.new_graphs(), call) for index, call in enumerate(calls)}
    shared = [mixed.new_graphs()]
    wrong, done = [], []

    def work(seed):
        rng = random.Random(seed)
        try:
            while goes_on(len(done)):
                if rng.random() < 0.02:
                    shared[0] = mixed.new_graphs()  # whose views several threads ask for at once
                index = rng.randrange(len(calls))
                if not mixed.same(mixed.result(shared[0], calls[index]), expected[index]):
                    wrong.append(calls[index])
                done.append(index)
        except BaseException as error:
            wrong.append(repr(error))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) >= THREADS
    return wrong


def test_threads_on_shared_graphs():
    calls = random.Random(1).sample(mixed.CALLS, 6)
    assert not wrong_calls(calls, lambda done: done < 60)


@pytest.mark.soak
def test_threads_on_shared_graphs_for_a_minute_on_busy_cores():
    mixed_calls = mixed.CALLS
    for call in mixed_calls:
        mixed.result(mixed.new_graphs(), call)  # compiled before the minute begins
    with busy_cores():
        end = monotonic() + SECONDS
        assert not wrong_calls(mixed_calls, lambda done: monotonic() < end)


def pool_finds_the_same(method, processes, tasks, count):
    with multiprocessing.get_context(method).Pool(processes) as pool:
        arguments = [(seed, count) for seed in range(tasks)]
        found = pool.starmap(mixed.results, arguments, chunksize=1)
    for (seed, _), results in zip(arguments, found, strict=True):
        expected = mixed.results(seed, count)
        assert all(map(mixed.same, results, expected))


@pytest.mark.parametrize("method", POOLS)
def test_a_pool_of_processes(method):
    pool_finds_the_same(method, processes=1, tasks=1, count=3)


@pytest.mark.soak
@pytest.mark.parametrize("method", POOLS)
def test_a_pool_of_processes_on_busy_cores(method):
    with busy_cores():
        pool_finds_the_same(method, processes=4, tasks=12, count=20)
