"""``wavefront pagerank``: where a random walk spends its time."""

from typing import Annotated

import typer

from ..console import DeviceName, Format, GraphPath, InputFormat, ReportFormat, Undirected, read_graph, timed
from ..search.search_files import Column, check_output
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print

Damping = Annotated[float, typer.Option(help="The chance to follow an edge, not to start anew.")]
Tolerance = Annotated[float, typer.Option(help="Stop when an iteration changes the ranks by less in all.")]
MaxIterations = Annotated[int, typer.Option(help="Stop after so many, converged or not.")]
Weighted = Annotated[bool, typer.Option("--weighted", help="Follow edges in proportion to their weights.")]


def pagerank(
    path: GraphPath,
    damping: Damping = 0.85,
    tolerance: Tolerance = 1e-6,
    max_iterations: MaxIterations = 100,
    weighted: Weighted = False,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Rank the vertices by how often a random walk visits them.

    Example: wavefront pagerank karate.mtx --output ranks.csv
    """
    from ...algorithms.pagerank import pagerank as rank
    from ...validate import validate_pagerank

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    with timed("rank", milliseconds, path.name):
        result = rank(
            graph, damping, tolerance, max_iterations, weighted=weighted, device=device_name
        ).to_numpy()
    if validate and result.converged:
        validate_pagerank(graph, result.ranks, damping=damping, tolerance=tolerance, weighted=weighted)
    facts = {"iterations": result.iterations, "converged": result.converged}
    validated = validate and result.converged
    write_and_print(
        VertexReport(
            path, graph, result.device.name, facts, "rank", result.ranks, validated, output, milliseconds
        ),
        [Column("ranks", "rank", result.ranks)],
        report_format,
    )
