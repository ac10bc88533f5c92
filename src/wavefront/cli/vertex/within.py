"""``wavefront within``: the vertices near one vertex."""

from math import isfinite
from typing import Annotated

import typer

from ...errors import InputError
from ..console import Format, OneSource, ShowTrace, Weighted, labels_of, parse_vertex
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from ..search.search_files import Column
from .report import Found
from .run import Run

Radius = Annotated[
    float, typer.Option(help="The largest distance: edges, or with --weighted a sum of weights.")
]


def within(
    run: Run,
    source: OneSource,
    radius: Radius = 1.0,
    weighted: Weighted = False,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    trace: ShowTrace = False,
) -> Found:
    """The vertices found, their distances and predecessors; the table shows the furthest."""
    if not weighted and not radius.is_integer():
        raise InputError(f"radius is a whole number of edges, not {radius:g}; --weighted takes any number")
    start = parse_vertex(run.graph, source)
    distance = radius if weighted else int(radius)
    filters = read_filters(vertex_filter, edge_filter)
    result = run.result(source=start, radius=distance, weighted=weighted, trace=trace, **filters)
    (name,) = labels_of(run.graph, [start])
    facts = {
        "source": name if run.asked.report_format is Format.json else str(name),
        "radius": result.radius if isfinite(result.radius) else None,
        "num_found": result.vertices.size,
    }
    columns = [
        run.column(result),
        Column("predecessors", "predecessor", result.predecessors, are_vertices=True),
    ]
    return Found(facts, columns, vertices=result.vertices, trace=result.trace)
