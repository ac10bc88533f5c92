"""``wavefront bellman-ford``: shortest paths by weights that may be negative."""

from typing import Annotated

import typer

from ..console import ShowTrace, Source, parse_vertex
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from .report import Found
from .run import Run
from .sssp import found_paths

Target = Annotated[str | None, typer.Option(metavar="VERTEX", help="Show a shortest path to it.")]


def bellman_ford(
    run: Run,
    source: Source,
    target: Target = None,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    trace: ShowTrace = False,
) -> Found:
    """Distances and predecessors; in the table the distances of the vertices that are reached."""
    goal = None if target is None else parse_vertex(run.graph, target)
    filters = read_filters(vertex_filter, edge_filter)
    result = run.result(source=[parse_vertex(run.graph, name) for name in source], trace=trace, **filters)
    return found_paths(run, result, goal, {})._replace(trace=result.trace)
