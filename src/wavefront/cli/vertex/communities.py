"""``wavefront communities``: which vertices belong together, by label propagation."""

from typing import Annotated

import typer

from ..console import DeviceName, Format, GraphPath, InputFormat, ReportFormat, Undirected, read_graph, timed
from ..search.search_files import Column, check_output
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print

Seed = Annotated[int, typer.Option(min=0, help="Another one gives other communities.")]
MaxIterations = Annotated[int, typer.Option(min=1, help="Stop after so many, converged or not.")]


def communities(
    path: GraphPath,
    seed: Seed = 0,
    max_iterations: MaxIterations = 100,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find the communities of an undirected graph; the table shows the largest, each by its first vertex.

    Example: wavefront communities karate.mtx --undirected --output communities.csv
    """
    import numpy as np

    from ...algorithms.label_propagation import label_propagation
    from ...validate import validate_label_propagation

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    with timed("propagate", milliseconds, path.name):
        result = label_propagation(
            graph, seed=seed, max_iterations=max_iterations, device=device_name
        ).to_numpy()
    if validate:
        validate_label_propagation(graph, result.communities, converged=result.converged)
    _, first, sizes = np.unique(result.communities, return_index=True, return_counts=True)
    facts = {
        "num_communities": result.num_communities,
        "iterations": result.iterations,
        "converged": result.converged,
    }
    write_and_print(
        VertexReport(
            path,
            graph,
            result.device.name,
            facts,
            "community_size",
            sizes,
            validate,
            output,
            milliseconds,
            vertices=first,
        ),
        [Column("communities", "community", result.communities)],
        report_format,
    )
