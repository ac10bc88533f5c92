"""Measures how long work takes on a device."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from .select import Device, working_on


def stopwatch(device: Device) -> Callable[[], float]:
    """Start a clock: the function returned gives milliseconds since, between GPU events or of wall time."""
    if device.xp is np:
        began = perf_counter()
        return lambda: 1e3 * (perf_counter() - began)
    with working_on(device):
        start, end = device.xp.cuda.Event(), device.xp.cuda.Event()
        start.record()

    def elapsed() -> float:
        with working_on(device):
            end.record()
        end.synchronize()
        return float(device.xp.cuda.get_elapsed_time(start, end))

    return elapsed
