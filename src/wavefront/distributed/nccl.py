"""Ranks with a GPU each, whose arrays NCCL carries: over NVLink inside a host, over the network beyond.

NCCL joins ranks that can talk already, as threads or as MPI processes: these carry counts, sums of a few
numbers, and the id by which NCCL's ranks find each other. Threads of one process meet before a transfer and
after it is queued: a rank that allocated memory, or loaded a kernel, while another's transfer spun for it
could block both. Multicast over NVLink needs memory that other programs of the machine may have taken: it is
off for the whole process, unless NCCL_NVLS_ENABLE says otherwise, or NCCL has started before.
"""

import os
import threading
from typing import Any

import numpy as np

from ..device import Cpu, Cuda
from ..errors import DeviceError, checked_flag
from .agreement import agreed
from .communicator import Communicator
from .mpi import Mpi
from .peers import PeerMemory

ID_BYTES = 128  # of NCCL's unique id
PIECE = 1 << 30  # elements of one call at most
JOINS_WITHIN = 60.0  # seconds; two GPUs take one or two


class Nccl:
    """The communicator of ranks with a GPU each, of the ranks `beside`, which every rank gives.

    Searches on GPUs that reach one another's memory don't use NCCL, unless `peer_memory` is False.

    Raises DeviceError, on every rank, where CuPy has no NCCL, a rank has no GPU of its own, or NCCL fails on
    one of them as it starts: after JOINS_WITHIN.
    """

    def __init__(self, beside: Communicator, *, peer_memory: bool = True) -> None:
        self.beside, self._peer_memory = beside, checked_flag("peer_memory", peer_memory)
        self.device: Cpu | Cuda = beside.device
        self.rank, self.size = beside.rank, beside.size
        self._may_share_process = not isinstance(beside, Mpi)
        nccl = agreed(beside, lambda: _imported_nccl(beside.device))
        kinds = (np.int32, np.uint32, np.int64, np.float32, np.float64)
        self._types = {np.dtype(kind): getattr(nccl, f"NCCL_{np.dtype(kind).name.upper()}") for kind in kinds}
        self._nccl = nccl
        own = np.zeros(ID_BYTES, np.int64)
        if self.rank == 0:
            own[:] = np.frombuffer(nccl.get_unique_id(), np.uint8)
        shared = bytes(beside.sum(own).tolist())
        self.device.use()  # on this thread, too: not only on the one that joins
        self._comm = agreed(beside, lambda: _joined(nccl, shared, beside))

    def sum(self, values: Any) -> Any:
        """See `Communicator`. A few numbers in NumPy's memory go beside NCCL."""
        if isinstance(values, np.ndarray):
            return self.beside.sum(values)
        total = self.device.xp.empty_like(values)
        self._meet()
        for first in range(0, values.size, PIECE):
            send, into = (array.reshape(-1)[first : first + PIECE] for array in (values, total))
            kind = self._types[values.dtype]
            add = self._nccl.NCCL_SUM
            self._comm.allReduce(send.data.ptr, into.data.ptr, send.size, kind, add, self._stream())
        self._meet()
        return total

    def gather(self, whole: Any, segment: Any) -> None:
        """See `Communicator`."""
        if isinstance(whole, np.ndarray):
            self.beside.gather(whole, segment)
            return
        count = segment.nbytes
        self._meet()
        self._comm.allGather(segment.data.ptr, whole.data.ptr, count, self._nccl.NCCL_UINT8, self._stream())
        self._meet()

    def exchange(self, send: Any, counts: Any, sizes: Any = None) -> tuple[Any, Any]:
        """See `Communicator`."""
        counts = np.array(counts, np.int64)
        if sizes is None:
            everyone = np.empty((self.size, self.size), np.int64)
            self.beside.gather(everyone.reshape(-1), counts)
            sizes = everyone[:, self.rank].copy()
            if not everyone.any():
                return send[:0], sizes
        xp, row = self.device.xp, send.itemsize * int(np.prod(send.shape[1:]))
        send = xp.ascontiguousarray(send)
        received = xp.empty((int(sizes.sum()), *send.shape[1:]), send.dtype)
        from_here, to_here = send.data.ptr, received.data.ptr
        self._meet()
        self._nccl.groupStart()
        for rank in range(self.size):
            sent, arriving = int(counts[rank]) * row, int(sizes[rank]) * row
            if sent:
                self._comm.send(from_here, sent, self._nccl.NCCL_UINT8, rank, self._stream())
            if arriving:
                self._comm.recv(to_here, arriving, self._nccl.NCCL_UINT8, rank, self._stream())
            from_here, to_here = from_here + sent, to_here + arriving
        self._nccl.groupEnd()
        self._meet()
        return received, sizes

    def barrier(self) -> None:
        """See `Communicator`."""
        self.device.xp.cuda.get_current_stream().synchronize()
        self.beside.barrier()

    def _meet(self) -> None:
        if self._may_share_process:
            self.barrier()

    def symmetric(self, words: int) -> PeerMemory | None:
        """See `Communicator`."""
        return self.beside.symmetric(words) if self._peer_memory else None

    def abort(self, reason: str, status: int = 1) -> None:
        """See `Communicator`."""
        self._comm.abort()
        self.beside.abort(reason, status)

    def _stream(self) -> int:
        return int(self.device.xp.cuda.get_current_stream().ptr)


def _joined(nccl: Any, shared: bytes, beside: Communicator) -> Any:
    """NCCL's communicator. It waits for all ranks without end: so on a thread, which can be given up.

    Raises DeviceError where NCCL fails on this rank, or the others haven't come within JOINS_WITHIN.
    """
    made: list[Any] = []

    def join() -> None:
        try:
            beside.device.use()
            made.append(nccl.NcclCommunicator(beside.size, shared, beside.rank))
        except Exception as error:
            made.append(error)

    thread = threading.Thread(target=join, daemon=True)
    thread.start()
    thread.join(JOINS_WITHIN)
    if not made:
        raise DeviceError(f"NCCL hasn't joined the ranks' GPUs within {JOINS_WITHIN:g} s")
    if isinstance(made[0], Exception):
        raise DeviceError(f"NCCL doesn't join the ranks' GPUs: {made[0]}") from made[0]
    return made[0]


def _imported_nccl(device: Cpu | Cuda) -> Any:
    """CuPy's interface to NCCL. Raises DeviceError where NCCL isn't installed, or the device is no GPU."""
    if not isinstance(device, Cuda) or device.xp is np:
        raise DeviceError("NCCL joins GPUs: give the ranks devices such as 'cuda:0'")
    os.environ.setdefault("NCCL_NVLS_ENABLE", "0")
    try:
        from cupy.cuda import nccl
    except ImportError as error:
        raise DeviceError(
            f"several GPUs by NCCL need its library: install wavefront[nccl] ({error})"
        ) from None
    if not getattr(nccl, "available", True):
        raise DeviceError("several GPUs by NCCL need its library: install wavefront[nccl]")
    return nccl
