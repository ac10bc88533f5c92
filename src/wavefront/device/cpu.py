"""The CPU: a parallel loop over a body on every core, or one compiled call.

Threads take chunks of items from one atomic cursor, so that a few long items (hubs) don't leave the other
threads waiting.
"""

from collections.abc import Callable
from functools import partial
from numbers import Integral
from typing import Any

import numpy as np
from numba.core import config

from ..atomics import atomic_add
from ..compiler.fingerprint import source_hash
from ..compiler.templates import compiled, flattened
from ..errors import InputError, shown
from .explanation import explained
from .memory import total_memory
from .threads import threads_running

MAX_CHUNK = 1024  # items per chunk at most; benchmarks/launch_sizes.py

# The source of atomic_add is part of the text, so that an edit of it compiles the loops anew.
CPU_LOOP = (
    f"# {source_hash(atomic_add)}\n"
    + '''\
from collections import namedtuple

from numba import njit, prange

from wavefront.atomics import atomic_add

{classes}

@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def run_chunk(first, last, {parameters}):
    for item in range(first, last):
        body(item, {arguments})


@njit(parallel=True, cache=True, nogil=True, error_model="numpy")
def loop(count, chunk, num_threads, cursor, {parameters}):
    """{title}"""
    for _ in prange(num_threads):
        first = atomic_add(cursor, 0, chunk)
        while first < count:
            run_chunk(first, min(first + chunk, count), {parameters})
            first = atomic_add(cursor, 0, chunk)
'''
)

CPU_CALL = '''\
from collections import namedtuple

from numba import njit

{classes}

@njit(cache=True, nogil=True, error_model="numpy")
def loop({parameters}):
    """{title}"""
    return body({arguments})
'''


class Cpu:
    """Every core of this machine, or the first `threads` of them. Arrays are NumPy's.

    Raises InputError when `threads` is not between 1 and the number Numba was started with.
    """

    name = "cpu"
    xp = np

    def __init__(self, threads: int | None = None) -> None:
        most: int = config.NUMBA_NUM_THREADS
        if threads is None:
            self.threads = most
        elif isinstance(threads, Integral) and not isinstance(threads, bool) and 1 <= threads <= most:
            self.threads = int(threads)
        else:
            raise InputError(f"threads must be between 1 and {most} on this machine, not {shown(threads)}")

    def __repr__(self) -> str:
        return f"Cpu(threads={self.threads})"

    def use(self) -> int | None:
        """As `Cuda.use`. Does nothing: the CPU is always usable, whichever GPU is current."""
        return None

    def memory_error(self, error: MemoryError) -> MemoryError:
        """The error to raise for a failed allocation: the same one, since NumPy names the size wanted."""
        return error

    def total_memory(self) -> int | None:
        """Most bytes that this process may use; None where unknown."""
        return total_memory()

    def array(self, values: Any) -> np.ndarray:
        """The values as a NumPy array: a NumPy array itself, or a copy of a GPU's."""
        return values if isinstance(values, np.ndarray) else values.get()

    def for_each(self, count: int, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), in parallel, in any order.

        The body is plain Python that Numba can compile. Items see one another's writes after the call
        returns; during the call, through atomics only. Raises InputError, naming the line and the reason, for
        a body of the caller's that can't be compiled.
        """
        shapes, flat = flattened(arguments)
        loop = compiled(body, CPU_LOOP, "cpu", shapes)
        threads = max(1, min(self.threads, count))  # a lone item must not wait for idle threads
        chunk = max(1, min(MAX_CHUNK, count // (threads * 8)))
        with threads_running(threads):
            try:
                loop(count, chunk, threads, np.zeros(1, np.int64), *flat)
            except Exception as error:
                if (problem := explained(body, error)) is not None:
                    raise problem from None
                raise

    def call(self, body: Callable[..., Any], *arguments: Any, threads: int | None = None) -> Any:
        """Run ``body(*arguments)`` once, and return what it returns.

        Compiled as in `for_each`. Loops over `prange` in the body and its callees run in parallel, on
        `threads` threads, by default all of this device.
        """
        shapes, flat = flattened(arguments)
        with threads_running(threads or self.threads):
            try:
                return compiled(body, CPU_CALL, "cpu", shapes)(*flat)
            except Exception as error:
                if (problem := explained(body, error)) is not None:
                    raise problem from None
                raise

    def bind(self, body: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """The compiled body with its first arguments, to be called with the rest: arrays and numbers.

        For bodies without parallel loops. A call takes a fraction of a microsecond, by `call` several.
        """
        shapes, flat = flattened(arguments)
        rest = body.__code__.co_argcount - len(arguments)
        return partial(compiled(body, CPU_CALL, "cpu", (*shapes, *[()] * rest)), *flat)
