"""``wavefront sssp``: shortest paths from one vertex by the edges' weights."""

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import Format, labels_of, parse_vertex
from ..search.search_files import Column
from ..search.search_report import steps_text
from .report import Found
from .run import Run

if TYPE_CHECKING:
    from ...algorithms.sssp import SsspResult

Source = Annotated[
    str,
    typer.Option(metavar="VERTEX", help="Where to start: a label, or an id from 0 up.", show_default=False),
]
Target = Annotated[str | None, typer.Option(metavar="VERTEX", help="Show a shortest path to it.")]
Delta = Annotated[
    float | None, typer.Option(help="Width of a bucket, in units of the weights; by default chosen.")
]


def sssp(run: Run, source: Source, target: Target = None, delta: Delta = None) -> Found:
    """Distances and predecessors; in the table the distances of the vertices that are reached."""
    import numpy as np

    start = parse_vertex(run.graph, source)
    goal = None if target is None else parse_vertex(run.graph, target)
    result = run.result(source=start, delta=delta)
    reached = np.flatnonzero(result.distances < np.inf)
    columns = [
        run.column(result),
        Column("predecessors", "predecessor", result.predecessors, are_vertices=True),
    ]
    shown = [columns[0]._replace(values=result.distances[reached])]
    return Found(_facts(result, goal, run.asked.report_format), columns, shown, reached)


def _facts(result: "SsspResult", goal: int | None, report_format: Format) -> dict[str, Any]:
    """The facts of the search, and of the path to its target; in text an unreached target has no path."""
    graph = result.graph
    facts: dict[str, Any] = {
        "source": labels_of(graph, [result.source])[0],
        "delta": result.delta if isfinite(result.delta) else None,
        "num_reached": result.num_reached,
    }
    path = None if goal is None else result.path(goal)
    if report_format is Format.json:
        facts |= {
            "target": None if goal is None else labels_of(graph, [goal])[0],
            "distance": None if path is None else float(result.distances[path[-1]]),
            "path": None if path is None else labels_of(graph, path),
        }
        return facts
    if goal is not None:
        facts["target"] = labels_of(graph, [goal])[0]
        facts["distance"] = "not reached" if path is None else float(result.distances[goal])
    if path is not None:
        facts["path"] = steps_text(graph, path)
    # Labels are names, not numbers to be punctuated.
    return {name: str(value) if name in ("source", "target") else value for name, value in facts.items()}
