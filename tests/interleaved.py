"""Kernels of the fused search in plain Python, on several blocks of several warps whose threads take turns.

Numba's simulator has real threads, of one block at a time. Here every thread of a GPU is a greenlet. It
yields where it exchanges values, waits or runs an atomic, and the next thread is drawn at random. So blocks
and warps overtake one another as they may on a GPU. These are errors: an access outside an array, a read of
shared memory where a GPU would read global memory, and threads that wait for one another for ever.
"""

import random
import sys
from types import SimpleNamespace

import numpy as np
from greenlet import getcurrent, greenlet
from numba.core import config

from wavefront import atomics
from wavefront.compiler import numba_cuda
from wavefront.intrinsics import access, warp
from wavefront.intrinsics.warp import WARP_SIZE
from wavefront.strategies.fused.cuda import host as cuda
from wavefront.strategies.fused.cuda import tiny

# How the names of the kernel's modules begin.
KERNEL = ("wavefront.intrinsics.grid_barrier", "wavefront.strategies.fused.cuda.")
UNWRITTEN = -99_999  # in shared memory
MOST_TURNS = 400_000  # of all threads of a launch, ten times as many as the tests need
SLOW_FOR = 500  # turns for which one block is left behind


class Group:
    """Threads that wait for one another: a block, or a warp, which also exchanges values."""

    def __init__(self, size):
        self.size = size
        self.waiting = []
        self.values = [None] * size  # exchanged
        self.shared = {}  # arrays by where they are asked for

    def wait(self):
        self.waiting.append(getcurrent())
        if len(self.waiting) == self.size:
            getcurrent().ready.extend(self.waiting)
            self.waiting = []
        getcurrent().parent.switch()


class Thread(greenlet):
    """A thread of the launch; `ready` are all that can go on."""

    def __init__(self, run, block, warp, where, ready):
        super().__init__(run)
        self.block, self.warp, self.where, self.ready = block, warp, where, ready


def simulate(blocks, threads, kernel, arguments):
    """As `wavefront.compiler.numba_cuda.simulate`."""
    ready = []
    for number in range(blocks):
        block = Group(threads)
        warps = [Group(WARP_SIZE) for _ in range(threads // WARP_SIZE)]
        for index in range(threads):
            where = SimpleNamespace(block=number, blocks=blocks, thread=index)
            ready.append(Thread(lambda: kernel(*arguments), block, warps[index // WARP_SIZE], where, ready))
    left = len(ready)
    for turn in range(MOST_TURNS):
        if turn % SLOW_FOR == 0:
            slow = random.randrange(blocks)
        if not left or not ready:
            break
        thread = drawn(ready, slow)
        thread.switch()
        left -= thread.dead
    assert not left, f"{left} threads wait for ever"


def drawn(ready, slow):
    """Draw one of these threads, seldom one of the slow block."""
    for _ in range(8):
        place = random.randrange(len(ready))
        if ready[place].where.block != slow:
            break
    ready[place], ready[-1] = ready[-1], ready[place]
    return ready.pop()


def give_way():
    thread = getcurrent()
    thread.ready.append(thread)
    thread.parent.switch()


class Names:
    """Stands in for Numba's module `cuda` in kernels."""

    threadIdx = property(lambda self: SimpleNamespace(x=getcurrent().where.thread))
    blockIdx = property(lambda self: SimpleNamespace(x=getcurrent().where.block))
    blockDim = property(lambda self: SimpleNamespace(x=getcurrent().block.size))
    gridDim = property(lambda self: SimpleNamespace(x=getcurrent().where.blocks))

    def grid(self, dimensions):
        return self.blockIdx.x * self.blockDim.x + self.threadIdx.x

    def gridsize(self, dimensions):
        return self.gridDim.x * self.blockDim.x

    def syncthreads(self):
        getcurrent().block.wait()

    def ffs(self, mask):
        return (int(mask) & -int(mask)).bit_length()

    class shared:
        @staticmethod
        def array(size, dtype):
            frame = sys._getframe(1)
            arrays = getcurrent().block.shared
            return arrays.setdefault((frame.f_code, frame.f_lineno), np.full(size, UNWRITTEN, str(dtype)))


class Turn:
    """Stands in for the atomics' lock: only one thread runs anyway."""

    def __enter__(self):
        give_way()

    def __exit__(self, *error):
        pass


def told(value):
    warp = getcurrent().warp
    values = warp.values
    values[getcurrent().where.thread % WARP_SIZE] = int(value)
    warp.wait()
    if warp.values is values:  # the first to go on
        warp.values = [None] * WARP_SIZE
    return values


def rank(mask):
    return (int(mask) & ((1 << getcurrent().where.thread % WARP_SIZE) - 1)).bit_count()


def syncwarp():
    getcurrent().warp.wait()


def load_acquire(array, index):
    give_way()
    return int(array[index])


def load_relaxed(array, index):
    return load_acquire(array, index)


def at(array, index):
    assert 0 <= index < array.size
    assert not any(array is shared for shared in getcurrent().block.shared.values())
    return int(array[index])


def put(array, index, value):
    assert 0 <= index < array.size
    array[index] = value


def four_at(array, index):
    assert 0 <= index <= array.size - 4
    assert index % 4 == 0
    return tuple(array[index : index + 4].tolist())


def pair_at(array, index):
    assert 0 <= index <= array.size - 2
    assert index % 2 == 0
    return tuple(array[index : index + 2].tolist())


def add_bits(array, index, bits):
    give_way()
    array[index] |= np.uint32(bits)


def install(monkeypatch, blocks, threads, seed, *, most_tiny_edges=-1):
    """Make every `Cuda` this device until the test ends. Of tiny graphs, only so small ones are that here."""
    random.seed(seed)
    stand_ins = {getattr(warp, function.__name__): function for function in (rank, syncwarp)}
    here = (load_acquire, load_relaxed, at, put, four_at, pair_at, add_bits)
    stand_ins |= {getattr(access, function.__name__): function for function in here}
    for module in [module for name, module in sys.modules.items() if name.startswith(KERNEL)]:
        for name, value in list(vars(module).items()):
            if callable(value) and value in stand_ins:
                monkeypatch.setattr(module, name, stand_ins[value])
    monkeypatch.setattr(warp, "_told", told)
    monkeypatch.setattr(atomics, "_lock", Turn())
    monkeypatch.setattr(numba_cuda._CudaNames, "__getattr__", lambda self, name: getattr(Names(), name))
    monkeypatch.setattr(numba_cuda, "simulate", simulate)
    monkeypatch.setattr(config, "ENABLE_CUDASIM", True)
    monkeypatch.setattr(cuda, "SIMULATED", (blocks, threads))
    monkeypatch.setattr(tiny, "MOST_EDGES", most_tiny_edges)
