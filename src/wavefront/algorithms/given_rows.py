"""The caller's array for the rows of a result: checked before anything is searched."""

from typing import Any

import numpy as np

from ..device import Device, device_of
from ..errors import InputError, shown


def checked_rows(out: Any, shape: tuple[int, int], dtype: np.dtype[Any], device: Device) -> Any:
    """The array as searches write to it: a view of NumPy's own class, of a memory-mapped file as well.

    Raises InputError for one of another shape or type, elsewhere than on the device, or whose elements do not
    follow one another in memory.
    """
    wanted = f"out must be {shape[0]:,} x {shape[1]:,} {dtype} in C order on {device.name}"
    if not hasattr(out, "flags") or not hasattr(out, "dtype"):
        raise InputError(f"{wanted}, not {shown(out)}")
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
        order = "" if out.flags.c_contiguous else " in another order"
        raise InputError(f"{wanted}, not {out.shape} {out.dtype}{order}")
    if device_of(out) != device_of(device.xp.empty(0)):
        raise InputError(f"{wanted}, not on {device_of(out).name}")
    if isinstance(out, np.ndarray) and not out.flags.carray:
        raise InputError(f"{wanted}, and be writable and aligned")
    return np.asarray(out) if isinstance(out, np.ndarray) else out
