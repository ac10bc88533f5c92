"""How much memory there is, so that a graph that can't fit is refused before it is half built."""

import os
import sys
from pathlib import Path

from ..errors import InputError

# A container's limit in bytes, under the second and the first version of Linux control groups.
_CONTAINER_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def total_memory() -> int | None:
    """Bytes this process may use at most: the machine's, or its container's; None where unknown."""
    limits = []
    if hasattr(os, "sysconf"):
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    texts = [path.read_text().strip() for path in _CONTAINER_LIMITS if path.is_file()]
    limits += [int(text) for text in texts if text.isdigit()]  # "max" is no limit
    return min(limits, default=None)


def require_memory(size: int, purpose: str, total: int | None = None) -> None:
    """Raise InputError, naming the `purpose`, if `size` bytes are more than `total`, or the machine, has."""
    total = total or total_memory() or sys.maxsize
    if size > total:
        raise InputError(f"{purpose} needs about {size:,} bytes of memory, more than the {total:,} there are")
