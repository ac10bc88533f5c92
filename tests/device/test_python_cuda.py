"""What `cuda` means in a kernel in plain Python."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.compiler import cuda
from wavefront.device import Python


def test_places():
    found = []

    def kernel():
        where = cuda.blockIdx.x, cuda.threadIdx.x
        found.append((*where, cuda.grid(1), cuda.gridsize(1), cuda.blockDim.x, cuda.gridDim.x))

    Python().launch(2, 3, kernel)
    assert found == [(block, thread, 3 * block + thread, 6, 3, 2) for block in (0, 1) for thread in range(3)]


def test_blocks_have_shared_arrays_of_their_own():
    firsts = []

    def kernel():
        mine, other = cuda.shared.array(4, "int32"), cuda.shared.array(2, "float32")
        assert (mine.size, mine.dtype, other.size, other.dtype) == (4, np.int32, 2, np.float32)
        firsts.append(int(mine[0]))
        mine[0] = cuda.threadIdx.x

    Python().launch(2, 2, kernel)
    assert firsts[1] == firsts[3] == 0
    assert firsts[0] == firsts[2] != 0  # what nobody wrote is not 0


def test_shared_arrays_are_checked():
    def kernel():
        words = cuda.shared.array(4, "int32")
        words[4] = 1

    with pytest.raises(wf.InputError, match=r"writes words\[4\], out of bounds: the array has 4 elements"):
        Python().launch(1, 1, kernel)


def test_leading_zeros():
    assert [leading_zeros(value) for value in (0, 1, 255, 2**32 - 1)] == [32, 31, 24, 0]


def leading_zeros(value):
    found = np.zeros(1, int)

    def kernel(found):
        found[0] = cuda.clz(np.uint32(value))

    Python().launch(1, 1, kernel, found)
    return found[0]
