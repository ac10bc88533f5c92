"""What the commands report that find a number for every vertex: facts, and where it is largest."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from .console import (
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
from .search_files import Column, write_columns

if TYPE_CHECKING:
    import numpy as np

    from ..graph import Graph

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
    values: "np.ndarray"  # V numbers
    validated: bool
    output: Path | None
    milliseconds: dict[str, float]
    among: "np.ndarray | None" = None  # V bools: the vertices that may be shown; by default all

    def top(self) -> list[tuple[Any, Any]]:
        """The vertices with the largest values, and those; of equal ones the smaller ids first."""
        import numpy as np

        shown = slice(None) if self.among is None else self.among
        values = self.values[shown]
        size = min(TOP, values.size)
        if not size:
            return []
        least = np.partition(values, -size)[-size]
        candidates = np.arange(self.values.size)[shown][values >= least]
        first = candidates[np.argsort(-self.values[candidates], kind="stable")[:size]]
        return list(zip(labels_of(self.graph, first.tolist()), self.values[first].tolist(), strict=True))


def write_and_print(report: VertexReport, columns: Sequence[Column], report_format: Format) -> None:
    """Write the columns if an output was asked for; print the report as text, or as one JSON object."""
    if report.output is not None:
        with timed("write", report.milliseconds, report.output.name):
            write_columns(report.output, report.graph, columns)
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
    table = plain_table("vertex", report.value_name)
    for name, value in report.top():
        table.add_row(str(name), _text(value))
    stdout().print()
    stdout().print(table, markup=False)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def _print_as_json(report: VertexReport) -> None:
    """Fields: graph, device, the facts, top [{vertex, and its value}], validated, output, milliseconds."""
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
            "top": [{"vertex": name, report.value_name: value} for name, value in report.top()],
            "validated": report.validated,
            "output": None if report.output is None else str(report.output),
            "milliseconds": rounded(report.milliseconds),
        }
    )


REPORTS = {Format.text: _print_text, Format.json: _print_as_json}
