"""The CPU: a parallel loop over a body on every core, or one compiled call.

Threads take chunks of items from one atomic cursor, so that a few long items (hubs) don't leave the other
threads waiting. A loop that one thread does in a few microseconds is left to the calling thread.
"""

from collections.abc import Callable
from functools import partial
from numbers import Integral
from typing import Any

import numpy as np

from ..atomics import atomic_add
from ..compiler.fingerprint import source_hash
from ..compiler.templates import compiled, flattened
from ..errors import InputError, shown
from ..intrinsics.jobs import HAS_FAILED, JOB_SIZE, describe
from .explanation import explaining
from .memory import free_memory, total_memory
from .team import do_together
from .threads import MOST_THREADS, team_of

MAX_CHUNK = 1024  # items per chunk at most; benchmarks/launch_sizes.py
# What the calling thread does alone: benchmarks/busy.py.
SERIAL_SIZE = 8192  # elementary steps of a loop, where the caller knows them
SERIAL_ITEMS = 1024  # items of a loop otherwise: they may have long lists

# The fingerprint is part of the text, so that an edit of what the text imports compiles the loops anew.
CPU_LOOP = (
    f"# {source_hash(atomic_add)} {source_hash(describe)}\n"
    + '''\
from collections import namedtuple

from wavefront.atomics import atomic_add
from wavefront.compiler import int64
from wavefront.compiler.functions import compile_with_callees
from wavefront.compiler.inner import outermost, shared
from wavefront.compiler.registry import cpu_intrinsics
from wavefront.intrinsics.jobs import CURSOR, describe

{classes}

@shared
def run_chunk(first, last, {parameters}):
    for item in range(first, last):
        body(item, {arguments})


def run_chunks(thread, count, chunk, job, {parameters}):
    first = atomic_add(job, CURSOR, chunk)
    while first < count:
        run_chunk(first, min(first + chunk, count), {parameters})
        first = atomic_add(job, CURSOR, chunk)


run_chunks = compile_with_callees(run_chunks, __name__, "cpu")
describe = cpu_intrinsics[describe]


@outermost
def loop(count, chunk, threads, job, {parameters}):
    """{title}"""
    if threads == 1:
        run_chunk(int64(0), count, {parameters})
    else:
        describe(run_chunks, (count, chunk, job, {parameters}), job)
'''
)

CPU_CALL = '''\
from collections import namedtuple

from wavefront.compiler.inner import outermost

{classes}

@outermost
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
        if threads is None:
            self.threads = MOST_THREADS
        elif isinstance(threads, Integral) and not isinstance(threads, bool) and 1 <= threads <= MOST_THREADS:
            self.threads = int(threads)
        else:
            most = MOST_THREADS
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

    def free_memory(self) -> int | None:
        """Bytes that this process can still get; None where unknown."""
        return free_memory()

    def array(self, values: Any) -> np.ndarray:
        """The values as a NumPy array: a NumPy array itself, or a copy of a GPU's."""
        return values if isinstance(values, np.ndarray) else values.get()

    def for_each(
        self, count: int, body: Callable[..., Any], *arguments: Any, size: int | None = None
    ) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), in parallel, in any order.

        The body is plain Python that Numba can compile. Items see one another's writes after the call
        returns; during the call, through atomics only.

        `size` is about how many elementary steps (edges, vertices, bytes) there are in all. A small loop is
        left to the calling thread; one over chunks of items is not small because it has few of them.

        Raises InputError for a body of the caller's that can't be compiled, naming the line and the reason,
        or that raised an exception in a loop of several threads. A loop of one thread raises the exception.
        """
        shapes, flat = flattened(arguments)
        loop = compiled(body, CPU_LOOP, "cpu", shapes)
        is_small = count <= SERIAL_ITEMS if size is None else size <= SERIAL_SIZE
        threads = 1 if is_small else max(1, min(self.threads, count))
        chunk = max(1, min(MAX_CHUNK, count // (threads * 8)))
        job, team = np.empty(JOB_SIZE, np.int64), team_of(threads)
        with explaining(body):
            loop(count, chunk, threads, job, *flat)  # by this thread, or only described
        if threads == 1:
            return
        compiled(do_together, CPU_CALL, "cpu", ((), (), ()))(threads, job, team)
        if job[HAS_FAILED]:
            name = body.__qualname__
            raise InputError(f"function {name!r} raised an exception; device='python' shows it")

    def call(self, body: Callable[..., Any], *arguments: Any) -> Any:
        """Run ``body(*arguments)`` once, and return the numbers that it returns. Compiled as in `for_each`.

        The body runs in the calling thread. It may share steps with the threads of `team`.
        """
        shapes, flat = flattened(arguments)
        team_of(1)
        with explaining(body):
            return compiled(body, CPU_CALL, "cpu", shapes)(*flat)

    def team(self, threads: int) -> np.ndarray:
        """The team (team.py) that a body takes as an argument, in order to work with so many threads."""
        return team_of(threads)

    def bind(self, body: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """The compiled body with its first arguments, to be called with the rest: arrays and numbers.

        For bodies that need no team. A call takes a fraction of a microsecond, by `call` several.
        """
        shapes, flat = flattened(arguments)
        rest = body.__code__.co_argcount - len(arguments)
        return partial(compiled(body, CPU_CALL, "cpu", (*shapes, *[()] * rest)), *flat)
