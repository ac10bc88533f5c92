"""Finds the device that a name or an array stands for, and makes a device current."""

import importlib
import os
from functools import cache
from typing import Any

import numpy as np

from ..errors import DeviceError, InputError, shown
from .cpu import Cpu
from .cuda import Cuda
from .python import Python

Device = Cpu | Cuda | Python
DEBUGS = os.environ.get("WAVEFRONT_DEBUG", "0") not in ("", "0")  # plain Python is the default, not the CPU

MOST_DIGITS = 6  # of a GPU's number


def get_device(device: "str | Device", auto: "Device | None" = None) -> Device:
    """The device of this name: "cpu" is every core, "cuda" and "cuda:1" a GPU, "auto" the argument `auto`.

    "python" is plain Python, and "auto" too where it would be the CPU and WAVEFRONT_DEBUG=1 is set. A Device
    is returned unchanged. Without the argument, "auto" is the CPU. Raises DeviceError for a GPU that isn't
    there, InputError for any other name.
    """
    name = device if isinstance(device, str) else ""
    if name == "auto" and auto is not None and not (DEBUGS and isinstance(auto, Cpu)):
        return auto
    if isinstance(device, Device):
        return device
    if name == "python" or (name == "auto" and DEBUGS):
        return Python()
    if name in ("auto", "cpu"):
        return Cpu()
    kind, _, index = name.partition(":")
    if kind == "cuda" and (index or "0").isdecimal() and len(index) < MOST_DIGITS:
        return Cuda(int(index or 0))
    raise InputError(f"unknown device {shown(device)}; choose 'auto', 'cpu', 'cuda', 'cuda:1' or 'python'")


def device_of(array: Any) -> Device:
    """The device that holds this array: the CPU for NumPy's, for CuPy's its own GPU, current or not."""
    return _every_core() if isinstance(array, np.ndarray) else _gpu(array.device.id)


def array_on(device: Device, array: Any) -> Any:
    """The array in the device's memory: itself, shared, if it is there already, else a copy."""
    home = _every_core() if device.xp is np else _gpu(device.index)  # type: ignore[union-attr]
    return array if device_of(array) is home else device.array(array)


@cache
def _every_core() -> Cpu:
    return Cpu()


@cache
def _gpu(index: int) -> Cuda:
    """The GPU of this index, cached: making a `Cuda` takes a microsecond, which every call would pay."""
    return Cuda(index)


def array_module(array: Any) -> Any:
    """NumPy or CuPy, whichever made the array."""
    return np if isinstance(array, np.ndarray) else importlib.import_module("cupy")


class working_on:
    """Context in which code runs on the device, and failed allocations raise the device's own error.

    Only this class and `use` leave another GPU current; on leaving, the former one is current again.

    A class, because a generator would take three times as long and every call enters this context.
    """

    __slots__ = "_before", "_device", "_explain"

    def __init__(self, device: Device, *explain: Any) -> None:
        """`explain`, a function and its arguments after the device, says more about a failed allocation."""
        self._device = device
        self._explain = explain

    def __enter__(self) -> None:
        self._before = self._device.use()

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        try:
            if isinstance(error, MemoryError):
                raise self._explained(self._device.memory_error(error)) from error
        finally:
            if self._before is not None:
                _gpu(self._before).use()

    def _explained(self, error: MemoryError | DeviceError) -> MemoryError | DeviceError:
        if not self._explain:
            return error
        explain, *arguments = self._explain
        try:
            more = explain(self._device, *arguments)
        except MemoryError:  # not even for that
            return error
        kind = DeviceError if isinstance(error, DeviceError) else MemoryError
        return kind(f"{str(error) or 'not enough memory'}; {more}") if more else error
