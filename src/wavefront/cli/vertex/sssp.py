"""``wavefront sssp``: shortest paths from one or more vertices by the edges' weights."""

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import Format, ShowTrace, Source, labels_of, parse_vertex
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from ..search.search_files import Column
from ..search.search_report import steps_text
from .report import Found
from .run import Run

if TYPE_CHECKING:
    from ...algorithms.bellman_ford import BellmanFordResult
    from ...algorithms.sssp import SsspResult

Target = Annotated[
    str | None, typer.Option(metavar="VERTEX", help="Find a shortest path to it, and nothing further away.")
]
Delta = Annotated[
    float | None, typer.Option(help="Width of a bucket, in units of the weights; by default chosen.")
]
Cutoff = Annotated[float | None, typer.Option(help="The largest distance to find, in units of the weights.")]


def sssp(
    run: Run,
    source: Source,
    target: Target = None,
    cutoff: Cutoff = None,
    delta: Delta = None,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    trace: ShowTrace = False,
) -> Found:
    """Distances and predecessors; in the table the distances of the vertices that are reached."""
    starts = [parse_vertex(run.graph, name) for name in source]
    goal = None if target is None else parse_vertex(run.graph, target)
    filters = read_filters(vertex_filter, edge_filter)
    result = run.result(source=starts, target=goal, cutoff=cutoff, delta=delta, trace=trace, **filters)
    more = {"delta": result.delta if isfinite(result.delta) else None}
    return found_paths(run, result, goal, more)._replace(trace=result.trace)


def found_paths(
    run: Run, result: "SsspResult | BellmanFordResult", goal: int | None, more: dict[str, Any]
) -> Found:
    """What a search for shortest paths found, `more` facts among it; a table of the reached vertices."""
    import numpy as np

    from ...graph.weight_types import is_reached

    reached = np.flatnonzero(is_reached(result.distances))
    parents: Any = result.predecessors
    columns = [run.column(result), Column("predecessors", "predecessor", parents, are_vertices=True)]
    shown = [columns[0]._replace(values=result.distances[reached])]
    return Found(_facts(result, goal, run.asked.report_format, more), columns, shown, reached)


def _facts(
    result: "SsspResult | BellmanFordResult", goal: int | None, report_format: Format, more: dict[str, Any]
) -> dict[str, Any]:
    """The facts of the search, and of the path to its target; in text an unreached target has no path."""

    graph = result.graph
    sources = labels_of(graph, result.sources.tolist())
    facts: dict[str, Any] = {
        "sources": sources,
        **more,
        "num_reached": result.num_reached,
    }
    path = None if goal is None else result.path(goal)
    if report_format is Format.json:
        facts |= {
            "target": None if goal is None else labels_of(graph, [goal])[0],
            "distance": None if path is None else result.distances[path[-1]].item(),
            "path": None if path is None else labels_of(graph, path),
        }
        return facts
    if goal is not None:
        facts["target"] = labels_of(graph, [goal])[0]
        facts["distance"] = "not reached" if path is None else result.distances[goal].item()
    if path is not None:
        facts["path"] = steps_text(graph, path)
    # Labels are names, not numbers to be punctuated.
    facts["sources"] = ", ".join(map(str, sources))
    return {name: str(value) if name == "target" else value for name, value in facts.items()}
