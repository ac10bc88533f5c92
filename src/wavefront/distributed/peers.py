"""Memory that every rank of a host has as much of, and that all their GPUs read and write.

Threads of a process let their GPU into the others' memory; processes hand out handles, which the others open.
Either way the memory is of cudaMalloc: what a pool gave out can't be shared. Where any two GPUs have no way
to each other, one has no room, or a rank is on another host, no rank has such memory: all go the same way.
"""

import weakref
from typing import Any, NamedTuple

import numpy as np

from ..device import Cuda, working_on

GRAIN = 1 << 21  # bytes: smaller pieces would share a page, and so a handle, with others
WORD = 8  # bytes
HANDLE_BYTES, GPU_BYTES = 64, 16
TICKET_BYTES = HANDLE_BYTES + GPU_BYTES
LAZY = 1  # cudaIpcMemLazyEnablePeerAccess
UNSEEN = -1  # in place of a GPU's number
ALREADY_ENABLED = 704  # cudaErrorPeerAccessAlreadyEnabled


class PeerMemory(NamedTuple):
    """A rank's view of the shared memory, in words of 8 bytes, all 0 at first.

    Attributes
    ----------
    own
        This rank's: int64.
    everyone
        All ranks', from `own` on: on a GPU, addresses are the same for all, and reach beyond the array.
    starts
        Where each rank's memory begins in `everyone`, in words: before it, where negative. On a GPU that
        holds for the functions of intrinsics/access.py alone, by which kernels use `everyone`: they add the
        index to the address, whatever its sign.
    has_atomics
        Whether this rank's atomic operations on the others' memory are indivisible there, too.
    """

    own: Any
    everyone: Any
    starts: Any
    has_atomics: bool


def of_threads(words: int, rank: int, size: int, whole: np.ndarray) -> PeerMemory:
    """The view of a rank that is a thread without a GPU: all ranks' memory is one NumPy array."""
    return PeerMemory(whole[rank * words : (rank + 1) * words], whole, np.arange(size) * words, True)


def of_gpus(device: Cuda, own: Any, addresses: list[int], gpus: list[int]) -> PeerMemory:
    """The view of a rank whose GPU knows the ranks' memory by these addresses, on GPUs of these numbers."""
    starts = (np.array(addresses, np.int64) - own.data.ptr) // WORD
    return PeerMemory(own, own, device.array(starts), has_atomics(device, gpus))


def new_memory(device: Cuda, words: int) -> Any:
    """So many words of this GPU's memory, all 0: an int64 array with no other array in its pages.

    None if the GPU has no room for it.
    """
    xp = device.xp
    xp.get_default_memory_pool().free_all_blocks()  # which this memory can't come from
    try:
        memory = xp.cuda.memory.Memory(-(-WORD * words // GRAIN) * GRAIN)  # by cudaMalloc
    except xp.cuda.runtime.CUDARuntimeError:
        return None
    array = xp.ndarray((words,), np.int64, xp.cuda.memory.MemoryPointer(memory, 0))
    array[:] = 0
    xp.cuda.get_current_stream().synchronize()
    return array


def name_of(device: Cuda) -> bytes:
    """GPU_BYTES by which a host tells its GPUs apart, whatever their numbers are in each process."""
    name: str = device.xp.cuda.runtime.deviceGetPCIBusId(device.index)
    return name.encode().ljust(GPU_BYTES, b"\0")[:GPU_BYTES]


def reaches(device: Cuda, gpus: list[int]) -> bool:
    """Give this GPU access to the memory of GPUs of these numbers, its own among them; whether it has it."""
    runtime = device.xp.cuda.runtime
    if len(set(gpus)) < len(gpus):
        return False  # two searches on one GPU would wait for each other
    try:
        return all(_reaches(runtime, device.index, other) for other in gpus if other != device.index)
    except runtime.CUDARuntimeError:
        return False


def _reaches(runtime: Any, gpu: int, other: int) -> bool:
    if not runtime.deviceCanAccessPeer(gpu, other):
        return False
    try:
        runtime.deviceEnablePeerAccess(other)
    except runtime.CUDARuntimeError as error:
        if error.status != ALREADY_ENABLED:  # by CuPy, to copy arrays
            raise
    return True


def has_atomics(device: Cuda, gpus: list[int]) -> bool:
    """Whether this GPU's atomic operations on the memory of GPUs of these numbers are indivisible.

    Over NVLink they are, over PCIe seldom. Of a GPU that the process can't see, UNSEEN, nobody knows.
    """
    others = [gpu for gpu in gpus if gpu != device.index]
    if not others:
        return True
    try:
        from cuda.bindings import runtime
    except ImportError:
        return False
    asked = runtime.cudaDeviceP2PAttr.cudaDevP2PAttrNativeAtomicSupported
    return UNSEEN not in others and all(
        runtime.cudaDeviceGetP2PAttribute(asked, device.index, gpu)[1] == 1 for gpu in others
    )


def numbers_of(device: Cuda, tickets: np.ndarray) -> list[int]:
    """The numbers that the GPUs of these tickets have in this process; UNSEEN if it can't see one."""
    runtime, numbers = device.xp.cuda.runtime, []
    for name in tickets[:, HANDLE_BYTES:].astype(np.uint8):
        try:
            numbers.append(runtime.deviceGetByPCIBusId(name.tobytes().rstrip(b"\0").decode()))
        except runtime.CUDARuntimeError:
            numbers.append(UNSEEN)
    return numbers


def ticket_of(device: Cuda, own: Any) -> np.ndarray:
    """What other processes need to open this memory: a handle, and which GPU it is on; bytes, as int64.

    All 0 where there is no memory, or the system lends none: as in WSL, and on a part of a GPU.
    """
    runtime = device.xp.cuda.runtime
    try:
        ticket = b"" if own is None else runtime.ipcGetMemHandle(own.data.ptr) + name_of(device)
    except runtime.CUDARuntimeError:
        ticket = b""
    return np.frombuffer(ticket.ljust(TICKET_BYTES, b"\0"), np.uint8).astype(np.int64)


def opened(device: Cuda, own: Any, tickets: np.ndarray, rank: int) -> list[int] | None:
    """The addresses of all processes' memory, this rank's own among them; None if one can't be reached."""
    gpus = {ticket[HANDLE_BYTES:].tobytes() for ticket in tickets}
    if len(gpus) < len(tickets) or not tickets.any(axis=1).all():
        return None  # two searches on one GPU would wait for each other
    runtime, addresses = device.xp.cuda.runtime, [own.data.ptr] * len(tickets)
    handles = tickets[:, :HANDLE_BYTES].astype(np.uint8)
    for other in (other for other in range(len(tickets)) if other != rank):
        try:
            addresses[other] = runtime.ipcOpenMemHandle(handles[other].tobytes(), LAZY)
        except runtime.CUDARuntimeError:
            close(device, own, addresses)
            return None
    return addresses


def close(device: Cuda, own: Any, addresses: list[int]) -> None:
    """Close what `opened` has opened."""
    for address in addresses:
        if address != own.data.ptr:
            device.xp.cuda.runtime.ipcCloseMemHandle(address)


class Loans:
    """Memory that a process has lent to the others: it is freed once all have closed it.

    A GPU must not free memory that another process has open, and ranks drop a graph at any time. So what was
    dropped is freed when ranks meet the next time to make such memory, or as the process ends.
    """

    def __init__(self) -> None:
        self._loans: list[tuple[weakref.ref[Any], Any, list[int]]] = []

    def lend(self, own: Any, addresses: list[int]) -> Any:
        """An array of the same memory, by which to tell that it was dropped."""
        shown = own[:]
        self._loans.append((weakref.ref(shown), own, addresses))
        return shown

    def settle(self, ranks: Any) -> None:
        """Close and free what all ranks have dropped; a collective of the ranks, which lent alike."""
        if not self._loans:
            return
        dropped = np.array([shown() is None for shown, _, _ in self._loans], np.int64)
        by_all = (ranks.sum(dropped) == ranks.size).tolist()
        for (_, own, addresses), is_over in zip(self._loans, by_all, strict=True):
            if is_over:
                with working_on(ranks.device):
                    close(ranks.device, own, addresses)
        ranks.barrier()
        self._loans = [loan for loan, is_over in zip(self._loans, by_all, strict=True) if not is_over]
