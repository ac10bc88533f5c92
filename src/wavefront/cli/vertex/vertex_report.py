"""What the commands report that find a number for vertices: facts, and where it is largest."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ..console import (
    Format,
    labels_of,
    plain_table,
    print_facts,
    print_json,
    rounded,
    sizes_text,
    stdout,
    timed,
)
from ..search.search_files import Column, write_columns

if TYPE_CHECKING:
    import numpy as np

    from ...graph import Graph

TOP = 10  # vertices shown

Validate = Annotated[
    bool, typer.Option("--validate", help="Check the result by rules that any right one obeys.")
]
VertexOutput = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a row a vertex to a .npz, .csv or .parquet file."),
]


class VertexReport(NamedTuple):
    """What was found, and what was asked of it."""

    file: Path
    graph: "Graph"
    device: str
    facts: dict[str, Any]  # of the whole graph, by name
    value_name: str  # what a vertex has, in a word
    values: "np.ndarray"  # a number each
    validated: bool
    output: Path | None
    milliseconds: dict[str, float]
    vertices: "np.ndarray | None" = None  # the ids of those that have a value; by default all
    beside: Column | None = None  # another value that each of them has

    def names(self) -> list[str]:
        """What is shown of a vertex."""
        return ["vertex", self.value_name, *([] if self.beside is None else [self.beside.column_name])]

    def top(self) -> list[tuple[Any, ...]]:
        """The vertices with the largest values, and those; of equal ones the smaller ids first."""
        import numpy as np

        size = min(TOP, self.values.size)
        if not size:
            return []
        vertices = np.arange(self.values.size) if self.vertices is None else self.vertices
        candidates = np.flatnonzero(self.values >= np.partition(self.values, -size)[-size])
        order = np.lexsort((vertices[candidates], -self.values[candidates]))
        first = candidates[order[:size]]
        columns = [self.values] if self.beside is None else [self.values, self.beside.values]
        labels = labels_of(self.graph, vertices[first].tolist())
        return list(zip(labels, *(values[first].tolist() for values in columns), strict=True))


def write_and_print(
    report: VertexReport,
    columns: Sequence[Column],
    report_format: Format,
    rows: "np.ndarray | None" = None,
) -> None:
    """Write the columns if an output was asked for; print the report as text, or as one JSON object.

    `rows` are the vertices that the columns are of, by default all.
    """
    if report.output is not None:
        with timed("write", report.milliseconds, report.output.name):
            write_columns(report.output, report.graph, columns, rows)
    REPORTS[report_format](report)


def _print_text(report: VertexReport) -> None:
    facts = [
        ("file", str(report.file)),
        ("graph", sizes_text(report.graph)),
        ("device", report.device),
        *((name, f"{elapsed:,.1f} ms") for name, elapsed in report.milliseconds.items()),
        *((name.replace("_", " "), _text(value)) for name, value in report.facts.items()),
    ]
    if report.validated:
        facts.append(("validated", "all rules hold"))
    if report.output is not None:
        facts.append(("written", str(report.output)))
    print_facts(facts)
    table = plain_table(*report.names())
    for name, *values in report.top():
        table.add_row(str(name), *map(_text, values))
    stdout().print()
    stdout().print(table, markup=False)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def _print_as_json(report: VertexReport) -> None:
    """Fields: graph, device, the facts, top [{vertex, and its values}], validated, output, milliseconds."""
    graph = report.graph
    print_json(
        {
            "graph": {
                "path": str(report.file),
                "num_vertices": graph.num_vertices,
                "num_edges": graph.num_edges,
                "directed": graph.directed,
            },
            "device": report.device,
            **report.facts,
            "top": [dict(zip(report.names(), row, strict=True)) for row in report.top()],
            "validated": report.validated,
            "output": None if report.output is None else str(report.output),
            "milliseconds": rounded(report.milliseconds),
        }
    )


REPORTS = {Format.text: _print_text, Format.json: _print_as_json}
