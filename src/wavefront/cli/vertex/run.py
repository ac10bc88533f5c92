"""What the commands for vertices share: read a graph, run an algorithm of the table, check, write, print."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ...algorithms.algorithm import Algorithm, Command
from ..console import (
    DeviceName,
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    read_graph,
    timed,
)
from ..output_files import check_place, writing
from ..search.search_files import Column, check_output, write_columns
from .report import REPORTS, Found, Report

Validate = Annotated[
    bool, typer.Option("--validate", help="Check the result by rules that every right result obeys.")
]
VertexOutput = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write one row per vertex to a .npz, .csv or .parquet file."),
]


class Asked(NamedTuple):
    """The argument and the options of every command for vertices, as typer reads them."""

    path: GraphPath
    device_name: DeviceName = "auto"
    undirected: Undirected = False
    input_format: InputFormat = None
    edge_columns: EdgeColumns = None
    validate: Validate = False
    output: VertexOutput = None
    report_format: ReportFormat = Format.text


class Run:
    """An algorithm on the graph that was read. `validated` says whether all that it found was checked."""

    def __init__(self, row: Algorithm, command: Command, asked: Asked) -> None:
        from ...device import get_device

        self.row, self.command, self.asked = row, command, asked
        self.milliseconds: dict[str, float] = {}
        self.graph = read_graph(
            asked.path,
            self.milliseconds,
            asked.input_format,
            asked.undirected,
            edge_columns=asked.edge_columns,
        )
        self.device = get_device(asked.device_name, self.graph.device)
        self.validated = asked.validate

    def validate(self, result: Any, **arguments: Any) -> None:
        """Check the result of these arguments, if the user asked for a check."""
        if self.asked.validate:
            self.validated &= self.row.validate(self.graph, result, arguments)

    def result(self, **arguments: Any) -> Any:
        """The algorithm's result in NumPy, timed and checked."""
        function = self.row.function
        with timed(self.command.step, self.milliseconds, self.asked.path.name) as report:
            told = {"progress": report} if "progress" in signature(function).parameters else {}
            result = function(self.graph, **arguments, **told, device=self.device).to_numpy()
        self.validate(result, **arguments)
        return result

    def facts(self, result: Any) -> dict[str, Any]:
        """The result's facts that the table of algorithms names."""
        return {name: getattr(result, name) for name in self.command.facts}

    def column(self, result: Any) -> Column:
        """The result's numbers that the table of algorithms names."""
        return Column(self.command.values, self.command.value_name, getattr(result, self.command.values))


# The body of a command: calls the algorithm with the command's own options, and returns what was found.
Body = Callable[..., Found]


def plain(run: Run) -> Found:
    """The body of a command that has neither options nor facts of its own."""
    result = run.result()
    return Found(run.facts(result), [run.column(result)])


def vertex_command(row: Algorithm, command: Command, body: Body) -> Callable[..., None]:
    """The function that typer makes a command of: the body's own options first, then those of all."""
    path, *common = signature(Asked).parameters.values()
    if row.needs == "acyclic":  # an undirected edge is a cycle
        common = [option for option in common if option.name != "undirected"]
    _, *own = signature(body).parameters.values()

    def run(**given: Any) -> None:
        options = {option.name: given.pop(option.name) for option in own}
        run_vertex_command(row, command, body, Asked(**given), options)

    run.__doc__ = f"{command.summary or row.summary}\n\nExample: wavefront {command.name} {command.example}"
    parameters = [option.replace(kind=Parameter.KEYWORD_ONLY) for option in (path, *own, *common)]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def run_vertex_command(
    row: Algorithm, command: Command, body: Body, asked: Asked, options: dict[str, Any]
) -> None:
    """Read the graph, run the algorithm, write the result if an output was asked for, and print it."""
    if asked.output is not None:
        check_place(asked.output)
        check_output(asked.output)
    run = Run(row, command, asked)
    found = body(run, **options)
    if asked.output is not None:
        rows = found.vertices if found.shown is None else None
        with writing(asked.output, "write", run.milliseconds):
            write_columns(asked.output, run.graph, found.columns, rows)
    REPORTS[asked.report_format](
        Report(asked.path, run.graph, run.device.name, found, run.validated, asked.output, run.milliseconds)
    )
