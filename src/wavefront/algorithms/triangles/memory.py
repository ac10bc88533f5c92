"""The memory of `triangles`: the arrays of marks.py and, on a GPU, of merge.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...graph.needs import Needs, id_bytes, offset_bytes
from ...graph.sorting_needs import to_sort_on_gpu
from .api import HUB_DEGREE

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

COUNT = 8  # bytes


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What counting takes; looks at the degrees, to see which way is taken."""
    count, ids = graph.num_vertices, id_bytes(graph)
    if not _has_hubs(graph, arguments):
        parts = {"triangles": COUNT * count, "marks of each thread": device.threads * count}
        return Needs(parts, ("out_degrees",))
    parts = {
        "order of degrees": count * (8 + ids),
        "edges turned upward": ids * graph.num_edges + 2 * count * offset_bytes(graph),
        "marks and counts of each thread": 2 * device.threads * COUNT * count,
        "sums, by rank and by vertex": 3 * COUNT * count,
    }
    return Needs(parts, ("out_degrees",))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`: the edges between ranks are what takes most, where there are hubs."""
    count, ids = graph.num_vertices, id_bytes(graph)
    if not _has_hubs(graph, arguments):
        return Needs({"triangles": COUNT * count}, ("out_degrees",))
    once = graph.num_edges // 2
    choosing = (2 * 2 * ids + 2 * (1 + ids) + 2 * ids) * once  # both ends of all edges, and of those upward
    sorting = (2 * ids + 2 + ids) * once + 2 * offset_bytes(graph) * count + to_sort_on_gpu(once, False)
    counting = 3 * ids * once + (offset_bytes(graph) + 5 * COUNT) * count
    parts = {"ranks": ids * count, "edges turned upward": max(choosing, sorting, counting)}
    return Needs(parts, ("coo", "out_degrees"))


def _has_hubs(graph: Graph, arguments: dict[str, Any]) -> bool:
    if arguments["strategy"] != "auto":
        raise InputError("the memory of triangles is told of strategy 'auto' only")
    mean_degree = graph.num_edges / max(1, graph.num_vertices)
    return mean_degree > 0 and int(graph.out_degrees.max()) > HUB_DEGREE * mean_degree
