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
    read_graph,
    rounded,
    timed,
)
from ..tables import print_level_table
from ..vertex.sources import Seed
from .compare import GivenSources

SOURCES = 8  # drawn by default

NumSources = Annotated[
    int | None,
    typer.Option("--sources", min=1, metavar="N", help=f"Random sources to draw; {SOURCES} by default."),
]


def advise(
    path: GraphPath,
    num_sources: NumSources = None,
    source: GivenSources = None,
    seed: Seed = 0,
    device: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Measure which method searches this graph fastest, and say why.

    Methods that the number of levels makes too slow are not run, and those that fall behind are dropped.

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
        found = advise_on(graph, sources, device=device, progress=report)
    labels = labels_of(graph, sources)
    if report_format is Format.json:
        record = {"path": str(path), "sources": labels, **json.loads(found.to_json())}
        print_json({**record, "milliseconds": rounded(milliseconds)})
    else:
        search = f"from {', '.join(map(str, labels))}, each alone"
        print_level_table(path, graph, search, milliseconds, str(found))
