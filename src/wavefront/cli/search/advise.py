"""``wavefront advise``: which method searches a graph fastest, and why."""

import json
from typing import Annotated

import typer

from ...errors import InputError
from ..console import (
    DeviceName,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    labels_of,
    parse_vertex,
    print_json,
    print_level_table,
    read_graph,
    rounded,
    timed,
)
from ..vertex.sources import Seed
from .compare import GivenSources

SOURCES = 8  # drawn by default
SECONDS = 60.0

NumSources = Annotated[
    int | None,
    typer.Option("--sources", min=1, metavar="N", help=f"Random sources to draw; {SOURCES} by default."),
]
TimeLimit = Annotated[
    float,
    typer.Option("--time-limit", metavar="SECONDS", help="Seconds after which nothing more is measured."),
]


def advise(
    path: GraphPath,
    num_sources: NumSources = None,
    source: GivenSources = None,
    seed: Seed = 0,
    time_limit: TimeLimit = SECONDS,
    device: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Measure which method searches this graph fastest, and say why.

    Methods search deeper and deeper from one source, and are dropped as they fall behind.

    Example: wavefront advise kron.npy
    """
    from ...measure.advise import advise as advise_on
    from ...measure.searches import random_sources

    if source and num_sources is not None:
        raise InputError("give --source or --sources, not both")
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    if source:
        sources = [parse_vertex(graph, name) for name in source]
    else:
        sources = random_sources(graph, num_sources or SOURCES, seed)
    with timed("advise", milliseconds, path.name) as report:
        found = advise_on(graph, sources, device=device, time_limit=time_limit, progress=report)
    labels = labels_of(graph, sources)
    if report_format is Format.json:
        record = {"path": str(path), "sources": labels, **json.loads(found.to_json())}
        print_json({**record, "milliseconds": rounded(milliseconds)})
    else:
        search = f"from {', '.join(map(str, labels))}, each alone"
        print_level_table(path, graph, search, milliseconds, str(found))
