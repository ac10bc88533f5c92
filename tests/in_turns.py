"""Kernels on the Python device's threads, in the place of Numba's simulator, which takes ten times as long.

All blocks run together. The next thread is drawn. Threads change after reads, too, not at atomics, barriers
and waits alone: where an atomic is missing, an update is lost, as on a GPU.
"""

import sys
from random import Random

from wavefront import atomics
from wavefront.compiler import numba_cuda
from wavefront.compiler.running import running
from wavefront.device import Cuda, Python
from wavefront.device.python_arrays import CheckedArray
from wavefront.intrinsics import access, bits

READS = 4  # of so many reads, one lets the other threads go on
# Files of functions that are one instruction on a GPU.
INDIVISIBLE = atomics.__file__, access.__file__, bits.__file__


def install(monkeypatch):
    """Make every `Cuda` this device until the test ends."""
    draw = Random(0).random
    give_way_after_reads(monkeypatch, draw)

    def simulate(blocks, threads, kernel, arguments, shared=0):
        Python(lambda ready: int(draw() * len(ready)))._run_together(
            blocks, threads, kernel, arguments, shared
        )

    monkeypatch.setattr(numba_cuda, "simulate", simulate)
    monkeypatch.setattr(Cuda, "running_at_once", Python.running_at_once)


def give_way_after_reads(monkeypatch, draw):
    """Have threads change after some reads, too, until the test ends."""
    read = CheckedArray.__getitem__

    def read_and_give_way(array, index):
        value = read(array, index)
        thread = running.get()
        if thread and draw() * READS < 1 and sys._getframe(1).f_code.co_filename not in INDIVISIBLE:
            thread.give_way()
        return value

    # Errors name the innermost function outside the device's own files.
    file = sys.modules[CheckedArray.__module__].__file__
    read_and_give_way.__code__ = read_and_give_way.__code__.replace(co_filename=file)

    monkeypatch.setattr(CheckedArray, "__getitem__", read_and_give_way)
