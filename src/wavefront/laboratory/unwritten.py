"""Memory that nobody has written: garbage that looks alike in every run, and is told from values."""

from typing import Any

import numpy as np

from ..device.python_cuda import GARBAGE
from .record import Number
from .threads import Watched


class Numpy:
    """NumPy, except that memory which nobody has written looks alike in every run."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def empty(self, shape: Any, dtype: Any = float) -> np.ndarray:
        """An array of garbage."""
        kind = np.dtype(dtype)
        size = int(np.prod(shape)) * kind.itemsize
        garbage: np.ndarray = np.full(size, GARBAGE, np.uint8).view(kind).reshape(shape)
        return np.zeros(shape, kind) if kind.kind == "b" else garbage  # a bool holds no garbage

    def empty_like(self, array: np.ndarray) -> np.ndarray:
        """Garbage of this shape and type."""
        return self.empty(array.shape, array.dtype)


def written(value: Number, array: Watched) -> Number | None:
    """The value, or None for memory that nobody has written."""
    kind = array.values.dtype
    if kind.itemsize < 2:
        return value
    garbage = np.full(kind.itemsize, GARBAGE, np.uint8).view(kind)[0].item()
    return None if value == garbage else value
