"""What the JSON of several commands shares."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..graph import Graph


def graph_record(path: Path, graph: "Graph") -> dict[str, Any]:
    """The graph that a command read, and its sizes."""
    return {"file": str(path), **sizes_record(graph)}


def sizes_record(graph: "Graph") -> dict[str, Any]:
    """The size of a graph."""
    return {
        "num_vertices": graph.num_vertices,
        "num_edges": graph.num_edges,
        "directed": graph.directed,
    }


def without_infinities(value: Any) -> Any:
    """The record with None for numbers that JSON does not have: infinities and NaN."""
    if isinstance(value, dict):
        return {name: without_infinities(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_infinities(item) for item in value]
    return value if not isinstance(value, float) or isfinite(value) else None
