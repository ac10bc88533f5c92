"""Threads of the CPU that wait for one another see each other's stores."""

import threading

import numpy as np

import wavefront as wf
from wavefront.intrinsics.waiting import fence, sleep_while, wake, watched

LOOKS = 10_000_000  # far more than a thread takes to start


def answer(_, flag, out):
    """Sleep until another thread has raised the flag; store what it wrote before, -1 if it never does."""
    out[1] = 1
    fence()
    for _ in range(LOOKS):
        if watched(flag, 0):
            fence()
            out[0] = flag[1]
            return
        sleep_while(flag, 0, 0)
    out[0] = -1


def ask(flag, out):
    while not watched(out, 1):
        pass
    flag[1] = 77
    flag[0] = 1


def test_a_waiting_body_sees_what_another_thread_stores():
    """The flag is raised when the body has begun, which must read it anew each time, and be woken."""
    flag, out = np.zeros(2, np.int64), np.zeros(2, np.int64)
    answering = threading.Thread(target=lambda: wf.Cpu().for_each(1, answer, flag, out))
    answering.start()
    ask(flag, out)
    while answering.is_alive():  # one call may come before the other thread sleeps
        wf.Cpu().call(wake_up, flag)
    assert out[0] == 77


def wake_up(flag):
    wake(flag, 0)


def test_sleep_ends_at_once_if_the_element_has_another_value():
    flag, out = np.ones(2, np.int64), np.zeros(2, np.int64)
    wf.Cpu().call(sleep_on, flag, out)
    assert out[0] == 1


def sleep_on(flag, out):
    sleep_while(flag, 0, 0)
    out[0] = 1


def test_in_plain_python_all_do_nothing_but_read():
    flag = np.array([3, 4])
    assert (fence(), sleep_while(flag, 0, 3), wake(flag, 0)) == (None, None, None)
    assert watched(flag, 1) == 4
