"""The memory of `multi_source_bfs`: rows of levels, and the words of 64 searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...graph.needs import Needs, id_bytes
from ..level_types import checked_level_types
from .rows import LEVELS_AT_ONCE

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

WORD = 8  # bytes


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the searches take; less on the CPU where a thread searches from sources of its own."""
    count, given = graph.num_vertices, arguments.get("sources", 0)
    widest = checked_level_types(arguments["level_dtype"])[-1]
    rows = 0 if arguments["out"] is not None else int(np.size(given))
    levels = {"levels": widest.itemsize * rows * count}
    is_filtered = arguments["vertex_filter"] is not None or arguments["edge_filter"] is not None
    if not isinstance(device, Cpu) or is_filtered:
        operators = {"words of sources": 3 * WORD * count, "frontiers": (4 * id_bytes(graph) + 1) * count}
        offsets = {} if isinstance(device, Cpu) else {"offsets in the frontier": 2 * WORD * count}
        return Needs({**levels, **operators, **offsets})
    words = {"words of sources": (LEVELS_AT_ONCE + 1) * WORD * count}
    return Needs({**levels, **words}, ("csc", "out_degrees"))
