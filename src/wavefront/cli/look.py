"""``wavefront look``: the page on which a search is stepped, thread by thread."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import InputError
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
    rounded,
    sizes_text,
    timed,
)
from .output_files import check_place, writing

if TYPE_CHECKING:
    from ..measure.comparison import Comparison

Methods = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAMES",
        help="The methods, with commas between them, also sssp and bellman_ford; by default six searches.",
        show_default=False,
    ),
]
PagePath = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The .html file to write.")]
Compared = Annotated[
    list[Path] | None,
    typer.Option(
        "--compared",
        metavar="FILE",
        help="What wavefront compare --format json printed, for the heat map. May be given several times.",
        show_default=False,
    ),
]
Benched = Annotated[
    list[Path] | None,
    typer.Option(
        "--benched",
        metavar="FILE",
        help="What wavefront bench --format json printed, for a timeline. May be given several times.",
        show_default=False,
    ),
]
StartCell = Annotated[
    str | None,
    typer.Option(
        "--start", metavar="R,C", help="For a board: row and column of the start; with layers L,R,C."
    ),
]
GoalCell = Annotated[str | None, typer.Option("--goal", metavar="R,C", help="For a board: where to go.")]
Roots = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        metavar="VERTEX",
        help="For a graph: where to start, a label or an id from 0 up. May be given several times.",
        show_default=False,
    ),
]
Delta = Annotated[
    float | None,
    typer.Option(
        "--delta", help="Of sssp: the width of a bucket, in units of the weights.", show_default=False
    ),
]
LookedAt = Annotated[
    Path,
    typer.Argument(metavar="GRAPH", help="A graph file; or a board as for route.", show_default=False),
]


def look(
    path: LookedAt,
    source: Roots = None,
    strategy: Methods = None,
    output: PagePath = Path("page.html"),
    delta: Delta = None,
    compare: Compared = None,
    bench: Benched = None,
    start: StartCell = None,
    goal: GoalCell = None,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Write a page for a browser: a search stepped thread by thread, and what each method costs.

    One file that needs no network. Threads can be stepped on graphs of up to 300 vertices and 4,000 edges;
    of larger ones there are the charts. Searches by weights, as sssp, are stepped alike. Of a board, with
    --start and --goal, the wave is stepped. No GPU is needed.

    Example: wavefront look karate.mtx --source 0 --strategy push,hierarchical -o karate.html
    """
    from ..looking.api import DEFAULT, check_name
    from ..looking.api import look as made

    check_name(output)
    check_place(output)
    milliseconds: dict[str, float] = {}
    if start is not None or goal is not None:
        if start is None or goal is None or source or strategy or delta is not None or compare or bench:
            raise InputError("a board takes --start and --goal, and no option of graphs")
        _look_at_board(path, start, goal, output, report_format)
        return
    if not source:
        raise InputError("give --source for a graph, or --start and --goal for a board")
    compared = dict(_comparison(file) for file in compare or [])
    benched = [_json_of(file) for file in bench or []]
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns)
    sources = [parse_vertex(graph, name) for name in source]
    names = list(DEFAULT if strategy is None else dict.fromkeys(strategy.split(",")))
    with timed("record", milliseconds, path.name) as report:
        page = made(
            graph,
            sources,
            names,
            delta=delta,
            title=path.name,
            compared=compared,
            benched=benched,
            progress=report,
        )
    with writing(output, "write", milliseconds):
        page.save(output)
    size = output.stat().st_size
    if report_format is Format.json:
        record: dict[str, Any] = {"output": str(output), "bytes": size, "methods": names}
        record["sources"] = labels_of(graph, sources)
        print_json({**record, "num_runs": len(page.data["runs"]), "milliseconds": rounded(milliseconds)})
    else:
        written = ("written", f"{output}, {size:,} bytes")
        print_facts([written, ("methods", ", ".join(names)), ("graph", sizes_text(graph))])


def _look_at_board(path: Path, start: str, goal: str, output: Path, report_format: Format) -> None:
    from ..looking.api import look as made
    from ..maze.board import read_board
    from .route import parse_cell

    board = read_board(path)
    page = made(board, parse_cell("--start", start), goal=parse_cell("--goal", goal), title=path.name)
    with writing(output, "write", {}):
        page.save(output)
    size, length = output.stat().st_size, len(page.data["board"]["path"]) - 1
    if report_format is Format.json:
        print_json({"output": str(output), "bytes": size, "length": length})
    else:
        way = "the goal can't be reached" if length < 0 else f"{length:,} steps"
        print_facts([("written", f"{output}, {size:,} bytes"), ("way", way)])


def _json_of(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{file}: not what wavefront bench --format json prints") from error


def _comparison(file: Path) -> "tuple[str, Comparison]":
    """The name of the graph that was compared on, and what was found."""
    from ..measure.comparison import Comparison, MethodResult

    try:
        record: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        rows = [
            MethodResult(**{name: value for name, value in row.items() if name != "method"})
            for row in record["methods"]
        ]
        return Path(record["graph"]["file"]).name, Comparison(rows)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{file}: not what wavefront compare --format json prints") from error
