"""``wavefront sssp``: shortest paths from one vertex by the edges' weights."""

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import (
    DeviceName,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    labels_of,
    parse_vertex,
    read_graph,
    timed,
)
from ..search.search_files import Column, check_output
from ..search.search_report import steps_text
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print

if TYPE_CHECKING:
    from ...algorithms.sssp import SsspResult

Source = Annotated[
    str,
    typer.Option(metavar="VERTEX", help="Where to start: a label, or an id from 0 up.", show_default=False),
]
Target = Annotated[str | None, typer.Option(metavar="VERTEX", help="Show a shortest path to it.")]
Delta = Annotated[
    float | None, typer.Option(help="How far a bucket reaches, in units of the weights; by default chosen.")
]


def sssp(
    path: GraphPath,
    source: Source,
    target: Target = None,
    delta: Delta = None,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find shortest paths from a vertex; the length of an edge is its weight, or 1.

    Example: wavefront sssp roads.gr --source 0 --target 99
    """
    import numpy as np

    from ...algorithms.sssp import sssp as search
    from ...validate import validate_sssp

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    start = parse_vertex(graph, source)
    goal = None if target is None else parse_vertex(graph, target)
    with timed("search", milliseconds, path.name):
        result = search(graph, start, delta=delta, device=device_name).to_numpy()
    if validate:
        validate_sssp(graph, start, result.distances, result.predecessors)
    reached = np.flatnonzero(result.distances < np.inf)
    assert result.predecessors is not None
    columns = [
        Column("distances", "distance", result.distances),
        Column("predecessors", "predecessor", result.predecessors, are_vertices=True),
    ]
    write_and_print(
        VertexReport(
            path,
            graph,
            result.device.name,
            _facts(result, goal, report_format),
            "distance",
            result.distances[reached],
            validate,
            output,
            milliseconds,
            vertices=reached,
        ),
        columns,
        report_format,
    )


def _facts(result: "SsspResult", goal: int | None, report_format: Format) -> dict[str, Any]:
    """What is said of the search, and of the way to its target; in text an unreached one has no path."""
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
