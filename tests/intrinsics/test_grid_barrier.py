"""Blocks wait for one another, whatever the order in which their threads take turns: see interleaved.py."""

import interleaved
import numpy as np
import pytest

from wavefront.compiler import cuda
from wavefront.intrinsics.grid_barrier import grid_barrier, meet

BLOCKS, THREADS, ROUNDS = 3, 64, 4


def take_rounds(arrivals, cells, wrong):
    """In each round every thread writes a cell; after the barrier all cells are of this round."""
    thread, blocks = cuda.grid(1), cuda.gridDim.x
    for number in range(1, ROUNDS + 1):
        cells[thread] = number
        grid_barrier(arrivals, (2 * number - 1) * blocks)
        if cells.min() < number:
            wrong[thread] = number
        grid_barrier(arrivals, 2 * number * blocks)


@pytest.mark.parametrize("seed", range(5))
def test_no_thread_passes_before_all_have_come(seed, monkeypatch):
    interleaved.install(monkeypatch, BLOCKS, THREADS, seed)
    arrivals, cells, wrong = (np.zeros(size, np.int64) for size in (1, BLOCKS * THREADS, BLOCKS * THREADS))
    interleaved.simulate(BLOCKS, THREADS, take_rounds, (arrivals, cells, wrong))
    assert not wrong.any()
    assert arrivals[0] == 2 * ROUNDS * BLOCKS


def tell(sums, counts, wishes, told):
    block = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        before = [0, 0]
        for turn in range(ROUNDS):
            place = turn % 2
            count, wish, before[place] = meet(
                sums, place, before[place], counts[turn * BLOCKS + block], wishes[turn * BLOCKS + block]
            )
            told[2 * (turn * BLOCKS + block)], told[2 * (turn * BLOCKS + block) + 1] = count, wish


@pytest.mark.parametrize("seed", range(5))
def test_blocks_that_meet_know_the_sums(seed, monkeypatch):
    interleaved.install(monkeypatch, BLOCKS, THREADS, seed)
    counts = np.array([[2**23, 0, 7], [1, 2, 3], [0, 0, 0], [5, 2**22, 2**22]])
    wishes = np.array([[1, 0, 1], [0, 0, 0], [1, 1, 1], [0, 1, 0]])
    told = np.zeros(2 * ROUNDS * BLOCKS, np.int64)
    arguments = np.zeros(2, np.int64), counts.ravel(), wishes.ravel(), told
    interleaved.simulate(BLOCKS, THREADS, tell, arguments)
    for turn, pairs in enumerate(told.reshape(ROUNDS, BLOCKS, 2).tolist()):
        assert pairs == [[counts[turn].sum(), wishes[turn].sum()]] * BLOCKS
