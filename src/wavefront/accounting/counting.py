"""The counting build: a strategy's own GPU kernels, run as plain Python over arrays that count.

Kernels run unchanged. Counting arrays replace a kernel's arrays and log reads and writes per thread. Counting
atomics log each call, then do their work. The table ``ROLES`` of the kernel's module says which array is the
graph's, a queue or the labels. Threads run one after the other; the threads of a block each run to
their next barrier. That order is one that a GPU may take.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from functools import partial
from inspect import signature
from typing import Any, Literal

import numpy as np

from ..device.python_cuda import shared_arrays
from ..device.python_threads import Block, Group, Thread, Turns
from ..enactor import Stop
from ..errors import InputError
from ..frontier import take
from ..graph import Graph
from ..graph.formats import PADDING
from .arithmetic import LevelWork
from .arrays import OF_GRAPH, CountingArray, HostModule, Transfers, role_of
from .counts import Counts
from .logs import Access, SharedMemory, ThreadLog
from .rebuilt import ATOMICS, rebuilt
from .warps import WARP_SIZE

MAX_STEPS = 2_000_000  # edges and vertices, times levels: some ten seconds


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
    return counted_run(run, graph, sources, options)[1].rows


def counted_run(
    run: Callable[..., Any],
    graph: Graph,
    sources: np.ndarray,
    options: dict[str, Any],
    keep_threads: bool = False,
) -> tuple[np.ndarray, "CountingDevice"]:
    """The vertices' levels, by one run of the strategy from these sources, and what was counted in it."""
    counter = CountingDevice(keep_threads)
    levels, _ = run(graph, sources, counter, stop=Stop(), trace=counter, predecessors=False, **options)
    return levels.view(np.ndarray), counter


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

    def __init__(self, keep_threads: bool = False) -> None:
        self._transfers = Transfers()
        self.xp = HostModule(self._transfers)
        self.rows: list[LevelWork] = []
        self.threads: list[list[ThreadLog]] = []
        self.accesses: list[list[Access]] = []
        self.shared: list[list[SharedMemory]] = []
        self.arrays: dict[str, tuple[int, int]] = {}
        self._keep_threads = keep_threads
        self._labels: np.ndarray | None = None  # of the launch that runs
        self.start()

    def start(self) -> None:
        """Begin a level, or several levels that run in one launch."""
        self._launches = 0
        self._latest: int | None = None  # the last level for which a thread took a vertex
        self._logs: list[ThreadLog] = []
        self._accesses: list[Access] = []
        self._shared: list[SharedMemory] = []
        self._counts = Counts()
        self._transfers.to_host = self._transfers.from_host = 0

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
            turns.run(
                BlockThread(self, turns, block, thread, partial(run, thread)) for thread in range(threads)
            )
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
        self._latest = level
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
        if is_edge and array[slot] != PADDING:
            log.edges[-1].add(slot)
        self._counts.read(log, array, slot, is_edge)

    def write(self, array: np.ndarray, slot: int, appends: bool) -> None:
        """The running thread writes this slot of an array: for the latest level, whatever it took itself."""
        self._counts.write(self._latest, array, slot, appends)

    def barrier(self) -> None:
        """The running thread's block waits for its threads."""
        self._counts.events[now.get().level]["block_barriers"] += 1

    def access(self, kind: Literal["read", "write", "atomic"], array: str, slot: int, value: int) -> None:
        """The running thread accesses this slot of an array."""
        if self._keep_threads and not now.get().in_atomic:
            self._accesses.append(Access(now.get(), kind, array, int(slot), int(value)))

    def label(self, vertex: int) -> None:
        """The running thread labels a vertex."""
        now.get().labelled.append(vertex)

    def record(
        self, levels: np.ndarray, direction: str, first: int, end: int, where: Sequence[str] = ()
    ) -> None:
        """Close the levels of range(first, end), `where` as in `LevelWork` for each."""
        for level in range(first, end):
            logs = [log for log in self._logs if log.level in (None, level)]
            if self._keep_threads:
                self.threads.append(logs)
                self.accesses.append([at for at in self._accesses if at.log.level in (None, level)])
                self.shared.append(self._shared if level == first else [])
            inspected = [sum(map(len, log.edges)) for log in logs]
            self.rows.append(
                LevelWork(
                    level=level,
                    direction=direction,
                    where=where[level - first] if where else None,
                    kernel_launches=self._launches if level == first else 0,
                    threads_launched=len(logs),
                    threads_active=sum(log.active for log in logs),
                    edges_inspected=sum(inspected),
                    threads_labelling=sum(bool(log.labelled) for log in logs),
                    vertices_labelled=int((levels.view(np.ndarray) == level).sum()),
                    longest_thread=max(inspected, default=0),
                    warp_steps=_warp_steps(logs),
                    bytes_to_host=self._transfers.to_host if level == first else 0,
                    bytes_from_host=self._transfers.from_host if level == first else 0,
                    **self._counts.columns([None, level] if level == first else [level]),
                )
            )

    def _watched(
        self, kernel: Callable[..., None], arguments: Iterable[Any], offset: int = 0
    ) -> tuple[list[Any], bool]:
        """The arguments with counting arrays in place of arrays, and whether any array is the graph's."""
        names = list(signature(kernel).parameters)[offset:]
        given = dict(zip(names, arguments, strict=True))
        roles = {name: role_of(kernel, name) for name in names if isinstance(given[name], np.ndarray)}
        self.arrays |= {name: (given[name].size, given[name].itemsize) for name in roles}
        labels = next(
            (given[name].view(np.ndarray) for name, role in roles.items() if role == "labels"), None
        )
        self._labels = labels
        watched = [
            CountingArray(self, name, value, roles[name], labels) if name in roles else value
            for name, value in given.items()
        ]
        return watched, not OF_GRAPH.isdisjoint(roles.values())

    def _rebuilt(self, function: Callable[..., Any]) -> Any:
        """The function with counting atomics, and its callees rebuilt likewise."""
        counted = {atomic: partial(self._count_atomic, atomic) for atomic in ATOMICS}
        return rebuilt(function, counted | {take: self._take_from_shared})

    def _take_from_shared(self, queue: np.ndarray, slot: int) -> int:
        vertex = int(queue[slot])
        assert self._labels is not None
        self.take(vertex, int(self._labels[vertex]) + 1)
        self.touch(of_graph=False)
        return vertex

    def _count_atomic(self, operation: Callable[..., Any], array: Any, *arguments: Any) -> Any:
        log, slot = now.get(), int(arguments[0])
        if not isinstance(array, CountingArray):  # only arrays in shared memory are no arguments
            self._counts.atomics[log.level, "block"][*log.warp[:2], array.ctypes.data, slot] += 1
            return operation(array, *arguments)
        self._counts.atomics[log.level, "global"][array.array.ctypes.data, slot] += 1
        log.in_atomic = True  # its reads and writes are one access
        old = operation(array, *arguments)
        log.in_atomic = False
        self.access("atomic", array.name, slot, old)
        if array.is_claimed:
            won = int(array.array[slot] != old)
            self._counts.events[log.level].update(claims_tried=1, claims_won=won)
        return old


class BlockThread(Thread):
    """A thread that reports the barriers of its block, if it is the block's first."""

    def __init__(self, device: CountingDevice, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._device = device

    def wait(self, group: Group) -> None:
        """As of a thread."""
        if group is self.block and not self.index:
            self._device.barrier()
        super().wait(group)


def _warp_steps(logs: list[ThreadLog]) -> int:
    """Steps of all warps: lanes take one vertex each at a time, and wait for the longest of their lists."""
    longest: dict[tuple[tuple[int, int, int], int], int] = defaultdict(int)
    for log in logs:
        for number, edges in enumerate(log.edges):
            longest[log.warp, number] = max(longest[log.warp, number], len(edges))
    return sum(longest.values())
