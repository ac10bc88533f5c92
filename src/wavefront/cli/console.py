"""What the commands share: options, consoles, progress, reading a graph, tables.

stdout carries the result and nothing else; progress and notes go to stderr.
"""

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from ..compiling import clock, compile_seconds
from ..errors import InputError
from ..progress import Report, line, room
from .json_records import without_infinities

if TYPE_CHECKING:
    from rich.console import Console

    from ..device import Cpu
    from ..graph import Graph

STANDARD = Path("-")  # standard input as a graph to read, standard output as a file to write


class Format(StrEnum):
    """How a command prints its result."""

    text = "text"
    json = "json"


GraphPath = Annotated[
    Path,
    typer.Argument(metavar="GRAPH", help="A graph file, or - for standard input.", show_default=False),
]
OutputPath = Annotated[
    Path,
    typer.Argument(metavar="OUTPUT", help="The file to write, or - for standard output.", show_default=False),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="The file's format; by default told by its name, a pipe's by its content."
    ),
]
OutputFormat = Annotated[
    str | None, typer.Option(metavar="NAME", help="The new file's format; by default told from its name.")
]
EdgeColumns = Annotated[
    str | None,
    typer.Option(
        metavar="A,B[,W]",
        help="A table's columns of sources, targets and maybe weights: names, or places from 0 up.",
    ),
]
Undirected = Annotated[
    bool, typer.Option("--undirected", help="Take every edge in both directions, whatever the file says.")
]
Weighted = Annotated[
    bool, typer.Option("--weighted", help="The length of an edge is its weight, not 1 as otherwise.")
]
ShowTrace = Annotated[bool, typer.Option("--trace", help="Show the size of each level, and its time.")]
OneSource = Annotated[
    str,
    typer.Option(
        "--source",
        metavar="VERTEX",
        help="Where to start: a label, or an id from 0 up.",
        show_default=False,
    ),
]
Source = Annotated[
    list[str],
    typer.Option(
        metavar="VERTEX",
        help="Where to start: a label, or an id from 0 up. May be given several times.",
        show_default=False,
    ),
]
Strategy = Annotated[
    str, typer.Option(metavar="NAME", help="auto, or a method's name; wavefront strategies lists them.")
]
DeviceName = Annotated[
    str,
    typer.Option("--device", metavar="NAME", help="auto, or a device's name; an unknown one lists them all."),
]
Threads = Annotated[int | None, typer.Option(help="CPU threads; by default all.")]
ReportFormat = Annotated[Format, typer.Option("--format", help="How to print the result.")]


@cache
def stdout() -> "Console":
    """The console for results as text: in color on a terminal, unless NO_COLOR is set."""
    from rich.console import Console

    return Console(highlight=False)


@cache
def stderr() -> "Console":
    """The console for progress and notes."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


class Notes(logging.Handler):
    """Prints the library's log records, such as those of compiling, dimly on stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one record."""
        note(record.getMessage(), style="dim")


def note(text: str, style: str | None = None) -> None:
    """Print a line on stderr, broken between words on a terminal only."""
    with room():
        stderr().print(printable(text), style=style, markup=False, soft_wrap=not stderr().is_terminal)


def printable(text: object) -> str:
    """The text with each character that isn't printable escaped as in Python.

    So no label or name in a file can command the terminal.
    """
    shown = str(text)
    if shown.isprintable():
        return shown
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in shown)


def print_json(record: dict[str, Any]) -> None:
    """Print one JSON object, on one line; JSON has no infinity, so null stands for it."""
    print(json.dumps(without_infinities(record)), flush=True)


@contextmanager
def timed(name: str, milliseconds: dict[str, float], detail: object = "") -> Iterator[Report | None]:
    """Time a step as ``milliseconds[name]``; on a terminal, a line tells how far it is if it takes long.

    What it compiles is left out: `step_facts` and `rounded` have that time apart. Yields the function to
    which the step reports, None if nobody would see the line.
    """
    with line(f"{name} {printable(detail)}".strip()) as report:
        began = clock()
        yield report
        milliseconds[name] = 1e3 * (clock() - began)


def chosen_device(name: str, threads: int | None) -> "str | Cpu":
    """The device of this name, with this number of threads if one is given."""
    from ..device import Cpu

    if threads is None:
        return name
    if name not in ("auto", "cpu"):
        raise InputError("--threads is for the CPU")
    return Cpu(threads)


def read_graph(
    path: Path,
    milliseconds: dict[str, float],
    input_format: str | None = None,
    undirected: bool = False,
    edge_columns: str | None = None,
    random_weights: int | None = None,
) -> "Graph":
    """Read a graph, timed as "read"; its neighbor lists are built when they are first used."""
    from ..io import read

    source = stdin_bytes() if path == STANDARD else path
    with timed("read", milliseconds, path.name) as report:
        chosen = None if edge_columns is None else _chosen_columns(edge_columns)
        return read(source, input_format, undirected, random_weights, edge_columns=chosen, progress=report)


def _chosen_columns(text: str) -> list[str] | list[int]:
    """Names, or places from 0 up, with commas between; a name that holds a comma is in double quotes."""
    import csv

    names = next(csv.reader([text]), [])
    are_places = all(name.isdecimal() and name.isascii() for name in names)
    return [int(name) for name in names] if are_places else names


def stdin_bytes() -> BinaryIO:
    """The bytes of standard input. Raises InputError if it is closed."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer


def rounded(milliseconds: dict[str, float]) -> dict[str, float]:
    """Times of steps as JSON shows them, to the microsecond, and apart from them that of compiling."""
    times = milliseconds | {"compile": _compile_milliseconds()}
    return {name: round(value, 3) for name, value in times.items()}


def step_facts(milliseconds: dict[str, float]) -> list[tuple[str, str]]:
    """Times of steps as text shows them, and that of compiling if anything was compiled."""
    times = milliseconds | ({"compile": taken} if (taken := _compile_milliseconds()) else {})
    return [(name, f"{elapsed:,.1f} ms") for name, elapsed in times.items()]


def _compile_milliseconds() -> float:
    """Since the process began: a command's process runs one command."""
    return 1e3 * compile_seconds()


def parse_vertex(graph: "Graph", name: str) -> int:
    """The vertex that the user named: by its label where the graph has labels, else by its id."""
    if graph.labels is not None and graph.labels.dtype.kind != "i":
        return graph.vertex(name)
    try:
        number = int(name)
    except ValueError:
        raise InputError(f"a vertex of this graph is an integer, not {name!r}") from None
    return graph.vertex(number)


def labels_of(graph: "Graph", vertices: list[int]) -> list[Any]:
    """What the user calls these vertices: their labels, or their ids."""
    from ..graph.labels import text_of

    return vertices if graph.labels is None else list(map(text_of, graph.labels[vertices].tolist()))


def sizes_text(graph: "Graph") -> str:
    """The size of a graph in words."""
    kind = "directed" if graph.directed else "undirected"
    return f"{graph.num_vertices:,} vertices, {graph.num_edges:,} stored edges, {kind}"


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and values as two columns."""
    from rich.markup import escape
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts:
        table.add_row(name, escape(printable(value)))
    stdout().print(table)
