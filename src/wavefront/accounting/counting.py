"""The counting build: a strategy's own GPU kernels, run as plain Python over arrays that count.

Kernels run unchanged. Counting arrays replace a kernel's arrays and log reads and writes per thread. Counting
atomics log each call, then do their work. The table ``ROLES`` of the kernel's module says which array is the
graph's, a queue or the labels. Threads run one after the other; the threads of a block each run to
their next barrier. That order is one that a GPU may take.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import partial
from inspect import signature
from typing import Any, Literal

import numpy as np

from ..device.python_cuda import shared_arrays
from ..device.python_threads import Block, Thread, Turns
from ..enactor import Stop
from ..errors import InputError
from ..graph import Graph
from ..graph.formats import PADDING
from .arithmetic import SECTOR_SIZE, WARP_SIZE, LevelWork
from .logs import Access, SharedMemory, ThreadLog
from .rebuilt import ATOMICS, rebuilt
from .roles import Role, Roles

MAX_STEPS = 2_000_000  # edges and vertices, times levels: some ten seconds

OF_GRAPH: set[Role] = {"offsets", "edges"}


def count(
    run: Callable[..., object], graph: Graph, sources: np.ndarray, num_levels: int, options: dict[str, Any]
) -> list[LevelWork]:
    """One row per level, with figures measured in one run of the strategy from these sources.

    Raises InputError if the graph is too large for a search of `num_levels` levels in plain Python.
    """
    work = (graph.num_edges + graph.num_vertices) * num_levels
    if work > MAX_STEPS:
        raise InputError(
            f"counting runs the kernels in plain Python: {work:,} edges and vertices, times levels, "
            f"are more than {MAX_STEPS:,}"
        )
    counter = CountingDevice()
    run(graph, sources, counter, stop=Stop(), trace=counter, predecessors=False, **options)
    return counter.rows


now: ContextVar[ThreadLog] = ContextVar("now")  # the log of the running thread


def first_of_all(ready: list[Thread]) -> int:
    """The place of the thread with the lowest number."""
    return min(range(len(ready)), key=lambda place: ready[place].index)


class CountingDevice:
    """Replaces a strategy's device, to run the kernels, and its trace, to close each level.

    Attributes
    ----------
    rows
        One `LevelWork` per level.
    threads
        For each row, the logs of the threads that it counts, if `keep_threads` is true; some 500 bytes per
        thread.
    accesses
        For each row, the accesses to global memory in their order, likewise; some 100 bytes per access.
    shared
        For each row, the shared memory of its launches' blocks, likewise; of several levels in one launch,
        the first has it.
    arrays
        For each name that kernels gave to an array in global memory, its elements and the bytes of one.
    """

    name = "counting"
    xp = np

    def __init__(self, keep_threads: bool = False) -> None:
        self.rows: list[LevelWork] = []
        self.threads: list[list[ThreadLog]] = []
        self.accesses: list[list[Access]] = []
        self.shared: list[list[SharedMemory]] = []
        self.arrays: dict[str, tuple[int, int]] = {}
        self._keep_threads = keep_threads
        self.start()

    def start(self) -> None:
        """Begin a level, or several levels that run in one launch."""
        self._launches = 0
        self._logs: list[ThreadLog] = []
        self._accesses: list[Access] = []
        self._shared: list[SharedMemory] = []
        self._sectors: dict[int | None, set[tuple[int, int]]] = defaultdict(set)
        self._atomics: dict[tuple[int | None, bool], int] = defaultdict(int)  # by level, and whether shared

    def for_each(self, count: int, body: Callable[..., None], *arguments: Any) -> None:
        """Run the body for every item, one thread per item."""
        if not count:
            return
        kernel = self._rebuilt(body)
        watched, on_graph = self._watched(body, arguments, offset=1)
        for item in range(count):
            self._begin(body, item, item // WARP_SIZE, 0, keep=on_graph)
            kernel(item, *watched)
        self._launches += 1

    def launch(self, blocks: int, threads: int, kernel: Callable[..., None], *arguments: Any) -> None:
        """Run a kernel with barriers, block by block."""
        rebuilt = self._rebuilt(kernel)
        watched, _ = self._watched(kernel, arguments)
        for index in range(blocks):
            turns, block = Turns(choose=first_of_all), Block(index, blocks, threads)
            run = partial(self._run_thread, rebuilt, watched, block)
            turns.run(Thread(turns, block, thread, partial(run, thread)) for thread in range(threads))
            if self._keep_threads:
                self._shared.append(SharedMemory(self._launches, index, shared_arrays(block)))
        self._launches += 1

    def _run_thread(
        self, kernel: Callable[..., None], arguments: list[Any], block: Block, thread: int
    ) -> None:
        number = block.index * block.size + thread
        self._begin(kernel, number, block.index, thread // WARP_SIZE, keep=False)
        kernel(*arguments)

    def _begin(self, kernel: Callable[..., None], number: int, block: int, warp: int, keep: bool) -> None:
        log = ThreadLog(
            kernel.__name__, kernel.__code__.co_varnames[0], number, (self._launches, block, warp)
        )
        now.set(log)
        if keep:
            self._logs.append(log)

    def take(self, vertex: int, level: int | None) -> None:
        """The running thread takes a vertex from the frontier's queue to label its neighbors with `level`."""
        log = now.get()
        if log.vertices and log.level == level:
            log.edges.append(set())
        else:
            if log.vertices:
                log = ThreadLog(log.kernel, log.item, log.number, log.warp)
                now.set(log)
            log.level = level
            if log not in self._logs[-1:]:
                self._logs.append(log)
        log.vertices.append(vertex)

    def touch(self, of_graph: bool) -> None:
        """The running thread reads an array; a thread that reads on after its first check is active."""
        log = now.get()
        log.active |= log.checked
        log.checked |= not of_graph

    def read(self, array: np.ndarray, slot: int, is_edge: bool) -> None:
        """The running thread reads this slot of an array of the graph."""
        log = now.get()
        self._sectors[log.level].add((array.ctypes.data, slot * array.itemsize // SECTOR_SIZE))
        if is_edge and array[slot] != PADDING:
            log.edges[-1].add(slot)

    def access(self, kind: Literal["read", "write", "atomic"], array: str, slot: int, value: int) -> None:
        """The running thread accesses this slot of an array."""
        if self._keep_threads:
            self._accesses.append(Access(now.get(), kind, array, int(slot), int(value)))

    def label(self, vertex: int) -> None:
        """The running thread labels a vertex."""
        now.get().labelled.append(vertex)

    def record(self, levels: np.ndarray, direction: str, first: int, end: int) -> None:
        """Close the levels of range(first, end)."""
        for level in range(first, end):
            logs = [log for log in self._logs if log.level in (None, level)]
            if self._keep_threads:
                self.threads.append(logs)
                self.accesses.append([at for at in self._accesses if at.log.level in (None, level)])
                self.shared.append(self._shared if level == first else [])
            places = [None, level] if level == first else [level]
            inspected = [sum(map(len, log.edges)) for log in logs]
            self.rows.append(
                LevelWork(
                    level=level,
                    direction=direction,
                    kernel_launches=self._launches if level == first else 0,
                    threads_launched=len(logs),
                    threads_active=sum(log.active for log in logs),
                    edges_inspected=sum(inspected),
                    threads_labelling=sum(bool(log.labelled) for log in logs),
                    vertices_labelled=int((levels == level).sum()),
                    longest_thread=max(inspected, default=0),
                    warp_steps=_warp_steps(logs),
                    sectors_read=len(set().union(*(self._sectors[place] for place in places))),
                    block_atomics=sum(self._atomics[place, True] for place in places),
                    global_atomics=sum(self._atomics[place, False] for place in places),
                )
            )

    def _watched(
        self, kernel: Callable[..., None], arguments: Iterable[Any], offset: int = 0
    ) -> tuple[list[Any], bool]:
        """The arguments with counting arrays in place of arrays, and whether any array is the graph's."""
        names = list(signature(kernel).parameters)[offset:]
        given = dict(zip(names, arguments, strict=True))
        roles = {name: _role(kernel, name) for name in names if isinstance(given[name], np.ndarray)}
        self.arrays |= {name: (given[name].size, given[name].itemsize) for name in roles}
        labels = next((given[name] for name, role in roles.items() if role == "labels"), None)
        watched = [
            CountingArray(self, name, value, roles[name], labels) if name in roles else value
            for name, value in given.items()
        ]
        return watched, not OF_GRAPH.isdisjoint(roles.values())

    def _rebuilt(self, function: Callable[..., Any]) -> Any:
        """The function with counting atomics, and its callees rebuilt likewise."""
        return rebuilt(function, {atomic: partial(self._count_atomic, atomic) for atomic in ATOMICS})

    def _count_atomic(self, operation: Callable[..., Any], array: Any, *arguments: Any) -> Any:
        shared = not isinstance(array, CountingArray)  # only arrays in shared memory are no arguments
        self._atomics[now.get().level, shared] += 1
        before, log = len(self._accesses), now.get()
        old = operation(array, *arguments)
        if not shared:  # its reads and writes are one access
            self._accesses[before:] = [at for at in self._accesses[before:] if at.log is not log]
            self.access("atomic", array.name, arguments[0], old)
        return old


def _role(kernel: Callable[..., None], name: str) -> Role:
    """The array's role in the kernel. Raises TypeError unless the kernel's module gives it exactly one."""
    table: Roles = kernel.__globals__.get("ROLES", {})
    given = [role for role, names in table.items() if name in names]
    if len(given) != 1:
        roles = " and ".join(given) or "no role"
        raise TypeError(f"{kernel.__module__}.ROLES gives {roles} to the array {name!r} of {kernel.__name__}")
    return given[0]


class CountingArray:
    """A one-dimensional array that reports reads and writes."""

    def __init__(
        self, device: CountingDevice, name: str, array: np.ndarray, role: Role, levels: np.ndarray | None
    ) -> None:
        """`levels` are the kernel's labels, if it has any: they tell the level of a vertex from a queue."""
        self._device, self.name, self._array, self._levels = device, name, array, levels
        self._is_edges, self._of_graph = role == "edges", role in OF_GRAPH
        self._is_labels, self._is_queue = role == "labels", role == "queue"

    def __getitem__(self, index: int) -> Any:
        value = self._array[index].item()
        self._device.access("read", self.name, index, value)
        if self._is_queue:
            self._device.take(value, None if self._levels is None else int(self._levels[value]) + 1)
        self._device.touch(self._of_graph)
        if self._of_graph:
            self._device.read(self._array, index, self._is_edges)
        return value

    def __setitem__(self, index: int, value: Any) -> None:
        self._array[index] = value
        self._device.access("write", self.name, index, value)
        if self._is_labels:
            self._device.label(index)

    @property
    def size(self) -> int:
        """Number of elements; reading it counts as reading the array."""
        self._device.touch(self._of_graph)
        return self._array.size


def _warp_steps(logs: list[ThreadLog]) -> int:
    """Steps of all warps: lanes take one vertex each at a time, and wait for the longest of their lists."""
    longest: dict[tuple[tuple[int, int, int], int], int] = defaultdict(int)
    for log in logs:
        for number, edges in enumerate(log.edges):
            longest[log.warp, number] = max(longest[log.warp, number], len(edges))
    return sum(longest.values())
