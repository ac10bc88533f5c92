"""Ranks as threads of one process: several GPUs of a host without MPI, and tests with any number of ranks.

A collective has two barriers: each rank shows what it has, all read, and none goes on to change what another
still reads. Where a few numbers are shown a copy of them is, on one of two boards by turns: a rank gets to
the same board again only after the others have read, so that one barrier is enough. A rank that raises breaks
the barrier for all.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from ..device import Cpu, Cuda, Device, working_on
from ..errors import DeviceError, InputError, checked_integer
from .alone import checked_device
from .peers import PeerMemory, new_memory, of_gpus, of_threads, reaches

Result = TypeVar("Result")

LEAVES = 1.0  # seconds that an interrupted call waits for its ranks
SMALL = 1 << 12  # bytes in NumPy's memory that are copied to be shown


class _Board:
    """What the ranks of one call of `together` share."""

    def __init__(self, size: int) -> None:
        self.barrier = threading.Barrier(size)
        self.shown: list[list[Any]] = [[None] * size for _ in range(2)]
        self.failures: list[BaseException] = []  # the first is the cause of the others


class Threads:
    """The communicator of one thread of `together`."""

    def __init__(self, rank: int, size: int, device: Device, board: _Board) -> None:
        self.rank, self.size, self.device = rank, size, checked_device(device)
        self._board = board
        self._turn = 0

    def sum(self, values: Any) -> Any:
        """See `Communicator`."""
        first, *rest = self._show(values)  # added up in the same order on every rank
        total = self._here(first).copy()
        for others in rest:
            total += self._here(others)
        self._leave(values)
        return total

    def gather(self, whole: Any, segment: Any) -> None:
        """See `Communicator`."""
        for rank, others in enumerate(self._show(segment)):
            whole[rank * segment.size : (rank + 1) * segment.size] = self._here(others)
        self._leave(segment)

    def exchange(self, send: Any, counts: Any, sizes: Any = None) -> tuple[Any, Any]:
        """See `Communicator`."""
        pieces, sizes = [], np.empty(self.size, np.int64)
        for rank, (others, theirs) in enumerate(self._show((send, np.array(counts, np.int64)))):
            first, sizes[rank] = int(theirs[: self.rank].sum()), theirs[self.rank]
            pieces.append(self._here(others[first : first + int(sizes[rank])]))
        received = self.device.xp.concatenate(pieces)
        self.barrier()
        return received, sizes

    def barrier(self) -> None:
        """See `Communicator`."""
        self._finish()
        try:
            self._board.barrier.wait()
        except threading.BrokenBarrierError:
            raise DeviceError(f"rank {self.rank} stops: another rank failed") from None

    def symmetric(self, words: int) -> PeerMemory | None:
        """See `Communicator`."""
        device = self.device
        if not isinstance(device, Cuda) or device.xp is np:
            shared = self._show((_zeros(self.size * words) if self.rank == 0 else None,))[0][0]
            self.barrier()
            return None if shared is None else of_threads(words, self.rank, self.size, shared)
        own = new_memory(device, words)
        shown = self._show((device.index, None if own is None else own.data.ptr))
        gpus = [gpu for gpu, _ in shown]
        lacks = own is None or not reaches(device, gpus)
        if self.sum(np.array([lacks], np.int64))[0]:
            return None
        return of_gpus(device, own, [address for _, address in shown], gpus)

    def abort(self, reason: str, status: int = 1) -> None:
        """See `Communicator`."""
        self._board.failures.append(DeviceError(reason))
        self._board.barrier.abort()

    def _show(self, value: Any) -> list[Any]:
        shown, self._turn = self._board.shown[self._turn], 1 - self._turn
        shown[self.rank] = value.copy() if _is_small(value) else value
        self.barrier()
        return list(shown)

    def _leave(self, value: Any) -> None:
        """What was shown may change from here on."""
        if not _is_small(value):
            self.barrier()

    def _here(self, array: Any) -> Any:
        """The array, if it is on a GPU, on this rank's."""
        return array if isinstance(array, np.ndarray) else self.device.array(array)

    def _finish(self) -> None:
        if self.device.xp is not np:
            self.device.xp.cuda.get_current_stream().synchronize()


def _zeros(size: int) -> np.ndarray | None:
    """So many int64, or None if there is no memory for them."""
    try:
        return np.zeros(size, np.int64)
    except MemoryError:
        return None


def _is_small(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.nbytes <= SMALL


def together(
    size: int, program: Callable[[Any], Result], *, devices: Sequence[str | Device] | None = None
) -> list[Result]:
    """Run ``program(communicator)`` on `size` ranks, threads of this process; returns each rank's result.

    Parameters
    ----------
    devices
        One per rank, for example ``["cuda:0", "cuda:1"]``; by default each rank has one CPU thread.

    Raises
    ------
    InputError
        For a size or devices that aren't as above.
    Exception
        The first that a rank raised, once all ranks have ended.
    KeyboardInterrupt
        On Ctrl-C, within LEAVES; ranks end when they next meet.
    """
    size = checked_integer("size", size, 1)
    places = [Cpu(threads=1)] * size if devices is None else [checked_device(name) for name in devices]
    if len(places) != size:
        raise InputError(f"{len(places)} devices for {size} ranks")
    board = _Board(size)
    results: list[Any] = [None] * size
    ended: queue.SimpleQueue[int] = queue.SimpleQueue()

    def run(rank: int) -> None:
        try:
            with working_on(places[rank]):  # the current GPU is the thread's own
                results[rank] = program(Threads(rank, size, places[rank], board))
        except BaseException as error:
            board.failures.append(error)
            board.barrier.abort()
        finally:
            ended.put(rank)

    # An interrupted process doesn't wait for them: they are daemons.
    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in range(size)]
    try:
        for thread in threads:
            thread.start()
        for _ in threads:
            ended.get()  # an interrupted `join` would take the thread for ended
    except BaseException:
        board.barrier.abort()  # ends the ranks at their next collective
        until = time.monotonic() + LEAVES
        for thread in threads:
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))
        raise
    if board.failures:
        raise board.failures[0]
    return results
