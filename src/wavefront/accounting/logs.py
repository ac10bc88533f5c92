"""What the counting build keeps of a run: the work of each thread, its accesses, and the blocks' memory."""

from collections import defaultdict
from typing import Any, Literal, NamedTuple

import numpy as np


class ThreadLog:
    """The work of one thread of one kernel for one level."""

    def __init__(self, kernel: str, item: str, number: int, warp: tuple[int, int, int]) -> None:
        self.kernel, self.item = kernel, item  # names: the kernel's and its first parameter's
        self.number = number  # of the thread in the launch
        self.warp = warp  # launch, block, warp of the block
        self.level: int | None = None  # known if the thread took a vertex from a queue
        self.checked = self.active = False
        self.vertices: list[int] = []  # taken from a queue
        self.edges: list[set[int]] = [set()]  # inspected, one set per vertex taken from a queue
        self.turns: dict[Any, set[int]] = defaultdict(set)  # slots read, by vertex taken and array
        self.labelled: list[int] = []  # vertices, in the order of the stores
        self.in_atomic = False


class Access(NamedTuple):
    """An access to one slot of global memory; `value` is read, written, or what an atomic replaced."""

    log: ThreadLog
    kind: Literal["read", "write", "atomic"]
    array: str  # the kernel's parameter
    slot: int
    value: int


class SharedMemory(NamedTuple):
    """What a block's shared arrays hold after the launch, by the names of the kernel's variables."""

    launch: int
    block: int
    arrays: dict[str, np.ndarray]
