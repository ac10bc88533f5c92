"""``wavefront topological``: the order of what depends on one another, by levels."""

from ..console import DeviceName, Format, GraphPath, InputFormat, ReportFormat, read_graph, timed
from ..search.search_files import Column, check_output
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print


def topological(
    path: GraphPath,
    device_name: DeviceName = "auto",
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find the longest path, in edges, to each vertex of a directed graph without cycles.

    Example: wavefront topological tasks.txt --output levels.csv
    """
    import numpy as np

    from ...algorithms.topological_levels import topological_levels
    from ...validate import validate_topological_levels

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format)
    with timed("order", milliseconds, path.name):
        result = topological_levels(graph, device=device_name).to_numpy()
    if validate:
        validate_topological_levels(graph, result.levels)
    widest = int(np.bincount(result.levels).max(initial=0))
    facts = {"num_levels": result.num_levels, "in_the_widest_level": widest}
    write_and_print(
        VertexReport(
            path, graph, result.device.name, facts, "level", result.levels, validate, output, milliseconds
        ),
        [Column("levels", "level", result.levels)],
        report_format,
    )
