"""The driver calls of a kernel launch on a GPU, with a driver that only records them."""

import ctypes
import struct
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import wavefront as wf
from wavefront.device import launch as cuda_launch

WORDS = 7 + 1 + 1 + 1  # of an array, None, a float and an int


class RefusedByDriver(RuntimeError):
    pass


class Array:
    def __init__(self, size, address):
        self.size, self.itemsize, self.dtype = size, 4, np.dtype(np.int32)
        self.data = SimpleNamespace(ptr=address)


@pytest.fixture
def kernel(monkeypatch):
    """A kernel bound on stream 77 to an array, None, 1.5 and -1; `seen` are the launches."""
    seen = []

    def look(function, blocks, y, z, threads, u, v, shared, stream, addresses):
        if blocks > 100:
            raise RefusedByDriver("CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: too many blocks")
        places = (ctypes.c_int64 * WORDS).from_address(addresses)
        words = [ctypes.c_int64.from_address(place).value for place in places]
        seen.append((blocks, threads, stream, words))

    driver = SimpleNamespace(launchCooperativeKernel=look, CUDADriverError=RefusedByDriver)
    gpu = SimpleNamespace(
        driver=driver,
        get_current_stream=lambda: SimpleNamespace(ptr=77),
        runtime=SimpleNamespace(getDevice=lambda: 0),
    )
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(cuda=gpu))
    names, arguments = ["array", "nothing", "real", "integer"], [Array(3, 1000), None, 1.5, -1]
    bound = cuda_launch.BoundKernel(cuda_launch.Function(5, "the kernel", None), names, arguments)
    bound.seen = seen
    return bound


def bits(value):
    return struct.unpack("q", struct.pack("d", value))[0]


def test_arguments_are_for_one_launch(kernel):
    kernel.launch(2, 32, {"array": Array(9, 9000), "real": 2.5, "integer": 12}, cooperative=True)
    kernel.launch(4, 64, {"integer": 7}, cooperative=True)
    # Numba's array: two pointers, size, itemsize, address, shape, strides.
    assert kernel.seen == [
        (2, 32, 77, [0, 0, 9, 4, 9000, 9, 4, 0, bits(2.5), 12]),
        (4, 64, 77, [0, 0, 3, 4, 1000, 3, 4, 0, bits(1.5), 7]),
    ]


def test_what_the_driver_refuses_is_an_error_that_names_the_kernel(kernel):
    with pytest.raises(wf.DeviceError, match=r"the GPU refused the kernel: CUDA_ERROR.*too many blocks"):
        kernel.launch(200, 32, {"integer": 7}, cooperative=True)
    kernel.launch(2, 32, {}, cooperative=True)
    assert kernel.seen[-1][-1][-1] == -1


@pytest.mark.parametrize("refuses", [False, True])
def test_a_kernel_is_compiled_where_the_driver_refuses_its_ptx(kernel, monkeypatch, refuses):
    def load(ptx):
        assert ptx == b"ptx\0"
        if refuses:
            raise RefusedByDriver("CUDA_ERROR_UNSUPPORTED_PTX_VERSION")
        return 8

    driver = sys.modules["cupy"].cuda.driver
    driver.moduleLoadData, driver.moduleGetFunction = load, lambda module, name: module + 1
    monkeypatch.setattr(cuda_launch, "ptx_of", lambda body, source, kinds: b"ptx")
    monkeypatch.setattr(cuda_launch, "compiled", lambda body, template, target, shapes: "dispatcher")
    monkeypatch.setattr(cuda_launch, "compiled_function", lambda dispatcher, kinds: 5)

    def body(item): ...

    function = cuda_launch.function_of(body, "{parameters}", ((),), [1])
    assert function.handle == (5 if refuses else 9)
    assert function is cuda_launch.function_of(body, "{parameters}", ((),), [2])
