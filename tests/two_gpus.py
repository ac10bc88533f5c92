"""A stand-in for CuPy on a machine with two GPUs: NumPy arrays, each of which belongs to one of the two.

As in CuPy, new arrays and results are on the current GPU. An operation that reads an array of the other GPU
fails, where CuPy would fail or be slow. Only copies, views and reads from the host don't depend on which GPU
is current.
"""

import sys
from functools import partial
from types import SimpleNamespace

import numpy as np

from wavefront.device import cuda, select


class Array(np.lib.mixins.NDArrayOperatorsMixin):
    __cuda_array_interface__ = None  # that there is one is what counts

    def __init__(self, values, gpus, index):
        self._values, self._gpus = values, gpus
        self.device = SimpleNamespace(id=index)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        return self._gpus.run(getattr(ufunc, method), *inputs, **options)

    def __array_function__(self, function, types, arguments, options):
        return self._gpus.run(function, *arguments, **options)

    def __getattr__(self, name):
        value = getattr(self._values, name)
        if not callable(value):
            return value
        return lambda *arguments, **options: self._gpus.run(
            lambda values, *rest, **named: getattr(values, name)(*rest, **named), self, *arguments, **options
        )

    def __getitem__(self, key):
        if isinstance(key, Array | np.ndarray):
            return self._gpus.run(lambda values, where: values[where], self, key)
        view = np.asarray(self._values[key])
        return Array(view, self._gpus, self.device.id)

    def __setitem__(self, key, value):
        self._gpus.run(lambda values, *given: values.__setitem__(*given), self, key, value)

    def __len__(self):
        return len(self._values)

    def __int__(self):
        return int(self._values)

    def __float__(self):
        return float(self._values)

    def __bool__(self):
        return bool(self._values)

    @property
    def data(self):
        return SimpleNamespace(ptr=self._values.ctypes.data)

    def get(self):
        return self._values.copy()

    def tolist(self):
        return self._values.tolist()


class Device:
    mem_info = 0, 1 << 30

    def __init__(self, gpus, index):
        self._gpus, self._index, self.attributes = gpus, index, {"MultiProcessorCount": 1}

    def __enter__(self):
        self._before, self._gpus.current = self._gpus.current, self._index

    def __exit__(self, *error):
        self._gpus.current = self._before


class TwoGpus:
    """The module `cupy`; `current` is the index of the current GPU."""

    ndarray = Array

    def __init__(self):
        self.current, self.memory_is_full = 0, False
        runtime = SimpleNamespace(getDevice=lambda: self.current, setDevice=self._set)
        self.cuda = SimpleNamespace(runtime=runtime, Device=partial(Device, self))

    def _set(self, index):
        self.current = index

    def get_default_memory_pool(self):
        return SimpleNamespace(free_all_blocks=lambda: None, free_bytes=lambda: 0)

    def on_gpu(self, values):
        if self.memory_is_full:
            raise MemoryError("none is left")
        return Array(values, self, self.current) if isinstance(values, np.ndarray | np.generic) else values

    def here(self, value):
        """The value as NumPy's, which must not be on the other GPU."""
        if isinstance(value, Array):
            assert value.device.id == self.current, (
                f"an array of GPU {value.device.id} is read from the other"
            )
            return value._values
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(self.here, value))
        return type(value)(map(self.here, value)) if isinstance(value, tuple | list) else value

    def run(self, function, *arguments, **options):
        options = {name: self.here(value) for name, value in options.items()}
        return self.on_gpu(function(*map(self.here, arguments), **options))

    def array(self, values, dtype=None):
        return self.on_gpu(np.array(values._values if isinstance(values, Array) else values, dtype))

    def asarray(self, values, dtype=None):
        is_here = isinstance(values, Array) and values.device.id == self.current
        return values if is_here and dtype in (None, values.dtype) else self.array(values, dtype)

    def __getattr__(self, name):
        function = getattr(np, name)
        return lambda *arguments, **options: self.run(function, *arguments, **options)


def install(monkeypatch):
    """Have the package find two GPUs, whose kernels run as plain Python. Returns the stand-in for CuPy."""
    gpus = TwoGpus()

    def for_each(self, count, body, *arguments, size=None):
        assert self.index == gpus.current, f"a kernel for GPU {self.index} is launched on the other"
        arguments = gpus.here(arguments)
        for item in range(count):
            body(item, *arguments)

    select._gpu.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", gpus)
    monkeypatch.setattr(cuda, "_cupy", lambda index: gpus)
    monkeypatch.setattr(cuda.Cuda, "for_each", for_each)
    return gpus
