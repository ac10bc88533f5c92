"""The clock in compiled code on a CPU: it goes on, and stands at 0 where the system's isn't known."""

import time

import numba
import pytest

from wavefront.intrinsics import timer

read = timer._nanoseconds_on_cpu


def compiled():
    return numba.njit(lambda: read())


@pytest.mark.skipif(timer.MONOTONIC is None, reason="no clock known here")
def test_it_is_the_clock_that_python_reads():
    clock = compiled()
    clock()  # compiles
    before, now, after = time.monotonic_ns(), clock(), time.monotonic_ns()
    assert before <= now <= after


def test_where_none_is_known_it_stands_at_0(monkeypatch):
    monkeypatch.setattr(timer, "MONOTONIC", None)
    assert compiled()() == 0
