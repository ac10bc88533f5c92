"""``wavefront path``: a shortest path between two vertices."""

from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import InputError
from ..console import (
    DeviceName,
    EdgeColumns,
    Format,
    GraphPath,
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
    step_facts,
    timed,
)
from ..json_records import graph_record
from .search_report import steps_text

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

Source = Annotated[
    str,
    typer.Option(metavar="VERTEX", help="Where to start: a label, or an id from 0 up.", show_default=False),
]
Target = Annotated[str, typer.Option(metavar="VERTEX", help="Where to end.", show_default=False)]
Weighted = Annotated[
    bool, typer.Option("--weighted", help="The length of an edge is its weight, not 1 as otherwise.")
]
All = Annotated[bool, typer.Option("--all", help="Count the shortest paths, and show the first of them.")]
Shortest = Annotated[
    int | None,
    typer.Option(
        min=1, metavar="COUNT", help="Show as many paths that visit no vertex twice, shortest first."
    ),
]
Validate = Annotated[
    bool, typer.Option("--validate", help="Check the paths shown by rules that every right result obeys.")
]
SHOWN = 10  # of all shortest paths


def path(
    path: GraphPath,
    source: Source,
    target: Target,
    weighted: Weighted = False,
    every: All = False,
    shortest: Shortest = None,
    validate: Validate = False,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find a shortest path from one vertex to another; with --all or --shortest, several paths.

    Example: wavefront path roads.gr --source 0 --target 99 --weighted
    """
    from ...algorithms.shortest_path import shortest_path
    from ...device import get_device

    if every and shortest:
        raise InputError("--all shows only shortest paths, --shortest longer ones too: give one of them")

    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns)
    ends = [parse_vertex(graph, name) for name in (source, target)]
    device = get_device(device_name, graph.device)
    with timed("search", milliseconds, path.name):
        if every or shortest:
            paths, more = _several(graph, ends, weighted, shortest, device)
        else:
            found = shortest_path(graph, *ends, weighted=weighted, device=device)
            paths, more = [found] if found else [], {}
    if validate:
        with timed("validate", milliseconds):
            _validate(graph, ends, paths, weighted, shortest)
    search = {"source": ends[0], "target": ends[1], "weighted": weighted}
    shown = {"validated": validate, "device": device.name, "milliseconds": rounded(milliseconds)}
    if report_format is Format.json:
        if every or shortest:
            more["paths"] = [labels_of(graph, each) for each in paths]
            more["distances"] = [_distance(graph, each, weighted) for each in paths]
        print_json(_record(path, graph, search, paths) | more | shown)
        return
    facts = [("file", str(path)), ("graph", sizes_text(graph)), ("device", device.name)]
    facts += step_facts(milliseconds)
    source, target = labels_of(graph, ends)
    facts += [("source", str(source)), ("target", str(target))]
    facts += [(name.replace("_", " "), f"{value:,}") for name, value in more.items()]
    facts += _path_facts(graph, paths, weighted) or [("path", "there is none")]
    facts += [("validated", "all rules hold")] if validate else []
    print_facts(facts)


def _record(path: Path, graph: "Graph", search: dict[str, Any], paths: list[list[int]]) -> dict[str, Any]:
    """The graph, the search and the first path, for JSON."""
    source, target = labels_of(graph, [search["source"], search["target"]])
    found = {
        "path": labels_of(graph, paths[0]) if paths else None,
        "num_edges": len(paths[0]) - 1 if paths else None,
        "distance": _distance(graph, paths[0], search["weighted"]) if paths else None,
    }
    return {"graph": graph_record(path, graph)} | search | {"source": source, "target": target} | found


def _path_facts(graph: "Graph", paths: list[list[int]], weighted: bool) -> list[tuple[str, str]]:
    """The paths, and before each its lengths where they differ from those of the path before."""
    facts: list[tuple[str, str]] = []
    before: list[tuple[str, str]] = []
    for path in paths:
        lengths = [("edges", f"{len(path) - 1:,}")]
        if weighted:
            lengths.append(("distance", f"{_distance(graph, path, weighted):,.6g}"))
        facts += [*(lengths if lengths != before else []), ("path", steps_text(graph, path))]
        before = lengths
    return facts


def _distance(graph: "Graph", path: list[int], weighted: bool) -> float:
    """The sum of the path's weights, of parallel edges the least; its edges where there are no weights."""
    src_ptr, dst, weights = graph.csr
    if weights is None or not weighted:
        return len(path) - 1
    lists = ((slice(src_ptr[u], src_ptr[u + 1]), v) for u, v in pairwise(path))
    return float(sum(weights[edges][dst[edges] == v].min() for edges, v in lists))


def _validate(
    graph: "Graph", ends: list[int], paths: list[list[int]], weighted: bool, shortest: int | None
) -> None:
    from ...validate.paths import validate_k_shortest_paths, validate_path

    source, target = ends
    if shortest:
        validate_k_shortest_paths(graph, source, target, paths, weighted=weighted)
    elif not paths:
        validate_path(graph, source, target, None, weighted=weighted)
    else:
        for found in paths:
            validate_path(graph, source, target, found, weighted=weighted)


def _several(
    graph: "Graph", ends: list[int], weighted: bool, shortest: int | None, device: "Device"
) -> tuple[list[list[int]], dict[str, Any]]:
    """So many paths, or the first of all shortest ones and how many there are."""
    from ...algorithms.all_shortest_paths import all_predecessors
    from ...algorithms.bfs import bfs
    from ...algorithms.k_shortest_paths import k_shortest_paths
    from ...algorithms.sssp import sssp

    source, target = ends
    if shortest:
        return list(k_shortest_paths(graph, source, target, shortest, weighted=weighted)), {}
    search: Any = sssp if weighted else bfs
    found = all_predecessors(search(graph, source, target=target, predecessors=False, device=device))
    return list(islice(found.paths(target), SHOWN)), {"shortest_paths": found.count(target)}
