"""Bits of floating-point numbers, against NumPy's views."""

import numpy as np
import pytest

from wavefront.compiler import cuda, float32, int32
from wavefront.intrinsics.number_bits import bits_of, bits_of_single, number_of, single_at, single_of

pytestmark = pytest.mark.on_devices
NUMBERS = np.array([0.0, 1.0, 1e-40, 0.1, 2.0**24 + 1, 3e38, np.inf, 2.5] * 4)


def convert(numbers, bits, singles, back):
    lane = cuda.threadIdx.x
    bits[lane] = bits_of(numbers[lane])
    bits[32 + lane] = bits_of_single(float32(numbers[lane]))
    singles[lane] = single_of(int32(bits[32 + lane]))
    back[lane] = number_of(bits[lane])


def test_bits_and_back(launch):
    _, bits, singles, back = launch(
        convert, NUMBERS, np.zeros(64, np.int64), np.zeros(32, np.float32), np.zeros(32)
    )
    assert bits[:32].tolist() == NUMBERS.view(np.int64).tolist()
    assert bits[32:].tolist() == NUMBERS.astype(np.float32).view(np.int32).tolist()
    assert singles.tolist() == NUMBERS.astype(np.float32).tolist()
    assert back.tolist() == NUMBERS.tolist()


def upper_halves(words, singles, numbers, found):
    lane = cuda.threadIdx.x
    found[lane] = single_at(words, lane)
    found[32 + lane] = single_at(singles, lane)
    found[64 + lane] = single_at(numbers, lane)


def test_elements_and_upper_halves(launch):
    singles = NUMBERS.astype(np.float32)
    words = singles.view(np.int32).astype(np.int64) << 32 | np.arange(2**32 - 32, 2**32)
    *_, found = launch(upper_halves, words, singles, NUMBERS, np.zeros(96))
    assert found.tolist() == [*singles.tolist(), *singles.tolist(), *NUMBERS.tolist()]
