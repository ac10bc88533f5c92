"""The memory of `triangles`: arrays of marks.py, dense_core.py; on a GPU, hashed.py, split.py, units.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...device import Cpu
from ...errors import InputError
from ...graph.needs import Needs, id_bytes, offset_bytes
from .choice import goes_by_degree
from .dense_core import MOST
from .hashed import most_units

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

COUNT = 8  # bytes
SPLIT = 4  # bytes of an entry of a split list, and of its length
SORTED = 40  # bytes per vertex while degrees are sorted, which is before the lists are split
UNIT = 8  # bytes of a unit of work


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What counting takes; looks at a graph on the CPU, to see which way is taken, else tells the larger."""
    count, ids = graph.num_vertices, id_bytes(graph)
    _require_auto(arguments)
    if isinstance(graph.device, Cpu) and not goes_by_degree(graph, device):
        parts = {"triangles": COUNT * count, "marks of each thread": device.threads * count}
        return Needs(parts, ("out_degrees",))
    core = -(-min(count, MOST) // 64) * 64
    parts = {
        "order of degrees": count * (8 + ids),
        "bits of the core, at most": core * core // 8 + device.threads * (4 * core + 12 * core // 64),
        "edges turned upward": ids * graph.num_edges + 2 * count * offset_bytes(graph),
        "marks and counts of each thread": device.threads * COUNT * count,
        "triangles": COUNT * count,
    }
    return Needs(parts, ("out_degrees",))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`: the split lists take most, where edges are turned."""
    count = graph.num_vertices
    _require_auto(arguments)
    if not goes_by_degree(graph, device):
        return Needs({"triangles": COUNT * count}, ("out_degrees",))
    parts = {
        "triangles": 2 * COUNT * count,
        "order of degrees": max(2 * SPLIT * count, SORTED * count - SPLIT * graph.num_edges),
        "lists split": SPLIT * (graph.num_edges + 2 * count),
        "units of work": UNIT * sum(most_units(count, graph.num_edges)),
    }
    return Needs(parts, ("out_degrees",))


def _require_auto(arguments: dict[str, Any]) -> None:
    if arguments["strategy"] != "auto":
        raise InputError("the memory of triangles is told of strategy 'auto' only")
