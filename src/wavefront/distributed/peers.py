"""Memory that every rank of a host has as much of, and that all their GPUs read and write.

Threads of a process let their GPU into the others' memory; processes hand out handles, which the others open.
Either way the memory is of cudaMalloc: what a pool gave out can't be shared. None where any two GPUs have no
way to each other, or a rank is on another host; so all ranks go the same way.
"""

import weakref
from typing import Any, NamedTuple

import numpy as np

from ..device import Cuda

GRAIN = 1 << 21  # bytes: smaller pieces would share a page, and so a handle, with others
WORD = 8  # bytes
HANDLE_BYTES, GPU_BYTES = 64, 16
CARD = HANDLE_BYTES + GPU_BYTES
LAZY = 1  # cudaIpcMemLazyEnablePeerAccess


class PeerMemory(NamedTuple):
    """A rank's view of the shared memory, in words of 8 bytes, all 0 at first.

    Attributes
    ----------
    own
        This rank's: int64.
    everyone
        All ranks', from `own` on: on a GPU, addresses are the same for all, and reach beyond the array.
    starts
        Where each rank's memory begins in `everyone`, in words; may be negative.
    """

    own: Any
    everyone: Any
    starts: Any


def of_threads(words: int, rank: int, size: int, whole: np.ndarray) -> PeerMemory:
    """The view of a rank that is a thread without a GPU: all ranks' memory is one NumPy array."""
    return PeerMemory(whole[rank * words : (rank + 1) * words], whole, np.arange(size) * words)


def of_gpus(device: Cuda, own: Any, addresses: list[int]) -> PeerMemory:
    """The view of a rank whose GPU knows the ranks' memory by these addresses."""
    starts = (np.array(addresses, np.int64) - own.data.ptr) // WORD
    return PeerMemory(own, own, device.array(starts))


def new_memory(device: Cuda, words: int) -> Any:
    """So many words of this GPU's memory, all 0: an int64 array with no other array in its pages."""
    xp = device.xp
    memory = xp.cuda.memory.Memory(-(-WORD * words // GRAIN) * GRAIN)  # by cudaMalloc
    array = xp.ndarray((words,), np.int64, xp.cuda.memory.MemoryPointer(memory, 0))
    array[:] = 0
    xp.cuda.get_current_stream().synchronize()
    return array


def let_in(device: Cuda, gpus: list[int]) -> bool:
    """Give this GPU access to the memory of GPUs of these numbers; whether all can be reached."""
    runtime = device.xp.cuda.runtime
    others = [other for other in gpus if other != device.index]
    if len(set(gpus)) < len(gpus) or not all(
        runtime.deviceCanAccessPeer(device.index, other) for other in others
    ):
        return False  # two searches on one GPU would wait for each other
    for other in others:
        try:
            runtime._deviceEnsurePeerAccess(other)  # CuPy may have done so: then this leaves no error behind
        except runtime.CUDARuntimeError:
            return False
    return True


def card_of(device: Cuda, own: Any) -> np.ndarray:
    """What another process needs to open this memory: a handle, and which GPU this is; bytes, as int64."""
    runtime = device.xp.cuda.runtime
    gpu = runtime.deviceGetPCIBusId(device.index).encode().ljust(GPU_BYTES, b"\0")[:GPU_BYTES]
    handle = runtime.ipcGetMemHandle(own.data.ptr)
    return np.frombuffer(handle + gpu, np.uint8).astype(np.int64)


def opened(device: Cuda, own: Any, cards: np.ndarray, rank: int) -> list[int] | None:
    """The addresses of all processes' memory, closed once `own` is gone; None if one can't be reached."""
    runtime = device.xp.cuda.runtime
    cards = cards.astype(np.uint8)
    gpus = {card[HANDLE_BYTES:].tobytes() for card in cards}
    if len(gpus) < len(cards):
        return None  # two searches on one GPU would wait for each other
    addresses = [own.data.ptr] * len(cards)
    for other in (other for other in range(len(cards)) if other != rank):
        try:
            addresses[other] = runtime.ipcOpenMemHandle(cards[other, :HANDLE_BYTES].tobytes(), LAZY)
        except runtime.CUDARuntimeError:
            return None
        weakref.finalize(own, runtime.ipcCloseMemHandle, addresses[other]).atexit = False
    return addresses
