"""The memory of `pagerank` on the CPU: the arrays of blocks.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes
from .blocks import BLOCK_EDGES, BLOCKS

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

NUMBER = 8  # bytes of a rank


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the iterations take."""
    count, blocks = graph.num_vertices, max(1, min(BLOCKS, graph.num_edges // BLOCK_EDGES))
    parts = {
        "ranks": NUMBER * count,
        "contributions": NUMBER * count,
        "a block's sums": NUMBER * -(-count // blocks),
    }
    if arguments["personalization"] is not None:
        parts["restarts"] = NUMBER * count
    if not arguments["weighted"]:
        return Needs(parts, ("csc", "out_degrees"))
    return Needs({**parts, "sums of weights": (NUMBER + id_bytes(graph)) * count}, ("csc",))
