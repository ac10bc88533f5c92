"""Which device a name or an array means, and what runs there."""

import importlib
from functools import cache
from typing import Any

import numpy as np

from ..errors import InputError
from .cpu import Cpu
from .cuda import Cuda

Device = Cpu | Cuda


def get_device(device: "str | Device", auto: "Device | None" = None) -> Device:
    """The device of this name: "cpu" is every core, "cuda" and "cuda:1" a GPU, "auto" what is given for it.

    A Device is returned as it is. Raises DeviceError for a GPU that isn't there, InputError for any
    other name.
    """
    if isinstance(device, Cpu | Cuda):
        return device
    if device == "auto" and auto is not None:
        return auto
    if device in ("auto", "cpu"):
        return Cpu()
    kind, _, index = str(device).partition(":")
    if kind == "cuda" and (index or "0").isdecimal():
        return Cuda(int(index or 0))
    raise InputError(f"unknown device {device!r}; choose 'auto', 'cpu', 'cuda' or, say, 'cuda:1'")


def device_of(array: Any) -> Device:
    """Where this array is: every core for NumPy's, for CuPy's a GPU, whichever is current."""
    return Cpu() if isinstance(array, np.ndarray) else _gpu(array.device.id)


@cache
def _gpu(index: int) -> Cuda:
    """The GPU of this index: to make a `Cuda` anew takes a microsecond, which every call would pay."""
    return Cuda(index)


def array_module(array: Any) -> Any:
    """The module of this array: NumPy or CuPy."""
    return np if isinstance(array, np.ndarray) else importlib.import_module("cupy")


class working_on:
    """What is within runs on the device; its failed allocations are raised as the device explains them.

    Nothing but this and `use` changes which GPU is current, and this gives back the one that was.

    A class, not a generator, which would take three times as long: it is part of every call.
    """

    def __init__(self, device: Device) -> None:
        self._device = device

    def __enter__(self) -> None:
        self._before = self._device.use()

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        try:
            if isinstance(error, MemoryError):
                raise self._device.memory_error(error) from error
        finally:
            if self._before is not None:
                _gpu(self._before).use()
