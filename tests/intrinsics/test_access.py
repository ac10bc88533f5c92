"""Elements of arrays in global memory, read and written in every way."""

import numpy as np
import pytest

from wavefront.compiler import cuda
from wavefront.intrinsics.access import (
    add_relaxed,
    add_release,
    at,
    four_at,
    load_acquire,
    load_relaxed,
    pair_at,
    prefetch_line,
    put,
    put_four,
    put_real,
    real_at,
    streamed_at,
)
from wavefront.intrinsics.bits import add_bits

pytestmark = pytest.mark.on_devices


def copy(array, out):
    lane = cuda.threadIdx.x
    prefetch_line(array, lane)
    put(out, 31 - lane, at(array, lane))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32])
def test_one_element(dtype, launch):
    array = np.arange(32).astype(dtype) + np.iinfo(dtype).max - 31
    _, out = launch(copy, array, np.zeros(32, dtype))
    assert out.tolist() == array[::-1].tolist()


def stream(array, out):
    put(out, 31 - cuda.threadIdx.x, streamed_at(array, cuda.threadIdx.x))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_streamed_elements(dtype, launch):
    array = np.arange(32, dtype=dtype) - 7
    assert launch(stream, array, np.zeros(32, dtype))[1].tolist() == array[::-1].tolist()


def copy_real(array, out):
    put_real(out, 31 - cuda.threadIdx.x, real_at(array, cuda.threadIdx.x))


@pytest.mark.parametrize("given", [np.float32, np.float64])
@pytest.mark.parametrize("stored", [np.float32, np.float64])
def test_real_elements(given, stored, launch):
    array = np.linspace(-1, 2, 32, dtype=given)
    _, out = launch(copy_real, array, np.zeros(32, stored))
    assert out.tolist() == array[::-1].astype(stored).tolist()


def swap_ends(words, numbers, out):
    if cuda.threadIdx.x == 0:
        a, b, c, d = four_at(words, 4)
        put_four(words, 0, d, c, b, a)
        first, second = pair_at(numbers, 2)
        out[0], out[1] = second, first


def test_neighboring_elements(launch):
    words, numbers = np.arange(8, dtype=np.int32) - 6, np.arange(4, dtype=np.int64) + 2**40
    words, _, out = launch(swap_ends, words, numbers, np.zeros(2, np.int64))
    assert words.tolist() == [1, 0, -1, -2, -2, -1, 0, 1]
    assert out.tolist() == [2**40 + 3, 2**40 + 2]


def count_lanes(bits, sums, out):
    lane = cuda.threadIdx.x
    add_bits(bits, lane % 2, 1 << lane)
    add_release(sums, 0, 2**33)
    add_relaxed(sums, 0, 2**40)
    cuda.syncthreads()
    out[lane] = load_acquire(sums, 0) | load_relaxed(sums, 0)


def test_what_all_lanes_add_to(launch):
    bits, _, out = launch(count_lanes, np.zeros(2, np.uint32), np.zeros(1, np.int64), np.zeros(32, np.int64))
    assert bits.tolist() == [0x55555555, 0xAAAAAAAA]
    assert out.tolist() == [2**38 + 2**45] * 32
