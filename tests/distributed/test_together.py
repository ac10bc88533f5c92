"""Ranks as threads: collectives, and a rank that fails."""

import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from graphs import SIMULATED
from rank_programs import check_collectives, collectives

import wavefront as wf
from wavefront import distributed

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about ranks, not about devices")


@pytest.mark.parametrize("size", [1, 2, 5])
def test_collectives(size):
    check_collectives(distributed.together(size, collectives))


def test_one_rank_alone():
    check_collectives([collectives(distributed.Alone())])


def test_a_rank_that_raises_ends_all():
    def program(ranks):
        if ranks.rank == 1:
            raise ValueError("boom")
        ranks.barrier()

    before = threading.active_count()
    with pytest.raises(ValueError, match="boom"):
        distributed.together(3, program)
    assert threading.active_count() == before


def test_a_rank_that_aborts_ends_all():
    def program(ranks):
        if ranks.rank == 2:
            ranks.abort("enough")
        ranks.barrier()

    with pytest.raises(wf.DeviceError, match="enough"):
        distributed.together(3, program)


def test_the_others_wait_for_a_rank_that_is_late():
    def program(ranks):
        graph = distributed.kronecker(8, communicator=ranks)
        if ranks.rank == 1:
            time.sleep(5)
        return distributed.bfs(graph, 0).gather()[0]

    levels = wf.bfs(wf.generators.kronecker(8), 0).levels
    for found in distributed.together(3, program):
        np.testing.assert_array_equal(found, levels)


def test_a_rank_that_does_not_come_to_a_meeting_in_time(monkeypatch):
    """Both say so, and the next search begins anew."""
    deadline = "wavefront.distributed.meeting_on_cpu.DEADLINE"
    monkeypatch.setattr(deadline, 3 * 10**8)
    devices = [wf.Cpu(1), wf.Cpu(1)]
    call = devices[1].call

    def late(*arguments):
        time.sleep(1)
        return call(*arguments)

    monkeypatch.setattr(devices[1], "call", late, raising=False)

    def program(ranks):
        graph = distributed.kronecker(8, communicator=ranks)
        for search in (
            distributed.bfs,
            distributed.sssp,
            lambda graph, _: distributed.connected_components(graph),
        ):
            with pytest.raises(wf.DeviceError, match=f"rank {ranks.rank} stops: not all ranks came"):
                search(graph, 0)
        ranks.barrier()
        if ranks.rank == 1:
            monkeypatch.undo()
        return distributed.bfs(graph, 0).gather()[0]

    levels = wf.bfs(wf.generators.kronecker(8), 0).levels
    for found in distributed.together(2, program, devices=devices):
        np.testing.assert_array_equal(found, levels)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [((0,), "size"), ((2, ["cpu"]), "1 devices for 2 ranks"), ((1, ["python"]), "on a CPU or on a GPU")],
)
def test_wrong_arguments(arguments, problem):
    size, *devices = arguments
    with pytest.raises(wf.InputError, match=problem):
        distributed.together(size, collectives, devices=devices[0] if devices else None)


def test_numbers_may_change_as_soon_as_a_collective_returns():
    def program(ranks):
        own, sums, wholes = np.ones(2, np.int64), [], []
        for _ in range(200):
            sums.append(ranks.sum(own)[0])
            own += 1
            whole = np.empty(2 * ranks.size, np.int64)
            ranks.gather(whole, own)
            own += 1
            wholes.append(whole.tolist())
        return sums, wholes

    for sums, wholes in distributed.together(3, program):
        assert sums == [3 * (1 + 2 * turn) for turn in range(200)]
        assert wholes == [[2 + 2 * turn] * 6 for turn in range(200)]


INTERRUPTED = """
import os, signal, threading
from wavefront import distributed

# A shell's background jobs ignore SIGINT, and hand that down.
signal.signal(signal.SIGINT, signal.default_int_handler)

timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))

def program(ranks):
    if ranks.rank == 0:
        timer.start()
    while True:
        ranks.barrier()

try:
    distributed.together(3, program)
except KeyboardInterrupt:
    timer.join()  # it may not have ended yet
    print("interrupted,", threading.active_count(), "thread left")
"""


def test_an_interrupt_ends_all():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300)
    assert done.stdout == "interrupted, 1 thread left\n", done.stderr


def test_a_rank_that_never_meets_the_others_does_not_hold_an_interrupt():
    program = INTERRUPTED.replace("ranks.barrier()", "threading.Event().wait()")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout == "interrupted, 4 thread left\n", done.stderr


def test_sums_are_the_same_to_the_last_bit():
    def program(ranks):
        values = np.random.default_rng(ranks.rank).random(1000)
        return ranks.sum(values).tobytes()

    assert len(set(distributed.together(3, program))) == 1
