"""One rank: what each collective means where there is nobody to talk to."""

from typing import Any

import numpy as np

from ..device import Cpu, Cuda, Device, get_device
from ..errors import InputError
from .peers import PeerMemory, new_memory, of_gpus, of_threads


class Alone:
    """The communicator of a process that works by itself.

    Raises InputError for a device that is neither a CPU nor a GPU.
    """

    rank, size = 0, 1

    def __init__(self, device: str | Device = "cpu") -> None:
        self.device = checked_device(device)

    def sum(self, values: Any) -> Any:
        """See `Communicator`."""
        return values.copy()

    def gather(self, whole: Any, segment: Any) -> None:
        """See `Communicator`."""
        whole[:] = segment

    def exchange(self, send: Any, counts: Any, sizes: Any = None) -> tuple[Any, Any]:
        """See `Communicator`."""
        return send[: int(counts[0])], np.array(counts, np.int64)

    def barrier(self) -> None:
        """See `Communicator`."""

    def symmetric(self, words: int) -> PeerMemory | None:
        """See `Communicator`."""
        if not isinstance(self.device, Cuda) or self.device.xp is np:
            return of_threads(words, 0, 1, np.zeros(words, np.int64))
        own = new_memory(self.device, words)
        return None if own is None else of_gpus(self.device, own, [own.data.ptr], [self.device.index])

    def abort(self, reason: str, status: int = 1) -> None:
        """See `Communicator`. Nobody waits."""


def checked_device(device: str | Device) -> Cpu | Cuda:
    """The device of a rank. Raises InputError for one that isn't a CPU or a GPU, such as "python"."""
    where = get_device(device)
    if not isinstance(where, Cpu | Cuda):
        raise InputError(f"a rank works on a CPU or on a GPU, not on device {where.name!r}")
    return where
