"""How fast a device copies memory: what no search that moves bytes to and from memory can pass for long."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..device import Cpu, Device, working_on
from ..device.clock import stopwatch

COPIED = 1 << 27  # bytes: more than caches hold
ROUNDS = 5


def copy_speed(device: Device) -> float:
    """Bytes per second, read and written ones together, of the fastest of a few large copies."""
    with working_on(device):
        source = device.xp.ones(COPIED, np.uint8)
        target = device.xp.zeros_like(source)
        return 2 * COPIED / min(_seconds(device, source, target) for _ in range(ROUNDS))


def _seconds(device: Device, source: Any, target: Any) -> float:
    """Seconds of one copy: on the CPU by all of its threads, each a part."""
    if not isinstance(device, Cpu):
        elapsed = stopwatch(device)
        device.xp.copyto(target, source)
        return 1e-3 * elapsed()
    parts = [np.array_split(array, device.threads) for array in (target, source)]
    with ThreadPoolExecutor(device.threads) as pool:
        elapsed = stopwatch(device)
        list(pool.map(np.copyto, *parts))  # NumPy lets other threads run while it copies
        return 1e-3 * elapsed()
