"""What the commands for some of the vertices share: which were chosen, and what was found for them."""

from typing import TYPE_CHECKING, Any

from ..console import parse_vertex
from .report import Found
from .run import Run

if TYPE_CHECKING:
    from ...graph import Graph


def chosen(graph: "Graph", named: list[str] | None, samples: int | None) -> list[int] | int | None:
    """The argument for the vertices that are named, or for a number of drawn ones; None for all."""
    return [parse_vertex(graph, name) for name in named] if named else samples


def found_for(run: Run, result: Any, facts: dict[str, Any]) -> Found:
    """The numbers of the vertices that were chosen; the facts say how many they are."""
    count = result.vertices.size
    exact = {"num_found": count, "all": count == run.graph.num_vertices}
    column = run.column(result)
    if exact["all"]:
        return Found(exact | facts, [column])
    some = column._replace(values=column.values[result.vertices])
    return Found(exact | facts, [some], vertices=result.vertices)
