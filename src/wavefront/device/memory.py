"""How much memory the machine has, so that a graph that can't fit is refused before any of it is built.

Memory that runs short all the same is a MemoryError that names the bytes wanted. The threads of a compiled
loop can't raise one, so they work in arrays that were allocated before.
"""

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError

# A container's limit in bytes, under the second and the first version of Linux control groups.
_CONTAINER_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
_CONTAINER_USES = tuple(
    (limit, limit.with_name(name))
    for limit, name in zip(_CONTAINER_LIMITS, ("memory.current", "memory.usage_in_bytes"), strict=True)
)


def total_memory() -> int | None:
    """Most bytes that this process may use, by the machine or its container; None where unknown."""
    limits = []
    if hasattr(os, "sysconf"):
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    texts = [path.read_text().strip() for path in _CONTAINER_LIMITS if path.is_file()]
    limits += [int(text) for text in texts if text.isdigit()]  # "max" is no limit
    return min(limits, default=None)


def free_memory() -> int | None:
    """Bytes that this process can still get, by the machine, its container and its limit; None if unknown."""
    limits = []
    memory = Path("/proc/meminfo")
    if memory.is_file():
        lines = memory.read_text().splitlines()
        limits += [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    for most, used in _CONTAINER_USES:
        if most.is_file() and used.is_file() and (text := most.read_text().strip()).isdigit():
            limits.append(int(text) - int(used.read_text()))
    if sys.platform == "linux":
        import resource

        most_space, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most_space != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            limits.append(most_space - pages * resource.getpagesize())
    return max(0, min(limits)) if limits else None


def require_memory(size: int, purpose: str, total: int | None = None) -> None:
    """Raise InputError, naming the `purpose`, if `size` bytes exceed `total`, by default the machine's."""
    total = total or total_memory() or sys.maxsize
    if size > total:
        raise InputError(f"{purpose} needs about {size:,} bytes of memory, more than the {total:,} there are")


def allocated(count: int, dtype: Any, purpose: str, *numbers: int) -> np.ndarray:
    """A new array of undefined contents.

    Raises MemoryError, naming the bytes and the purpose, a text with a place for each of the numbers.
    """
    try:
        return np.empty(count, dtype)
    except (MemoryError, ValueError) as error:  # ValueError: more than an array can have
        size = count * np.dtype(dtype).itemsize
        raise MemoryError(f"can't allocate {size:,} bytes for {purpose.format(*numbers)}") from error
