"""The memory of `multi_source_bfs`: rows of levels, and the words of 64 searches; and that of `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...errors import checked_integer
from ...graph.needs import Needs, id_bytes, offset_bytes, to_build_with, views_to_build
from ..level_types import checked_level_types
from .rows import LEVELS_AT_ONCE, TILE_WORDS, chunks_of

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
    tiles = {"numbers of levels": WORD * TILE_WORDS * chunks_of(count, device)[0]}
    return Needs({**levels, **words, **tiles}, ("csc", "out_degrees"))


def needs_of_totals(graph: Graph, device: Cpu, sources: int, score: int, direction: str = "out") -> Needs:
    """What totals.py takes on the CPU, and then V scores of so many bytes, made of its counts."""
    count, counts = graph.num_vertices, 4 * WORD * sources
    is_turned = graph.directed and direction == "in"
    parts = {
        "vertices": WORD * sources,
        "counts": counts,
        "searches, then scores": max((2 + 1) * WORD * count, counts + score * count),
    }
    if is_turned:
        return Needs({**parts, "degrees of the reversed graph": offset_bytes(graph) * count}, ("csc",))
    views = "csc", "out_degrees"
    missing = views_to_build(graph, views, device)
    return Needs({**parts, "building the views": to_build_with(graph, missing, device)}, views)


def number_of(graph: Graph, chosen: Any, name: str) -> int:
    """How many vertices are chosen: all for None, so many drawn for a number, or those listed."""
    if chosen is None:
        return graph.num_vertices
    if np.ndim(chosen) == 0:
        return checked_integer(name, chosen, 1, graph.num_vertices)
    return int(np.size(chosen))
