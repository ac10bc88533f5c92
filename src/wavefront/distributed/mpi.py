"""Ranks as MPI processes, on one host or many, through mpi4py: OpenMPI, MPICH, Slurm's srun.

Counts beyond 2**31 fail in several versions of MPI, so that long arrays go in pieces of at most PIECE bytes.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..device import Cpu, Cuda, Device
from ..errors import DeviceError
from .agreement import by_rank
from .alone import checked_device
from .host_memory import of_processes
from .peers import (
    TICKET_BYTES,
    Loans,
    PeerMemory,
    close,
    new_memory,
    numbers_of,
    of_gpus,
    opened,
    ticket_of,
)

PIECE = 1 << 30  # bytes of one message at most


class Mpi:
    """The communicator of one MPI process, by default of ``MPI.COMM_WORLD``, on this process's CPU threads.

    Raises DeviceError where mpi4py, or the MPI library that it loads, isn't installed.
    """

    def __init__(self, comm: Any = None, device: str | Device | None = None) -> None:
        mpi = imported_mpi()
        self.comm = mpi.COMM_WORLD if comm is None else comm
        self.rank, self.size = self.comm.Get_rank(), self.comm.Get_size()
        self.device = Cpu(self._threads()) if device is None else checked_device(device)
        self._wait_all = mpi.Request.Waitall
        self._loans = Loans()

    def sum(self, values: Any) -> Any:
        """See `Communicator`."""
        total = np.empty_like(values)
        flat, into = values.reshape(-1), total.reshape(-1)
        step = PIECE // values.itemsize
        for first in range(0, flat.size, step):
            self.comm.Allreduce(np.ascontiguousarray(flat[first : first + step]), into[first : first + step])
        return total

    def gather(self, whole: Any, segment: Any) -> None:
        """See `Communicator`."""
        if whole.nbytes <= PIECE:
            in_place = isinstance(whole, np.ndarray) and np.may_share_memory(whole, segment)
            self.comm.Allgather(imported_mpi().IN_PLACE if in_place else segment, whole)
            return
        step = PIECE // segment.itemsize
        for root in range(self.size):
            part = whole[root * segment.size : (root + 1) * segment.size]
            if root == self.rank:
                part[:] = segment
            for first in range(0, part.size, step):
                self.comm.Bcast(part[first : first + step], root)

    def exchange(self, send: Any, counts: Any, sizes: Any = None) -> tuple[Any, Any]:
        """See `Communicator`."""
        counts = np.array(counts, np.int64)
        if sizes is None:
            sizes = np.empty(self.size, np.int64)
            self.comm.Alltoall(counts, sizes)
        received = np.empty((int(sizes.sum()), *send.shape[1:]), send.dtype)
        requests = self._pieces(self.comm.Irecv, received, sizes)
        requests += self._pieces(self.comm.Isend, np.ascontiguousarray(send), counts)
        ends, starts = np.cumsum(sizes), np.cumsum(counts)
        mine = slice(starts[self.rank] - counts[self.rank], starts[self.rank])
        received[ends[self.rank] - sizes[self.rank] : ends[self.rank]] = send[mine]
        self._wait_all(requests)
        return received, sizes

    def _pieces(self, start: Any, rows: Any, counts: np.ndarray) -> list[Any]:
        """Start a message for each piece of the rows of every other rank."""
        step = max(1, PIECE // max(1, rows[:1].nbytes))
        requests, end = [], 0
        for rank, count in enumerate(counts.tolist()):
            first, end = end, end + count
            if rank != self.rank:
                requests += [start(rows[at : min(at + step, end)], rank) for at in range(first, end, step)]
        return requests

    def barrier(self) -> None:
        """See `Communicator`."""
        self.comm.Barrier()

    def symmetric(self, words: int) -> PeerMemory | None:
        """See `Communicator`. Ranks of one host have such memory, if none has a GPU or each its own."""
        device = self.device
        if isinstance(device, Cpu):
            return of_processes(self, words) if self._ranks_here() == self.size else None
        if not isinstance(device, Cuda) or device.xp is np or self._ranks_here() < self.size:
            return None
        self._loans.settle(self)
        own = new_memory(device, words)
        tickets = np.empty((self.size, TICKET_BYTES), np.int64)
        self.gather(tickets.reshape(-1), ticket_of(device, own))
        addresses = opened(device, own, tickets, self.rank)
        if self.sum(np.array([addresses is None], np.int64))[0] or addresses is None:
            if addresses is not None:
                close(device, own, addresses)
            self.barrier()  # nobody has `own` open
            return None
        lent = self._loans.lend(own, addresses)
        return of_gpus(device, lent, addresses, numbers_of(device, tickets))

    def abort(self, reason: str, status: int = 1) -> None:
        """See `Communicator`."""
        print(f"wavefront: {by_rank(self.rank, reason)}", file=sys.stderr, flush=True)
        self.comm.Abort(status)

    def _threads(self) -> int:
        """The threads of this rank: the process's cores, shared with the other ranks of the host."""
        return max(1, Cpu().threads // self._ranks_here())

    def _ranks_here(self) -> int:
        with hosts_ranks(self.comm) as host:
            return int(host.size)


@contextmanager
def hosts_ranks(comm: Any) -> Iterator[Mpi]:
    """The communicator of those of the ranks that are on this host; a collective."""
    here = comm.Split_type(imported_mpi().COMM_TYPE_SHARED)
    yield Mpi(here, "cpu")
    here.Free()  # not after an error: it is a collective, and the error may be this rank's alone


def imported_mpi() -> Any:
    """The module ``mpi4py.MPI``; importing it starts MPI."""
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as error:  # RuntimeError: mpi4py is there, its library isn't
        raise DeviceError(f"ranks as processes need MPI: install wavefront[mpi] ({error})") from None
    return MPI
