"""``wavefront generate``: make a graph or a maze and write it to a file, one sub-command per kind."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .console import (
    Format,
    OutputFormat,
    OutputPath,
    ReportFormat,
    print_facts,
    print_json,
    rounded,
    timed,
)
from .output_files import check_graph_output, check_place, write_graph, writing

if TYPE_CHECKING:
    from ..graph import Graph

app = typer.Typer(
    name="generate", help="Make a graph or a maze and write it to a file.", no_args_is_help=True
)

Vertices = Annotated[int, typer.Option("--num-vertices", help="Number of vertices.", show_default=False)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same graph, everywhere.")]
Directed = Annotated[bool, typer.Option("--directed", help="Keep each edge in one direction only.")]

SHAPES = {  # the kinds whose only argument is the number of vertices
    "star": "Vertex 0 joined to every other.",
    "path": "A path: as many levels as vertices.",
    "cycle": "A closed path.",
    "complete": "Every vertex joined to every other.",
}


def _write(
    make: "Callable[[], Graph]", output: Path, output_format: str | None, report_format: Format
) -> None:
    check_graph_output(output, output_format)
    milliseconds: dict[str, float] = {}
    with timed("generate", milliseconds, output.name):
        graph = make()
        _ = graph.csr
    write_graph(graph, output, output_format, milliseconds, report_format)


@app.command()
def kronecker(
    output: OutputPath,
    scale: Annotated[int, typer.Option(help="2**scale vertices.", show_default=False)],
    edge_factor: Annotated[int, typer.Option(help="Edges per vertex.")] = 16,
    seed: Seed = 0,
    directed: Directed = False,
    output_format: OutputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Graph 500's random graph, few hubs, few levels.

    Example: wavefront generate kronecker --scale 18 kronecker.npy
    """
    from .. import generators

    _write(
        lambda: generators.kronecker(scale, edge_factor, seed, directed=directed),
        output,
        output_format,
        report_format,
    )


@app.command()
def uniform(
    output: OutputPath,
    num_vertices: Vertices,
    num_edges: Annotated[int, typer.Option("--num-edges", help="Number of edges.", show_default=False)],
    seed: Seed = 0,
    directed: Directed = False,
    output_format: OutputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Edges between random pairs of vertices.

    Example: wavefront generate uniform --num-vertices 1000 --num-edges 8000 uniform.mtx
    """
    from .. import generators

    _write(
        lambda: generators.uniform(num_vertices, num_edges, seed, directed=directed),
        output,
        output_format,
        report_format,
    )


@app.command()
def grid(
    output: OutputPath,
    rows: Annotated[int, typer.Option(help="Rows.", show_default=False)],
    cols: Annotated[int, typer.Option(help="Columns.", show_default=False)],
    layers: Annotated[int | None, typer.Option(help="Layers of a three-dimensional grid.")] = None,
    output_format: OutputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Cells of 4 neighbors, or 6 with layers.

    Example: wavefront generate grid --rows 1000 --cols 1000 grid.npy
    """
    from .. import generators

    shape = (rows, cols) if layers is None else (layers, rows, cols)
    _write(lambda: generators.grid(*shape), output, output_format, report_format)


@app.command()
def small_world(
    output: OutputPath,
    num_vertices: Vertices,
    degree: Annotated[int, typer.Option(help="Neighbors on the ring, an even number.")] = 4,
    rewire: Annotated[float, typer.Option(help="Chance that an edge is moved, from 0 to 1.")] = 0.1,
    seed: Seed = 0,
    output_format: OutputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Watts and Strogatz's ring with shortcuts.

    Example: wavefront generate small-world --num-vertices 10000 --degree 8 world.mtx
    """
    from .. import generators

    _write(
        lambda: generators.small_world(num_vertices, degree, rewire, seed),
        output,
        output_format,
        report_format,
    )


@app.command()
def maze(
    output: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help="A .png, .txt or .npy file.", show_default=False)
    ],
    rows: Annotated[int, typer.Option(help="Rows of cells, walls included: odd.", show_default=False)],
    cols: Annotated[int, typer.Option(help="Columns of cells, walls included: odd.", show_default=False)],
    seed: Annotated[int, typer.Option(help="The same seed gives the same maze, everywhere.")] = 0,
    report_format: ReportFormat = Format.text,
) -> None:
    """A board for route: one way between any two free cells, corridors on odd rows and columns.

    Example: wavefront generate maze --rows 41 --cols 61 maze.png
    """
    from .. import generators
    from ..maze.board import check_board_output, write_board

    check_place(output)
    check_board_output(output)
    milliseconds: dict[str, float] = {}
    with timed("generate", milliseconds, output.name):
        board = generators.maze(rows, cols, seed)
    with writing(output, "write", milliseconds):
        write_board(board, output)
    free = int(board.size - board.sum())
    if report_format is Format.json:
        record = {"output": str(output), "rows": rows, "cols": cols, "num_free": free}
        print_json({**record, "bytes": output.stat().st_size, "milliseconds": rounded(milliseconds)})
    else:
        print_facts(
            [
                ("written", f"{output}, {output.stat().st_size:,} bytes"),
                ("maze", f"{rows:,} x {cols:,} cells, {free:,} free"),
                *((name, f"{1e-3 * value:,.2f} s") for name, value in milliseconds.items()),
            ]
        )


def _shape_command(kind: str) -> Callable[..., None]:
    def command(
        output: OutputPath,
        num_vertices: Vertices,
        output_format: OutputFormat = None,
        report_format: ReportFormat = Format.text,
    ) -> None:
        from .. import generators

        _write(lambda: getattr(generators, kind)(num_vertices), output, output_format, report_format)

    command.__doc__ = f"""{SHAPES[kind]}

    Example: wavefront generate {kind} --num-vertices 1000 {kind}.mtx
    """
    return command


for _kind in SHAPES:
    app.command(_kind)(_shape_command(_kind))


@app.command()
def book(
    output: OutputPath,
    small: Annotated[bool, typer.Option("--small", help="The one of 5 vertices.")] = False,
    output_format: OutputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """The 9-vertex graph of PMPP, chapter 15.

    Example: wavefront generate book book.txt
    """
    from .. import generators

    make = generators.small_book_graph if small else generators.book_graph
    _write(make, output, output_format, report_format)
