"""Values that the lanes of a warp exchange, against Python's integers."""

import numpy as np
import pytest

from wavefront.compiler import cuda
from wavefront.intrinsics.warp import (
    ballot,
    broadcast,
    broadcast_bits,
    broadcast_real,
    broadcast_word,
    first_bit,
    lowest,
    or_among,
    prefix_sum,
    rank,
    size_of,
    sum_through,
    warp_max,
    warp_sum,
    without_lowest,
)

pytestmark = pytest.mark.on_devices
LANES = range(32)


def masks(wanted, out):
    lane = cuda.threadIdx.x
    mask = ballot(wanted[lane] != 0)
    out[lane] = mask
    out[32 + lane] = rank(mask)
    out[2 * 32 + lane] = size_of(mask)
    out[3 * 32 + lane] = lowest(mask)
    out[4 * 32 + lane] = without_lowest(mask)


@pytest.mark.parametrize("wanted", [0, 1, 1 << 31, 0xFFFFFFFF, 0b1011_0000, 0x8000_0001])
def test_masks(wanted, launch):
    bits = np.array([wanted >> lane & 1 for lane in LANES], np.int32)
    _, out = launch(masks, bits, np.full(5 * 32, -1, np.int64))
    first = min((lane for lane in LANES if bits[lane]), default=31)
    assert out.reshape(-1, 32).tolist() == [
        [wanted] * 32,
        [int(bits[:lane].sum()) for lane in LANES],
        [int(bits.sum())] * 32,
        [first] * 32,
        [wanted & ~(1 << first)] * 32,
    ]


def exchanges(values, words, out):
    lane = cuda.threadIdx.x
    out[lane] = broadcast(values[lane], 5)
    out[32 + lane] = broadcast_word(words[lane], 31)
    out[2 * 32 + lane] = warp_sum(values[lane])
    out[3 * 32 + lane] = prefix_sum(values[lane])
    out[4 * 32 + lane] = warp_max(values[lane])


def test_exchanges(launch):
    values = np.arange(32, dtype=np.int64) * 3**25 - 2**40
    words = np.arange(32, dtype=np.int64) + 2**32 - 32  # the last is 2**32 - 1
    *_, out = launch(exchanges, values, words, np.zeros(5 * 32, np.int64))
    expected = [[int(values[5])] * 32, [2**32 - 1] * 32, [int(values.sum())] * 32, values.cumsum().tolist()]
    assert out.reshape(-1, 32).tolist() == [*expected, [int(values[31])] * 32]


def bit_exchanges(words, out):
    lane = cuda.threadIdx.x
    out[lane] = broadcast_bits(words[lane], 31 - lane)
    out[32 + lane] = first_bit(words[lane])


def test_bits_of_words(launch):
    words = np.array([(1 << 63 | 3) << lane & (1 << 64) - 1 for lane in range(32)], np.uint64)
    *_, out = launch(bit_exchanges, words, np.zeros(2 * 32, np.uint64))
    assert out.reshape(-1, 32).tolist() == [words[::-1].tolist(), list(LANES)]


def unions(words, out):
    lane = cuda.threadIdx.x
    out[lane] = or_among(words[lane], 8)
    out[32 + lane] = or_among(words[lane], 32)


def test_bits_of_groups(launch):
    words = np.int64(1) << np.arange(0, 64, 2)  # up to bit 62
    words[31] |= np.int64(-(2**63))
    _, out = launch(unions, words, np.zeros(2 * 32, np.int64))
    groups = np.bitwise_or.reduce(words.reshape(4, 8), axis=1)
    assert out[:32].tolist() == np.repeat(groups, 8).tolist()
    assert out[32:].tolist() == [int(np.bitwise_or.reduce(words))] * 32


def real_exchanges(values, lasts, out):
    lane = cuda.threadIdx.x
    out[lane] = broadcast_real(values[lane], 7)
    out[32 + lane] = sum_through(values[lane], lasts[lane])


def test_real_exchanges(launch):
    values = np.arange(32) ** 2 + 0.25
    lasts = np.minimum(np.arange(32) // 5 * 5 + 4, 31)  # runs of five lanes, and two
    *_, out = launch(real_exchanges, values, lasts, np.zeros(2 * 32))
    sums = [values[lane : last + 1].sum() for lane, last in enumerate(lasts)]
    assert out.reshape(-1, 32).tolist() == [[values[7]] * 32, sums]
