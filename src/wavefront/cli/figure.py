"""``wavefront figure``: a picture of what a method's threads do on a small graph, or of how it is stored."""

from pathlib import Path
from typing import Annotated

import typer

from .console import (
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
from .output_files import writing

What = Annotated[
    str,
    typer.Argument(
        metavar="WHAT", help="A method, or a picture; an unknown one lists them all.", show_default=False
    ),
]
FigurePath = Annotated[
    Path, typer.Argument(metavar="OUTPUT", help="The .svg file to write.", show_default=False)
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
    str | None, typer.Option("--strategy", metavar="NAME", help="The method of a memory picture.")
]
Count = Annotated[int | None, typer.Option(help="An option of the method.")]
Number = Annotated[float | None, typer.Option(help="An option of the method.")]
Word = Annotated[str | None, typer.Option(metavar="NAME", help="An option of the method.")]


def figure(
    what: What,
    output: FigurePath,
    graph: DrawnGraph = None,
    source: Roots = None,
    level: Level = None,
    strategy: Method = None,
    block_size: Count = None,
    capacity: Count = None,
    warp_size: Count = None,
    warp_capacity: Count = None,
    warp_degree: Count = None,
    block_degree: Count = None,
    alpha: Number = None,
    beta: Number = None,
    layout: Word = None,
    claim: Word = None,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Draw a method's threads and queues on a small graph, its memory, or the graph's formats.

    A method's name draws its levels; roots, memory, formats, matrix, csr, csc, coo, ell and jds are pictures.

    Example: wavefront figure privatized --graph karate.mtx --level 2 privatized.svg
    """
    from ..generators import book_graph
    from ..measure.drawing import figure as draw
    from ..measure.drawing.api import check_name

    check_name(output)
    drawn = book_graph() if graph is None else read_graph(graph, {}, input_format, undirected)
    sources = [parse_vertex(drawn, name) for name in source or []] or [0]
    options = {
        "block_size": block_size,
        "capacity": capacity,
        "warp_size": warp_size,
        "warp_capacity": warp_capacity,
        "warp_degree": warp_degree,
        "block_degree": block_degree,
        "alpha": alpha,
        "beta": beta,
        "layout": layout,
        "claim": claim,
    }
    given = {name: value for name, value in options.items() if value is not None}
    with timed("draw", {}, output.name):
        made = draw(what, drawn, sources, level=level, strategy=strategy, **given)
    with writing(output, "write", {}):
        made.write(output)
    if report_format is Format.json:
        record = {"path": str(output), "what": what, "bytes": output.stat().st_size}
        print_json({**record, "sources": labels_of(drawn, sources), "level": level})
    else:
        print_facts(
            [
                ("written", f"{output}, {output.stat().st_size:,} bytes"),
                ("picture", what if level is None else f"{what}, level {level}"),
                ("graph", sizes_text(drawn)),
            ]
        )
