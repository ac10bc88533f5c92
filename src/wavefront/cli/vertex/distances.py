"""``wavefront distances``: the distances from each of several vertices."""

from typing import TYPE_CHECKING

from ..console import Format, Source, labels_of, parse_vertex
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from ..search.search_files import Column
from .report import Found
from .run import Run

if TYPE_CHECKING:
    import numpy as np


def distances(
    run: Run, source: Source, vertex_filter: VertexFilter = None, edge_filter: EdgeFilter = None
) -> Found:
    """A column of distances for each source; the table shows the vertices that the first one reaches."""
    from ...graph.weight_types import is_reached

    starts = [parse_vertex(run.graph, name) for name in source]
    result = run.result(sources=starts, **read_filters(vertex_filter, edge_filter))
    return found_rows(run, starts, result.distances, is_reached(result.distances[0]))


def found_rows(run: Run, starts: list[int], rows: "np.ndarray", is_shown: "np.ndarray") -> Found:
    """A column for the row of each start; the table shows some of the vertices."""
    import numpy as np

    names, number = labels_of(run.graph, starts), run.command.value_name
    columns = [
        Column(f"{run.command.values}_{start}", f"{number} from {name}", row)
        for start, name, row in zip(starts, names, rows, strict=True)
    ]
    reached = np.flatnonzero(is_shown)
    shown = [column._replace(values=column.values[reached]) for column in columns]
    is_json = run.asked.report_format is Format.json
    facts = {"sources": names if is_json else ", ".join(map(str, names))}
    return Found(facts, columns, shown, reached)
