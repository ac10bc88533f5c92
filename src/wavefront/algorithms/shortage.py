"""What the error of a call that doesn't fit in memory says: bytes needed, those there are, what would fit.

Called where an allocation has failed: the formulas (memory.py) are imported then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu
from ..errors import InputError

if TYPE_CHECKING:
    from ..device import Device
    from ..filters import Filter
    from ..graph import Graph


def shortage(device: Device, algorithm: str, graph: Graph, options: dict[str, Any]) -> str:
    """The bytes that the call needs, those that are free, and what would fit; empty without a formula."""
    from .memory import memory_needed

    try:
        needed = memory_needed(graph, algorithm, device=device, **options)
    except InputError:
        return ""
    text = f"{algorithm} needs about {needed.bytes:,} bytes in all"
    free = needed.free
    if free is None:
        return text
    fitting = what_would_fit(device, algorithm, graph, options, free)
    return f"{text}, and {free:,} are free{fitting or _on_cpu(device, algorithm, graph, options)}"


def shortage_of_bfs(
    device: Device,
    graph: Graph,
    strategy: str,
    predecessors: bool,
    level_dtype: Any,
    trace: bool,
    kept: tuple[Filter | None, Filter | None],
) -> str:
    """As `shortage`. A small search takes microseconds, so `bfs` makes no dictionary that it may not need.

    `kept` are the filters of vertices and of edges.
    """
    options = {"predecessors": predecessors, "level_dtype": level_dtype, "trace": trace}
    filters = dict(zip(("vertex_filter", "edge_filter"), kept, strict=True))
    return shortage(device, "bfs", graph, {"strategy": strategy, **options, **filters})


def what_would_fit(device: Device, algorithm: str, graph: Graph, options: dict[str, Any], free: int) -> str:
    """Options with which the call would fit into so many bytes, as the end of a sentence; empty if none."""
    from .memory import memory_needed

    def size(**changed: Any) -> int:
        return memory_needed(graph, algorithm, device=device, **(options | changed)).bytes

    smaller = _smaller(options)
    for changed in smaller:
        if size(**changed) <= free:
            return f"; {_words(changed)} needs {size(**changed):,}"
    sources = options.get("sources")
    if sources is None or np.size(sources) < 2:
        return ""
    least = smaller[-1] if smaller else {}
    one, two = (size(**least, sources=sources[:count]) for count in (1, 2))
    most = 1 + (free - one) // max(1, two - one)
    many = f"; {min(most, len(sources)):,} sources at once would do"
    return "" if most < 1 else f"{many}, with {_words(least)}" if least else many


def _on_cpu(device: Device, algorithm: str, graph: Graph, options: dict[str, Any]) -> str:
    """What the call needs on the CPU, as the end of a sentence, if a GPU is too small and the CPU isn't."""
    from .memory import memory_needed

    if isinstance(device, Cpu):
        return ""
    needed = memory_needed(graph, algorithm, device="cpu", **options)
    fits = needed.free is None or needed.bytes <= needed.free
    return f"; device='cpu' needs {needed.bytes:,} of the machine's" if fits else ""


def _words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def _smaller(options: dict[str, Any]) -> list[dict[str, Any]]:
    """Changes of the options with which a call takes less, the one that takes least at the end."""
    from .level_types import LEVEL_TYPES

    found: list[dict[str, Any]] = []
    now = options.get("level_dtype")
    if now is not None:
        size = LEVEL_TYPES[-1].itemsize if isinstance(now, str) and now == "auto" else np.dtype(now).itemsize
        found = [{"level_dtype": known.name} for known in LEVEL_TYPES[::-1] if known.itemsize < size]
    if options.get("predecessors"):
        found += [{"predecessors": False}, *({**change, "predecessors": False} for change in found)]
    return found
