"""The memory of `sssp`: the arrays of buckets.py and, on a GPU, of one_launch.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import FOUND, Needs, distance_bytes, id_bytes
from .entries import BLOCK, KEPT, num_blocks
from .narrow import may_be_narrow

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

NARROW = 4  # bytes of a distance of float32
BLOCK_BYTES = 16  # of a block's place in a list, and in a step's work
TRACED = 48  # bytes of a vertex whose bucket is looked up: its number, sorted and back, and its degree
PILES = 56  # bytes per vertex on a GPU: claims, marks, two far piles of 2V int32, two near ones of two int64
WORD = 8  # of distance and predecessor


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the search takes; finding predecessors afterwards takes less, but large entries are kept."""
    count, ids, distance = graph.num_vertices, id_bytes(graph), distance_bytes(graph)
    blocks = num_blocks(count, device.threads)
    parts = {
        "distances": count * (distance + (NARROW if may_be_narrow(graph) else 0)),
        "entries": blocks * (BLOCK * (ids + distance) + BLOCK_BYTES),
    }
    if blocks * BLOCK * distance >= KEPT and arguments.get("predecessors", True):
        parts["predecessors"] = count * (3 * ids + FOUND)
    if arguments.get("trace"):
        parts["trace"] = TRACED * count
    return Needs(parts, ("out_degrees",))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the search takes; finding predecessors, and a search driven by the host, take less."""
    key = WORD if arguments.get("predecessors", True) else distance_bytes(graph)
    return Needs(
        {"distances": key * graph.num_vertices, "claims and piles": PILES * graph.num_vertices},
        ("out_degrees",),
    )
