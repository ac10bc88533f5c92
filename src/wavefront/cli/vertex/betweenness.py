"""``wavefront betweenness``: through which vertices the shortest paths lead."""

from typing import Annotated

import typer

from ..console import (
    DeviceName,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    parse_vertex,
    read_graph,
    timed,
)
from ..search.search_files import Column, check_output
from .sources import Samples, Seed, Sources, check_sources
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print

Counts = Annotated[bool, typer.Option("--counts", help="Score by pairs of vertices, not by their share.")]


def betweenness(
    path: GraphPath,
    samples: Samples = None,
    source: Sources = None,
    seed: Seed = 0,
    counts: Counts = False,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Score each vertex by the share of shortest paths through it.

    Example: wavefront betweenness karate.mtx --samples 20
    """
    from ...algorithms.betweenness import betweenness_centrality
    from ...validate import validate_betweenness

    if output is not None:
        check_output(output)
    check_sources(source, samples)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    sources = [parse_vertex(graph, name) for name in source] if source else samples
    with timed("score", milliseconds, path.name):
        result = betweenness_centrality(
            graph, sources, normalized=not counts, seed=seed, device=device_name
        ).to_numpy()
    if validate:
        validate_betweenness(graph, result.scores, sources=result.sources, normalized=not counts)
    facts = {"sources": result.sources.size, "exact": result.sources.size == graph.num_vertices}
    write_and_print(
        VertexReport(
            path, graph, result.device.name, facts, "score", result.scores, validate, output, milliseconds
        ),
        [Column("scores", "score", result.scores)],
        report_format,
    )
