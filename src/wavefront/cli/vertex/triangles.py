"""``wavefront triangles``: how many triangles there are, and at which vertices."""

from ..console import DeviceName, Format, GraphPath, InputFormat, ReportFormat, Undirected, read_graph, timed
from ..search.search_files import Column, check_output
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print


def triangles(
    path: GraphPath,
    device: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Count the triangles of an undirected graph, and those at each vertex.

    Example: wavefront triangles karate.mtx --undirected
    """
    from ...algorithms.triangles import triangles as count
    from ...validate import validate_triangles

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    with timed("count", milliseconds, path.name):
        found = count(graph, device=device).to_numpy()
    if validate:
        validate_triangles(graph, found.counts)
    facts = {"total": found.total}
    write_and_print(
        VertexReport(
            path, graph, found.device.name, facts, "triangles", found.counts, validate, output, milliseconds
        ),
        [Column("counts", "triangles", found.counts)],
        report_format,
    )
