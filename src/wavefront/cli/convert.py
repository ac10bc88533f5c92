"""``wavefront convert``: read a graph in one format, write it in another."""

from typing import Annotated

import typer

from .console import (
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    OutputFormat,
    OutputPath,
    ReportFormat,
    Undirected,
    read_graph,
    timed,
)
from .output_files import check_graph_output, write_graph


def convert(
    path: GraphPath,
    output: OutputPath,
    undirected: Undirected = False,
    simplify: Annotated[
        bool, typer.Option("--simplify", help="Drop self-loops and merge parallel edges.")
    ] = False,
    random_weights: Annotated[
        int | None, typer.Option(metavar="SEED", help="Give the edges random weights.")
    ] = None,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    output_format: OutputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Write a graph file in another format.

    Example: wavefront convert karate.mtx karate.npy
    """
    check_graph_output(output, output_format)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns, random_weights)
    if simplify:
        with timed("simplify", milliseconds, path.name):
            graph = graph.simplified()
    write_graph(graph, output, output_format, milliseconds, report_format)
