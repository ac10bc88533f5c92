"""``wavefront figure``: a picture of what a method's threads do on a small graph, or of how it is stored."""

from pathlib import Path
from typing import Annotated, Any

import typer

from .console import (
    EdgeColumns,
    Format,
    InputFormat,
    ReportFormat,
    Undirected,
    labels_of,
    parse_vertex,
    print_facts,
    print_json,
    read_graph,
    sizes_text,
    timed,
)
from .output_files import check_place, writing
from .strategy_options import with_strategy_options

What = Annotated[
    str,
    typer.Argument(
        metavar="WHAT", help="A method, or a picture; an unknown one lists them all.", show_default=False
    ),
]
FigurePath = Annotated[
    Path,
    typer.Argument(
        metavar="OUTPUT", help="The .svg file to write; for a chart also .png.", show_default=False
    ),
]
DrawnGraph = Annotated[
    Path | None,
    typer.Option("--graph", metavar="GRAPH", help="A file of a small graph; by default the book's graph."),
]
Roots = Annotated[
    list[str] | None,
    typer.Option(
        "--source", metavar="VERTEX", help="Where to start; by default vertex 0. May be given several times."
    ),
]
Level = Annotated[int | None, typer.Option(help="Draw this level only.")]
Method = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAMES",
        help="The method of memory or frontier; for account and roofline several, with commas between them.",
    ),
]
Where = Annotated[
    str | None,
    typer.Option("--device", metavar="NAME", help="Of roofline: cpu, which is the default, or cuda."),
]


@with_strategy_options
def figure(
    what: What,
    output: FigurePath,
    graph: DrawnGraph = None,
    source: Roots = None,
    level: Level = None,
    strategy: Method = None,
    device_name: Where = None,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    report_format: ReportFormat = Format.text,
    **options: Any,
) -> None:
    """Draw a method's threads and queues on a small graph, its memory, the graph's formats, or charts.

    A method's name draws its levels; roots, memory, formats, matrix, csr, csc, coo, ell and jds are pictures;
    frontier, account and roofline are charts, of graphs of any size, for papers and slides.

    Example: wavefront figure privatized --graph karate.mtx --level 2 privatized.svg
    """
    from ..generators import book_graph
    from ..measure.drawing import figure as draw
    from ..measure.drawing.api import check_name

    check_name(output, what)
    check_place(output)
    drawn = book_graph() if graph is None else read_graph(graph, {}, input_format, undirected, edge_columns)
    sources = [parse_vertex(drawn, name) for name in source or []] or [0]
    with timed("draw", {}, output.name):
        made = draw(what, drawn, sources, level=level, strategy=strategy, device=device_name, **options)
    with writing(output, "write", {}):
        made.write(output)
    if report_format is Format.json:
        record = {"output": str(output), "what": what, "bytes": output.stat().st_size}
        print_json({**record, "sources": labels_of(drawn, sources), "level": level})
    else:
        print_facts(
            [
                ("written", f"{output}, {output.stat().st_size:,} bytes"),
                ("picture", what if level is None else f"{what}, level {level}"),
                ("graph", sizes_text(drawn)),
            ]
        )
