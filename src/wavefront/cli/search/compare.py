"""``wavefront compare``: every method on the same searches, its time and its work."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ..console import (
    Format,
    labels_of,
    print_json,
    rounded,
    timed,
)
from ..json_records import graph_record
from ..option_groups import Common, Drawn, with_options
from ..output_files import check_place, writing
from ..strategy_options import with_strategy_options
from ..tables import print_level_table

SOURCES = 4  # drawn by default

Rounds = Annotated[int, typer.Option(min=1, help="Searches by each method from each source.")]
Figure = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw times and work into a .png, .svg or .pdf file."),
]
Columns = Annotated[
    str, typer.Option(help="Columns of the table: main, work, atomics, busiest, all, or names, by commas.")
]
Layouts = Annotated[bool, typer.Option("--layouts", help="Show each layout that a method takes as well.")]
Literal = Annotated[bool, typer.Option("--literal", help="Show the book's own form of a method as well.")]


@with_strategy_options
@with_options
def compare(
    common: Common,
    drawn: Drawn,
    rounds: Rounds = 3,
    layouts: Layouts = False,
    literal: Literal = False,
    columns: Columns = "main",
    output: Figure = None,
    **options: Any,
) -> None:
    """Time every method on each device present, and show what its threads do.

    Times are medians, in milliseconds; the work is a search's, a mean over the sources. Directions are those
    of the first source's search: > for a level that pushed, < for one that pulled.

    Example: wavefront compare kron.npy --samples 8 --output kron.png
    """
    from ...measure.compare import compare as compare_methods
    from ...measure.comparison import Comparison
    from ...measure.figure import check_figure, draw_comparison

    if output is not None:
        check_place(output)
        check_figure(output)
    Comparison([]).table(columns)  # a wrong name is told before the work
    milliseconds: dict[str, float] = {}
    graph = common.read(milliseconds)
    sources = drawn.sources(graph, SOURCES)
    with timed("compare", milliseconds, common.path.name) as report:
        found = compare_methods(
            graph,
            sources,
            device=common.device_name,
            rounds=rounds,
            layouts=layouts,
            literal=literal,
            progress=report,
            **options,
        )
    labels = labels_of(graph, sources)
    if output is not None:
        with writing(output, "draw", milliseconds):
            draw_comparison(found, output, f"{common.path.name}: breadth-first search by every method")
    if common.report_format is Format.json:
        record: dict[str, Any] = {"graph": graph_record(common.path, graph), "sources": labels}
        record["output"] = None if output is None else str(output)
        methods = json.loads(found.to_json())
        print_json({**record, "methods": methods, "milliseconds": rounded(milliseconds)})
    else:
        search = f"from {', '.join(map(str, labels))}, each alone"
        print_level_table(common.path, graph, search, milliseconds, found.table(columns))
