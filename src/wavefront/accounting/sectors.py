"""Sectors of memory: how many of them hold the slots that threads access. Arrays begin with a sector."""

import numpy as np

SECTOR_SIZE = 32  # bytes: the smallest access to a GPU's memory
MOST_MARKS = 8  # slots per number of a table that marks numbers; with more of them sorting is faster


def distinct(numbers: np.ndarray) -> np.ndarray:
    """The different ones of these numbers, which are not negative, ascending.

    `np.unique` takes several times as long: it hashes integers.
    """
    if not numbers.size:
        return numbers
    end = int(numbers.max()) + 1
    if end <= MOST_MARKS * numbers.size:
        marked = np.zeros(end, bool)
        marked[numbers] = True
        return np.flatnonzero(marked)
    ordered = np.sort(numbers)
    first: np.ndarray = np.append(True, ordered[1:] != ordered[:-1])
    return ordered.compress(first)


def sectors(array: np.ndarray, first: np.ndarray, end: np.ndarray) -> int:
    """Number of sectors of the array that hold the slots range(first[i], end[i]) of any i.

    The ranges must ascend; neighboring ranges may share a sector.
    """
    some = first < end
    begin = first[some].astype(np.int64) * array.itemsize // SECTOR_SIZE
    last = (end[some].astype(np.int64) * array.itemsize - 1) // SECTOR_SIZE
    begin[1:] = np.maximum(begin[1:], last[:-1] + 1)
    return int((last - begin + 1).clip(0).sum())


def sectors_of_slots(array: np.ndarray, slots: np.ndarray) -> int:
    """Number of sectors of the array that hold these slots."""
    return distinct(slots.astype(np.int64) * array.itemsize // SECTOR_SIZE).size


def sectors_of_first(array: np.ndarray, count: int) -> int:
    """Number of sectors of the array that hold its first `count` slots."""
    return -(-count * array.itemsize // SECTOR_SIZE)


def sectors_of_lists(ptr: np.ndarray, ids: np.ndarray, vertices: np.ndarray) -> int:
    """Number of sectors of offsets and ids that hold the lists of these vertices, which must ascend."""
    return sectors(ptr, vertices, vertices + 2) + sectors(ids, ptr.take(vertices), ptr.take(vertices + 1))


class SectorReaders:
    """How many threads read each sector of an array, and how many sectors are read."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.readers = np.zeros(-(-array.nbytes // SECTOR_SIZE), np.int64)
        self.read = 0

    def add(self, first: np.ndarray, end: np.ndarray, change: int) -> None:
        """Add `change` readers to every sector that holds the slots range(first[i], end[i]), for each i."""
        some = first < end
        begin = first[some].astype(np.int64) * self.array.itemsize // SECTOR_SIZE
        sizes = (end[some].astype(np.int64) * self.array.itemsize - 1) // SECTOR_SIZE + 1 - begin
        touched = np.repeat(begin - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        once = distinct(touched)
        self.read -= int(np.count_nonzero(self.readers[once]))
        np.add.at(self.readers, touched, change)
        self.read += int(np.count_nonzero(self.readers[once]))
