"""The report of the commands that find a number for vertices: facts, and where the number is largest."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..console import Format, labels_of, print_facts, print_json, printable, rounded, sizes_text, step_facts
from ..json_records import graph_record
from ..search.search_files import Column
from ..tables import print_table, print_text

if TYPE_CHECKING:
    import numpy as np

    from ...graph import Graph
    from ...trace import Trace

TOP = 10  # vertices shown, or edges
EDGE_NAMES = ("source", "neighbor", "score")


class Found(NamedTuple):
    """What an algorithm found."""

    facts: dict[str, Any]  # of the whole graph, by name
    columns: list[Column]  # for a file
    shown: list[Column] | None = None  # for the table, if not `columns`; sorted by the first
    vertices: "np.ndarray | None" = None  # the ids of the vertices in the table; by default all
    edge_scores: "np.ndarray | None" = None  # in the order of csr, if edges were scored too
    trace: "Trace | None" = None  # if it was asked for


class Report(NamedTuple):
    """An algorithm's result, and the user's request."""

    file: Path
    graph: "Graph"
    device: str
    found: Found
    validated: bool
    output: Path | None
    milliseconds: dict[str, float]

    @property
    def shown(self) -> Sequence[Column]:
        """The columns of the table: numbers."""
        if self.found.shown is not None:
            return self.found.shown
        return [column for column in self.found.columns if not column.are_vertices]

    def names(self) -> list[str]:
        """The names of the values shown of a vertex."""
        return ["vertex", *(column.column_name for column in self.shown)]

    def top(self) -> list[tuple[Any, ...]]:
        """The vertices with the largest values, and their values; of equal ones the smaller ids first."""
        import numpy as np

        values = self.shown[0].values
        size = min(TOP, values.size)
        if not size:
            return []
        vertices = np.arange(values.size) if self.found.vertices is None else self.found.vertices
        candidates = np.flatnonzero(values >= np.partition(values, -size)[-size])
        order = np.lexsort((vertices[candidates], -values[candidates]))
        first = candidates[order[:size]]
        labels = labels_of(self.graph, vertices[first].tolist())
        return list(zip(labels, *(column.values[first].tolist() for column in self.shown), strict=True))

    def top_edges(self) -> list[tuple[Any, ...]]:
        """The edges of the highest scores: source, neighbor, score; an undirected edge once."""
        import numpy as np

        scores = self.found.edge_scores
        if scores is None:
            return []
        src, dst, _ = self.graph.coo
        edges = np.arange(scores.size) if self.graph.directed else np.flatnonzero(src <= dst)
        edges = edges[np.argsort(-scores[edges], kind="stable")[:TOP]]
        ends = (labels_of(self.graph, end[edges].tolist()) for end in (src, dst))
        return list(zip(*ends, scores[edges].tolist(), strict=True))


def _print_text(report: Report) -> None:
    facts = [
        ("file", str(report.file)),
        ("graph", sizes_text(report.graph)),
        ("device", report.device),
        *step_facts(report.milliseconds),
        *((name.replace("_", " "), _text(value)) for name, value in report.found.facts.items()),
    ]
    if report.validated:
        facts.append(("validated", "all rules hold"))
    if report.output is not None:
        facts.append(("written", str(report.output)))
    print_facts(facts)
    headers = [name.replace(" ", "\n", 1) for name in report.names()]
    print_table(headers, [[printable(name), *map(_text, values)] for name, *values in report.top()])
    if report.found.edge_scores is not None:
        rows = [(*map(printable, ends), _text(score)) for *ends, score in report.top_edges()]
        print_table(EDGE_NAMES, rows)
    if report.found.trace is not None:
        print_text(f"\n{report.found.trace.table()}")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def _print_as_json(report: Report) -> None:
    """Fields: graph, device, the facts, top [{vertex, and its values}], top_edges if edges were
    scored, trace if it was asked for, validated, output, milliseconds."""
    graph = report.graph
    edges = [dict(zip(EDGE_NAMES, row, strict=True)) for row in report.top_edges()]
    trace = report.found.trace
    print_json(
        {
            "graph": graph_record(report.file, graph),
            "device": report.device,
            **report.found.facts,
            "top": [dict(zip(report.names(), row, strict=True)) for row in report.top()],
            **({} if report.found.edge_scores is None else {"top_edges": edges}),
            **({} if trace is None else {"trace": json.loads(trace.to_json())}),
            "validated": report.validated,
            "output": None if report.output is None else str(report.output),
            "milliseconds": rounded(report.milliseconds),
        }
    )


REPORTS = {Format.text: _print_text, Format.json: _print_as_json}
