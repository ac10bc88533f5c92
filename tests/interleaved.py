"""Kernels of the fused search in plain Python, on several blocks of several warps whose threads take turns.

Numba's simulator has real threads, of one block at a time. Here threads are those of the Python device, which
change at atomics, barriers and waits, and the next thread is drawn at random. So blocks and warps overtake
one another as they may on a GPU. A read of shared memory where a GPU would read global memory is an error,
besides what is an error on the Python device.
"""

import random
import sys

from numba.core import config

from wavefront.compiler import numba_cuda
from wavefront.compiler.running import running
from wavefront.device import Python
from wavefront.intrinsics import access
from wavefront.strategies.fused.cuda import host as cuda
from wavefront.strategies.fused.cuda import tiny

# How the names of the kernel's modules begin.
KERNEL = ("wavefront.intrinsics.grid_barrier", "wavefront.strategies.fused.cuda.")
SLOW_FOR = 500  # turns for which one block is left behind


class Draw:
    """Draws the next thread, seldom one of a block that is left behind for a while."""

    def __init__(self):
        self.turns, self.slow = 0, 0

    def __call__(self, ready):
        if self.turns % SLOW_FOR == 0:
            self.slow = random.randrange(ready[0].block.blocks)
        self.turns += 1
        for _ in range(8):
            place = random.randrange(len(ready))
            if ready[place].block.index != self.slow:
                break
        return place


def simulate(blocks, threads, kernel, arguments, shared=0):
    """As `wavefront.compiler.numba_cuda.simulate`."""
    Python(Draw())._run_together(blocks, threads, kernel, arguments, shared)


def at(array, index):
    assert not any(array is shared for shared in running.get().block.shared.values())
    return plain_at(array, index)


plain_at = access.at


def install(monkeypatch, blocks, threads, seed, *, most_tiny_edges=-1):
    """Make every `Cuda` this device until the test ends. Of tiny graphs, only so small ones are that here."""
    random.seed(seed)
    for module in [module for name, module in sys.modules.items() if name.startswith(KERNEL)]:
        if getattr(module, "at", None) is plain_at:
            monkeypatch.setattr(module, "at", at)
    monkeypatch.setattr(numba_cuda, "simulate", simulate)
    monkeypatch.setattr(config, "ENABLE_CUDASIM", True)
    monkeypatch.setattr(cuda, "SIMULATED", (blocks, threads))
    monkeypatch.setattr(tiny, "MOST_EDGES", most_tiny_edges)
