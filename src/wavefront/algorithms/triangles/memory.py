"""The memory of `triangles` on the CPU: the arrays of marks.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...graph.needs import Needs, id_bytes, offset_bytes
from .api import HUB_DEGREE

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

COUNT = 8  # bytes


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What counting takes; looks at the degrees, to see which way is taken."""
    if arguments["strategy"] != "auto":
        raise InputError("the memory of triangles is told of strategy 'auto' only")
    count, ids = graph.num_vertices, id_bytes(graph)
    mean_degree = graph.num_edges / max(1, count)
    if not mean_degree or int(graph.out_degrees.max()) <= HUB_DEGREE * mean_degree:
        parts = {"triangles": COUNT * count, "marks of each thread": device.threads * count}
        return Needs(parts, ("out_degrees",))
    parts = {
        "order of degrees": count * (8 + ids),
        "edges turned upward": ids * graph.num_edges + 2 * count * offset_bytes(graph),
        "marks and counts of each thread": 2 * device.threads * COUNT * count,
    }
    return Needs(parts, ("out_degrees",))
