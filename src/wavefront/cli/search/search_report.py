"""The report of one search, in three forms: text, JSON, and Graph 500's output.

The rate counts traversed edges, as Graph 500 does: the edges that leave the reached vertices, an undirected
edge once. A search that stopped early did not look at the edges of its last level; they don't count.
"""

import math
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..console import (
    labels_of,
    print_facts,
    print_json,
    printable,
    rounded,
    sizes_text,
    stdout,
    step_facts,
)
from ..histogram import print_histogram
from ..json_records import graph_record
from .graph500_output import print_graph500

if TYPE_CHECKING:
    from ...algorithms.bfs import BfsResult
    from ...graph import Graph

MAX_ROWS = 20  # of the level histogram; more levels are grouped
PATH_ENDS = 10  # vertices shown at either end of a long path


class SearchFormat(StrEnum):
    """How a search is reported."""

    text = "text"
    json = "json"
    graph500 = "graph500"


class Search(NamedTuple):
    """A search that was run, and what was asked of it."""

    file: Path
    result: "BfsResult"
    target: int | None
    complete: bool  # the search ran out of vertices: no target or limit ended it
    validated: bool
    output: Path | None
    milliseconds: dict[str, float]

    def traversed_edges(self) -> int:
        """Edges out of the vertices that were expanded; undirected ones once."""
        from ...measure.searches import edge_shares

        levels, graph = self.result.levels, self.result.graph
        expanded = levels >= 0
        if not self.complete:
            expanded &= levels < self.result.num_levels - 1
        return int(edge_shares(graph)[expanded].sum())

    def teps(self) -> float:
        """Traversed edges per second."""
        return self.traversed_edges() / (1e-3 * self.milliseconds["traverse"])

    def level_sizes(self) -> list[int]:
        """Vertices of each level, from 0 up."""
        import numpy as np

        levels = self.result.levels
        return [int(size) for size in np.bincount(levels[levels >= 0])]

    def path(self) -> list[int] | None:
        """Vertices from a source to the target; None without a target, or where there is no path."""
        return None if self.target is None else self.result.path(self.target)


def print_text(search: Search) -> None:
    """Print sizes, times and rate, a histogram of the levels, and the path."""
    result, graph = search.result, search.result.graph
    facts = [
        ("file", str(search.file)),
        ("graph", sizes_text(graph)),
        ("search", f"from {_sources_text(search)}, {result.strategy}, {_device_text(search)}"),
        *step_facts(search.milliseconds),
        ("levels", f"{result.num_levels:,}" + ", as far as was asked" * (not search.complete)),
        ("reached", f"{result.num_reached:,} of {graph.num_vertices:,} vertices"),
        ("traversed", f"{search.traversed_edges():,} {'directed' if graph.directed else 'undirected'} edges"),
        ("rate", _rate_text(search.teps())),
    ]
    if search.validated:
        facts.append(("validated", "all five rules of Graph 500 hold"))
    if search.output is not None:
        facts.append(("written", str(search.output)))
    print_facts(facts)
    stdout().print()
    _print_levels(search.level_sizes())
    if search.target is not None:
        stdout().print()
        stdout().print(_path_text(search), markup=False, soft_wrap=not stdout().is_terminal)


def _sources_text(search: Search) -> str:
    return ", ".join(map(printable, labels_of(search.result.graph, search.result.sources.tolist())))


def _device_text(search: Search) -> str:
    name, threads = search.result.device.name, _threads(search)
    return name if threads is None else threads_text(name, threads)


def threads_text(device: str, threads: int) -> str:
    """The CPU and how many of its threads ran."""
    return f"{device} with {threads} thread{'s' * (threads != 1)}"


def _threads(search: Search) -> int | None:
    from ...device import Cpu

    device = search.result.device
    if not isinstance(device, Cpu):
        return None
    return 1 if search.result.strategy == "sequential" else device.threads


def _rate_text(teps: float) -> str:
    unit, size, word = ("GTEPS", 1e9, "billion") if teps >= 1e9 else ("MTEPS", 1e6, "million")
    return f"{teps / size:,.3g} {unit} ({word} traversed edges per second)"


def _print_levels(sizes: list[int]) -> None:
    step = math.ceil(len(sizes) / MAX_ROWS)
    firsts = range(0, len(sizes), step)
    names = [str(first) if step == 1 else f"{first}-{first + step - 1}" for first in firsts]
    names[-1] = names[-1].replace(f"-{firsts[-1] + step - 1}", f"-{len(sizes) - 1}")
    print_histogram("level", names, [sum(sizes[first : first + step]) for first in firsts])


def _path_text(search: Search) -> str:
    graph = search.result.graph
    assert search.target is not None
    name = printable(labels_of(graph, [search.target])[0])
    path = search.path()
    if path is None:
        return f"{name} is not reached from {_sources_text(search)}."
    edges = len(path) - 1
    return f"Path to {name}, {edges:,} edge{'s' * (edges != 1)}:\n{steps_text(graph, path)}"


def steps_text(graph: "Graph", path: list[int]) -> str:
    """The vertices of a path in one line; of a long path, its ends."""
    steps = list(map(printable, labels_of(graph, path)))
    if len(steps) > 2 * PATH_ENDS + 1:
        hidden = len(steps) - 2 * PATH_ENDS
        steps[PATH_ENDS:-PATH_ENDS] = [f"({hidden:,} more; --format json shows all)"]
    return " -> ".join(steps)


def print_as_json(search: Search) -> None:
    """Print one JSON object; vertices in it are labels where the graph has labels.

    Fields: graph {path, num_vertices, num_edges, directed}, sources, strategy, device, threads (null on a
    GPU), num_levels, num_reached, level_sizes, traversed_edges, target, reached, distance, path (the last
    four null without a target; distance and path null where it is not reached), validated, output, and
    milliseconds {read, build, traverse, and write with an output}.
    """
    result, graph = search.result, search.result.graph
    path = search.path()
    print_json(
        {
            "graph": graph_record(search.file, graph),
            "sources": labels_of(graph, result.sources.tolist()),
            "strategy": result.strategy,
            "device": result.device.name,
            "threads": _threads(search),
            "num_levels": result.num_levels,
            "num_reached": result.num_reached,
            "level_sizes": search.level_sizes(),
            "traversed_edges": search.traversed_edges(),
            "target": None if search.target is None else labels_of(graph, [search.target])[0],
            "reached": None if search.target is None else path is not None,
            "distance": None if path is None else len(path) - 1,
            "path": None if path is None else labels_of(graph, path),
            "validated": search.validated,
            "output": None if search.output is None else str(search.output),
            "milliseconds": rounded(search.milliseconds),
        }
    )


def print_as_graph500(search: Search) -> None:
    """Print the output fields of the Graph 500 specification, for this one search."""
    seconds = 1e-3 * search.milliseconds["traverse"]
    construction = 1e-3 * search.milliseconds["build"]
    print_graph500(search.result.graph, [seconds], [search.traversed_edges()], construction)


REPORTS = {
    SearchFormat.text: print_text,
    SearchFormat.json: print_as_json,
    SearchFormat.graph500: print_as_graph500,
}
