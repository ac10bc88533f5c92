"""Measures how long work takes on a device."""

from collections.abc import Callable

import numpy as np

from ..compiling import clock, compile_seconds
from .select import Device, working_on


def stopwatch(device: Device) -> Callable[[], float]:
    """Start a clock: the function returned gives milliseconds since, between GPU events or of wall time.

    The time for which this process compiled is left out: on a GPU, too, which then mostly has nothing to do.
    """
    if device.xp is np:
        began = clock()
        return lambda: 1e3 * (clock() - began)
    with working_on(device):
        start, end = device.xp.cuda.Event(), device.xp.cuda.Event()
        start.record()
    before = compile_seconds()

    def elapsed() -> float:
        with working_on(device):
            end.record()
        end.synchronize()
        taken = float(device.xp.cuda.get_elapsed_time(start, end))
        return max(taken - 1e3 * (compile_seconds() - before), 0.0)

    return elapsed
