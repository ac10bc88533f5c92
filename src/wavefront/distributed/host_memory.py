"""Memory that the CPU ranks of one host share, and what searches keep in it.

Threads share NumPy's memory. Processes map a file of memory that has no name: the first one makes it, the
others open it where the system lists the first one's open files. So nothing is left behind however a process
ends, and memory is freed once all have dropped it, without a meeting. (MPI's own shared windows were tried:
where memory lacks, OpenMPI 5.0 raises on one rank, and the others wait for ever; decision 0017.)
"""

import mmap
import os
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..compiler.templates import flattened
from ..device import Cpu
from ..errors import DeviceError
from ..intrinsics.timer import MONOTONIC
from . import meeting_on_cpu
from .graph import DistributedGraph
from .meeting_on_cpu import Room, words_of_room
from .peers import WORD, PeerMemory, of_threads

# Of a rank's row: own vertices found; others' sent; edges of what was pushed, or of what was found; whether
# the target was; levels that the rank did by itself; vertices of its last frontier; what each rank is sent.
FOUND, OTHERS, EDGES, TARGET, AHEAD, BEFORE, SENT_TO = range(7)


class Shared(NamedTuple):
    """What all ranks of a graph read and write, beside where they meet; rank by rank.

    Components keep their trees in `inboxes`, which has two numbers per place of the whole graph at least, and
    a bitmap of ids in `bitmaps`; PageRank has its contributions in `inboxes`.
    """

    room: Room
    bitmaps: Any  # uint32: two, of all places
    wide: Any  # the same, in words of 64 bits
    inboxes: Any  # numbers of the places' type: pairs, of each other rank as many as a rank has places


def of_processes(ranks: Any, words: int) -> PeerMemory | None:
    """So many words for each of these processes of one host, all 0; None, on every rank, if one lacks them.

    A collective.
    """
    nbytes = ranks.size * words * WORD
    file, ticket = _made(nbytes) if ranks.rank == 0 else (-1, np.zeros(3, np.int64))
    tickets = np.empty((ranks.size, ticket.size), np.int64)
    ranks.gather(tickets.reshape(-1), ticket)
    whole = _opened(tickets[0].tolist(), nbytes)
    lacking = ranks.sum(np.array([whole is None], np.int64))[0]  # from here on all have it open
    if file >= 0:
        os.close(file)
    if lacking or whole is None:
        return None
    if ranks.rank == 0:
        whole[0] = 0  # the sign
    ranks.barrier()
    return of_threads(words, ranks.rank, ranks.size, whole)


def _made(nbytes: int) -> tuple[int, np.ndarray]:
    """A file of memory, and how others find it: the process, its number there, and what its first word is."""
    file, sign = -1, int.from_bytes(os.urandom(7), "little")
    try:
        file = os.memfd_create("wavefront")
        os.ftruncate(file, nbytes)
        os.pwrite(file, sign.to_bytes(WORD, "little"), 0)
    except (AttributeError, OSError):  # not Linux, or no memory
        return file, np.zeros(3, np.int64)
    return file, np.array([os.getpid(), file, sign], np.int64)


def _opened(ticket: list[int], nbytes: int) -> np.ndarray | None:
    """The memory that this ticket is for; None if it can't be had."""
    process, number, sign = ticket
    if not process:
        return None
    try:
        with open(f"/proc/{process}/fd/{number}", "r+b") as file:  # another's, in another container
            if os.fstat(file.fileno()).st_size != nbytes or _first_word(file.fileno()) != sign:
                return None
            return np.frombuffer(mmap.mmap(file.fileno(), nbytes), np.int64)
    except OSError:
        return None


def _first_word(file: int) -> int:
    return int.from_bytes(os.pread(file, WORD, 0), "little")


def shared_memory_of(graph: DistributedGraph) -> Shared | None:
    """What searches of a graph share; None, on every rank, unless ranks of one thread share memory.

    A collective, the first time.
    """
    if "_host_memory" not in vars(graph):
        vars(graph)["_host_memory"] = _new_memory(graph)
    found: Shared | None = vars(graph)["_host_memory"]
    return found


def run_together(graph: DistributedGraph, body: Callable[..., Any], *arguments: Any) -> None:
    """Run ``body(*arguments)`` on all ranks at once; every rank calls this. The body returns whether all met.

    The last argument is a tuple with a field `idle`, with which the body returns at once: it is compiled
    before ranks meet, and a rank that comes late from that, or from other work, is no error.

    Raises DeviceError, on every rank, if a rank didn't come to a meeting. The next search begins anew.
    """
    device: Any = graph.device
    ready = vars(graph).setdefault("_ready", set())
    types = [array.dtype for array in flattened(arguments)[1] if isinstance(array, np.ndarray)]
    if (form := (body, *types)) not in ready:
        device.call(body, *arguments[:-1], arguments[-1]._replace(idle=1))
        ready.add(form)
    graph.communicator.barrier()
    if not device.call(body, *arguments):
        vars(graph).pop("_host_memory", None)
        raise DeviceError(f"rank {graph.partition.rank} stops: not all ranks came to a meeting in time")


def _new_memory(graph: DistributedGraph) -> Shared | None:
    device, ranks, part = graph.device, graph.communicator, graph.partition
    if part.size == 1 or not isinstance(device, Cpu):
        return None
    if ranks.sum(np.array([device.threads > 1 or MONOTONIC is None], np.int64))[0]:
        return None
    size = part.size
    room = words_of_room(size, SENT_TO + size)
    bitmaps = size * part.words  # two, of half as many words of 8 bytes each
    inboxes = size * (size - 1) * 2 * part.stride * np.dtype(part.dtype).itemsize // WORD
    memory = ranks.symmetric(-(-(room + bitmaps + inboxes) // size))
    if memory is None:
        return None
    words, bits, numbers = np.split(memory.everyone, [room, room + bitmaps])
    return Shared(
        Room(words, np.zeros(1, np.int64), part.rank, size, SENT_TO + size, meeting_on_cpu.DEADLINE),
        bits.view(np.uint32),
        bits.view(np.uint64),
        numbers[:inboxes].view(part.dtype),
    )
