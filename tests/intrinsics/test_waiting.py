"""Threads of the CPU that wait for one another see each other's stores."""

import threading

import numpy as np

import wavefront as wf
from wavefront.intrinsics.waiting import fence, give_way, sleep, watched

NAPS = 100_000  # of some ten microseconds each: far more than a thread takes to start


def answer(_, flag, out):
    """Wait until another thread has raised the flag; store the value it wrote before, -1 if it never does."""
    out[1] = 1
    fence()
    for _ in range(NAPS):
        if watched(flag, 0):
            fence()
            out[0] = flag[1]
            return
        give_way()
        sleep()
    out[0] = -1


def ask(flag, out):
    while not watched(out, 1):
        sleep()
    flag[1] = 77
    flag[0] = 1


def test_a_waiting_body_sees_what_another_thread_stores():
    """The flag is raised when the body has begun, which must read it anew each time."""
    flag, out = np.zeros(2, np.int64), np.zeros(2, np.int64)
    asking = threading.Thread(target=ask, args=(flag, out))
    asking.start()
    wf.Cpu(threads=1).for_each(1, answer, flag, out)
    asking.join()
    assert out[0] == 77


def test_in_plain_python_all_do_nothing_but_read():
    assert (fence(), give_way(), sleep()) == (None, None, None)
    assert watched(np.array([3, 4]), 1) == 4
