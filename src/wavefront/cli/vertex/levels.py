"""``wavefront levels``: the levels from each of several vertices, as many at once as a word has bits."""

from ..console import Source, parse_vertex
from ..search.bfs import LevelType
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from .distances import found_rows
from .report import Found
from .run import Run


def levels(
    run: Run,
    source: Source,
    level_dtype: LevelType = "int32",
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
) -> Found:
    """A column of levels for each source; the table shows the vertices that the first one reaches."""
    starts = [parse_vertex(run.graph, name) for name in source]
    filters = read_filters(vertex_filter, edge_filter)
    result = run.result(sources=starts, level_dtype=level_dtype, **filters)
    return found_rows(run, starts, result.levels, result.levels[0] >= 0)
