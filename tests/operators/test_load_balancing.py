"""The load-balancing search finds every slot's segment."""

import numpy as np
import pytest
from functors import host
from graphs import size

from wavefront import operators
from wavefront.operators.load_balancing import TILE

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize(
    "lengths",
    [
        [2, 50, 100],
        [0, 0, 5, 0],
        [0],
        [],
        [1] * 40,
        [5, 0] * size(2000, 60),
        [3, *[0] * (TILE + 5), 2, 0, 7],
        [size(100_000, 100), 0, 1],
    ],
    ids=len,
)
def test_load_balancing_search(lengths, device):
    def note(index, segment, rank, segments, ranks):
        segments[index] = segment
        ranks[index] = rank

    lengths = np.array(lengths, np.int64)
    segments, ranks = (device.xp.full(lengths.sum(), -1, np.int64) for _ in range(2))
    total = operators.load_balancing_search(device.array(lengths), note, segments, ranks, device=device)
    assert total == lengths.sum()
    assert np.array_equal(host(segments), np.repeat(np.arange(lengths.size), lengths))
    assert host(ranks).tolist() == [rank for length in lengths for rank in range(length)]
