"""What a search over ranks asks of MPI, NCCL or threads: a few collectives, memory, and an end with a reason.

Every rank calls the same collectives in the same order. Arrays are those of the rank's device: NumPy's on a
CPU, CuPy's on a GPU. alone.py is the smallest form and shows what each method means.
"""

from typing import Any, Protocol

from ..device import Cpu, Cuda
from .peers import PeerMemory


class Communicator(Protocol):
    """One rank's view of all ranks.

    Attributes
    ----------
    rank, size
        This rank's number, from 0, and how many there are.
    device
        Where this rank's arrays are and its loops run.
    """

    rank: int
    size: int
    device: Cpu | Cuda

    def sum(self, values: Any) -> Any:
        """The sums over ranks of an array's elements: a new array, the same on every rank to the last bit."""
        ...

    def gather(self, whole: Any, segment: Any) -> None:
        """Fill `whole`, on every rank, with the segments of all ranks, one after another, each as long.

        `segment` may be the rank's own part of `whole`.
        """
        ...

    def exchange(self, send: Any, counts: Any, sizes: Any = None) -> tuple[Any, Any]:
        """Send the first counts[0] rows to rank 0, the next counts[1] to rank 1, and so on.

        Returns the rows that were sent to this rank, in the order of their senders, and how many are from
        each: `size` int64 in NumPy's memory, as `counts` is, and as `sizes`, if all ranks know it already.
        """
        ...

    def barrier(self) -> None:
        """Return once every rank has called this."""
        ...

    def symmetric(self, words: int) -> PeerMemory | None:
        """Memory of so many words of 8 bytes on each rank, all 0, which all ranks read and write.

        On GPUs, or of CPU ranks on one host. None, on every rank, where a rank can't reach another's, or has
        no room. A collective.
        """
        ...

    def abort(self, reason: str, status: int = 1) -> None:
        """End the work of all ranks, which would wait for this one without end.

        Processes end with this exit status.
        """
        ...
