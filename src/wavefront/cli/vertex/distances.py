"""``wavefront distances``: the distances from each of several vertices."""

from ..console import Format, Source, labels_of, parse_vertex
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from ..search.search_files import Column
from .report import Found
from .run import Run


def distances(
    run: Run, source: Source, vertex_filter: VertexFilter = None, edge_filter: EdgeFilter = None
) -> Found:
    """A column of distances for each source; the table shows the vertices that the first one reaches."""
    import numpy as np

    starts = [parse_vertex(run.graph, name) for name in source]
    result = run.result(sources=starts, **read_filters(vertex_filter, edge_filter))
    names = labels_of(run.graph, starts)
    columns = [
        Column(f"distances_{start}", f"distance from {name}", row)
        for start, name, row in zip(starts, names, result.distances, strict=True)
    ]
    reached = np.flatnonzero(result.distances[0] < np.inf)
    shown = [column._replace(values=column.values[reached]) for column in columns]
    is_json = run.asked.report_format is Format.json
    facts = {"sources": names if is_json else ", ".join(map(str, names))}
    return Found(facts, columns, shown, reached)
