"""``wavefront core``: how densely each vertex's surroundings are knit."""

from ..console import DeviceName, Format, GraphPath, InputFormat, ReportFormat, Undirected, read_graph, timed
from ..search.search_files import Column, check_output
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print


def core(
    path: GraphPath,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find the core number of each vertex of an undirected graph.

    Example: wavefront core karate.mtx --undirected
    """
    from ...algorithms.core_number import core_number
    from ...validate import validate_core_number

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    with timed("peel", milliseconds, path.name):
        result = core_number(graph, device=device_name).to_numpy()
    if validate:
        validate_core_number(graph, result.cores)
    inner = int((result.cores == result.degeneracy).sum())
    facts = {"degeneracy": result.degeneracy, "in_the_innermost_core": inner}
    write_and_print(
        VertexReport(
            path, graph, result.device.name, facts, "core", result.cores, validate, output, milliseconds
        ),
        [Column("cores", "core", result.cores)],
        report_format,
    )
