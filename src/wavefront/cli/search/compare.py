"""``wavefront compare``: every method on the same searches, its time and its work."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ...errors import InputError
from ..console import (
    DeviceName,
    EdgeColumns,
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
from ..output_files import check_place, writing
from ..strategy_options import with_strategy_options
from ..tables import print_level_table
from ..vertex.sources import Seed

SOURCES = 4  # drawn by default

NumSources = Annotated[
    int | None,
    typer.Option("--sources", min=1, metavar="N", help=f"Random sources to draw; {SOURCES} by default."),
]
GivenSources = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        metavar="VERTEX",
        help="Search from this vertex instead of random ones. May be given several times.",
        show_default=False,
    ),
]
Rounds = Annotated[int, typer.Option(min=1, help="Searches by each method from each source.")]
Figure = Annotated[
    Path | None,
    typer.Option(
        "--figure", "--output", metavar="FILE", help="Draw times and work into a .png, .svg or .pdf file."
    ),
]
Columns = Annotated[
    str, typer.Option(help="Columns of the table: main, work, atomics, busiest, all, or names, by commas.")
]
Layouts = Annotated[bool, typer.Option("--layouts", help="Show each layout that a method takes as well.")]
Literal = Annotated[bool, typer.Option("--literal", help="Show the book's own form of a method as well.")]


@with_strategy_options
def compare(
    path: GraphPath,
    num_sources: NumSources = None,
    source: GivenSources = None,
    seed: Seed = 0,
    rounds: Rounds = 3,
    layouts: Layouts = False,
    literal: Literal = False,
    columns: Columns = "main",
    device: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    output: Figure = None,
    report_format: ReportFormat = Format.text,
    **options: Any,
) -> None:
    """Time every method on each device present, and show what its threads do.

    Times are medians, in milliseconds; the work is a search's, a mean over the sources. Directions are those
    of the first source's search: > for a level that pushed, < for one that pulled.

    Example: wavefront compare kron.npy --sources 8 --figure kron.png
    """
    from ...measure.compare import compare as compare_methods
    from ...measure.comparison import Comparison
    from ...measure.figure import check_figure, draw_comparison
    from ...measure.searches import random_sources

    if source and num_sources is not None:
        raise InputError("give --source or --sources, not both")
    if output is not None:
        check_place(output)
        check_figure(output)
    Comparison([]).table(columns)  # a wrong name is told before the work
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns)
    if source:
        sources = [parse_vertex(graph, name) for name in source]
    else:
        sources = random_sources(graph, num_sources or SOURCES, seed)
    with timed("compare", milliseconds, path.name) as report:
        found = compare_methods(
            graph,
            sources,
            device=device,
            rounds=rounds,
            layouts=layouts,
            literal=literal,
            progress=report,
            **options,
        )
    labels = labels_of(graph, sources)
    if output is not None:
        with writing(output, "draw", milliseconds):
            draw_comparison(found, output, f"{path.name}: breadth-first search by every method")
    if report_format is Format.json:
        record = {"path": str(path), "sources": labels, "output": None if output is None else str(output)}
        methods = json.loads(found.to_json())
        print_json({**record, "methods": methods, "milliseconds": rounded(milliseconds)})
    else:
        search = f"from {', '.join(map(str, labels))}, each alone"
        print_level_table(path, graph, search, milliseconds, found.table(columns))
