"""Warps in lockstep: their steps, and the sectors that they read at each step.

In a step each lane of a warp that still has edges inspects one. Where the lanes of a warp are known, the
figures are exact; where the order of a queue decides, they are ranges.
"""

from operator import attrgetter
from typing import NamedTuple

import numpy as np

from .sectors import SECTOR_SIZE

WARP_SIZE = 32  # threads
CHUNK = 1 << 20  # reads that are sorted at once: a few in the cache take half the time of all


class Reads(NamedTuple):
    """What warps read of the edges' entries, each figure as its least and its most.

    `sectors` are those that a warp's lanes read at a step, summed over steps and warps; `possible` is the
    least that so many lanes need.
    """

    sectors: tuple[int, int]
    possible: tuple[int, int]
    itemsize: int

    @property
    def coalescing(self) -> float | tuple[float, float]:
        """Sectors over the least possible: 1 is best, 0 without a read."""
        if not self.sectors[1]:
            return 0.0
        least = max(self.sectors[0] / self.possible[1], 1.0)
        most = min(self.sectors[1] / self.possible[0], SECTOR_SIZE / self.itemsize)
        return least if least == most else (least, most)

    def and_also(self, *others: "Reads") -> "Reads":
        """These reads and others of ids of the same size."""
        sectors, possible = (
            np.sum([figures(reads) for reads in (self, *others)], axis=0).tolist()
            for figures in (attrgetter("sectors"), attrgetter("possible"))
        )
        return Reads(tuple(sectors), tuple(possible), self.itemsize)


def warp_steps(thread: np.ndarray, edges: np.ndarray) -> int:
    """Steps of all warps: for each warp, the edges of its busiest lane. `thread` numbers the threads."""
    warp = thread // WARP_SIZE
    longest = np.zeros(int(warp.max(initial=-1)) + 1, np.int64)
    np.maximum.at(longest, warp, edges)
    return int(longest.sum())


def warp_steps_in_any_order(edges: np.ndarray, block_size: int = WARP_SIZE) -> tuple[int, int]:
    """The least and the most `warp_steps` over all orders of the queue from which threads take vertices.

    The least if lists of similar length share a warp; the most if every warp has one of the longest lists.
    """
    lanes = _lanes_of_queue(edges.size, block_size)
    falling = np.sort(edges)[::-1]
    return int(falling[np.cumsum(lanes) - lanes].sum()), int(falling[: lanes.size].sum())


def _lanes_of_queue(size: int, block_size: int) -> np.ndarray:
    """How many vertices of a queue each warp takes, the fullest warps first."""
    thread = np.arange(size)
    warp = thread // block_size * -(-block_size // WARP_SIZE) + thread % block_size // WARP_SIZE
    return np.sort(np.bincount(warp))[::-1]


def ranks(lengths: np.ndarray) -> np.ndarray:
    """0, 1, ... length - 1 for each of the lengths."""
    ends = np.cumsum(lengths)
    found: np.ndarray = np.arange(int(lengths.sum())) - np.repeat(ends - lengths, lengths)
    return found


def reads_of_lanes(
    warp: np.ndarray, turn: np.ndarray, slots: np.ndarray, itemsize: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each step of a warp: the warp, the sectors that its lanes read, and how many lanes read.

    Each of the reads is of a slot, by some lane of a warp in its turn; the slots of a warp's turn ascend.
    """
    if not warp.size:
        return warp, warp, warp
    step = warp * (int(turn.max()) + 1) + turn
    order = np.argsort(step, kind="stable")
    step, sector = step[order], slots[order].astype(np.int64) * itemsize // SECTOR_SIZE
    begins = np.flatnonzero(np.append(True, step[1:] != step[:-1]))
    is_new = np.append(True, sector[1:] != sector[:-1])
    is_new[begins] = True
    lanes = np.diff(np.append(begins, step.size))
    return warp[order[begins]], np.add.reduceat(is_new.astype(np.int64), begins), lanes


def possible_sectors(lanes: np.ndarray, itemsize: int) -> np.ndarray:
    """The least sectors that hold an entry for each of so many lanes."""
    return -(-lanes * itemsize // SECTOR_SIZE)


def reads_of_slots(thread: np.ndarray, turn: np.ndarray, slots: np.ndarray, itemsize: int) -> Reads:
    """The reads of threads, each of a slot in the thread's turn; slots ascend with the thread in a turn."""
    order = np.argsort(thread, kind="stable")
    _, read, lanes = reads_of_lanes((thread // WARP_SIZE)[order], turn[order], slots[order], itemsize)
    sectors, possible = int(read.sum()), int(possible_sectors(lanes, itemsize).sum())
    return Reads((sectors, sectors), (possible, possible), itemsize)


def reads_of_lists(thread: np.ndarray, first: np.ndarray, lengths: np.ndarray, itemsize: int) -> Reads:
    """The reads of threads that walk the slots from `first` on; threads and their lists ascend."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if ends.size else 0
    cuts = np.searchsorted(ends, np.arange(CHUNK, total, CHUNK))
    warp = thread // WARP_SIZE
    cuts = np.unique(np.searchsorted(warp, warp[cuts]))  # between two warps
    found = []
    for part in np.split(np.arange(thread.size), cuts):
        turn = ranks(lengths[part])
        slots = np.repeat(first[part].astype(np.int64), lengths[part]) + turn
        found.append(reads_of_slots(np.repeat(thread[part], lengths[part]), turn, slots, itemsize))
    return Reads((0, 0), (0, 0), itemsize).and_also(*found)


def reads_in_any_order(
    first: np.ndarray, lengths: np.ndarray, itemsize: int, block_size: int = WARP_SIZE
) -> Reads:
    """As `reads_of_lists`, for threads that take the lists, which ascend, from a queue in any order.

    The least if lanes of the same turn whose entries share a sector share a warp, the most if none do.
    """
    turn = ranks(lengths)
    slots = np.repeat(first.astype(np.int64), lengths) + turn
    _, read, lanes = reads_of_lanes(np.zeros_like(turn), turn, slots, itemsize)  # as if of one warp
    total, warps = turn.size, np.minimum(_lanes_of_queue(lengths.size, block_size).size, lanes)
    most = np.minimum(lanes, (lanes * itemsize + warps * (SECTOR_SIZE - itemsize)) // SECTOR_SIZE)
    possible = int(possible_sectors(lanes, itemsize).sum()), int(most.sum())
    return Reads((int(read.sum()), total), possible, itemsize)
