"""``wavefront path``: a shortest path between two vertices."""

from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import InputError
from ..console import (
    Format,
    OneSource,
    Weighted,
    labels_of,
    parse_vertex,
    print_facts,
    print_json,
    rounded,
    sizes_text,
    step_facts,
    timed,
)
from ..json_records import graph_record
from ..option_groups import Common, with_options
from .filter_files import EdgeFilter, VertexFilter, read_filters
from .search_report import steps_text

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

Target = Annotated[str, typer.Option(metavar="VERTEX", help="Where to end.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="Count the shortest paths, and show the first of them.")]
Several = Annotated[
    int | None,
    typer.Option(
        "-k", min=1, metavar="COUNT", help="Show as many paths that visit no vertex twice, shortest first."
    ),
]
Validate = Annotated[
    bool, typer.Option("--validate", help="Check the paths shown by rules that every right result obeys.")
]
SHOWN = 10  # of all shortest paths


@with_options
def path(
    common: Common,
    source: OneSource,
    target: Target,
    weighted: Weighted = False,
    every: All = False,
    k: Several = None,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    validate: Validate = False,
) -> None:
    """Find a shortest path from one vertex to another; with --all or -k, several paths.

    Example: wavefront path roads.gr --source 0 --target 99 --weighted
    """
    from ...algorithms.shortest_path import shortest_path
    from ...device import get_device
    from ...validate.kept import kept_graph

    if every and k:
        raise InputError("--all shows only shortest paths, -k longer ones too: give one of them")

    milliseconds: dict[str, float] = {}
    filters = read_filters(vertex_filter, edge_filter)
    graph = common.read(milliseconds)
    ends = [parse_vertex(graph, name) for name in (source, target)]
    device = get_device(common.device_name, graph.device)
    with timed("search", milliseconds, common.path.name):
        if every or k:
            paths, more = _several(graph, ends, weighted, k, device, filters)
        else:
            found = shortest_path(graph, *ends, weighted=weighted, device=device, **filters)
            paths, more = [found] if found else [], {}
    if validate:
        with timed("validate", milliseconds):
            _validate(graph, ends, paths, weighted, k, filters)
    kept = kept_graph(graph, filters.get("vertex_filter"), filters.get("edge_filter"))
    distances = [_distance(kept, each, weighted) for each in paths]
    search = {"source": ends[0], "target": ends[1], "weighted": weighted}
    shown = {"validated": validate, "device": device.name, "milliseconds": rounded(milliseconds)}
    if common.report_format is Format.json:
        if every or k:
            more |= {"paths": [labels_of(graph, each) for each in paths], "distances": distances}
        print_json(_record(common.path, graph, search, paths, distances) | more | shown)
        return
    facts = [("file", str(common.path)), ("graph", sizes_text(graph)), ("device", device.name)]
    facts += step_facts(milliseconds)
    source, target = labels_of(graph, ends)
    facts += [("source", str(source)), ("target", str(target))]
    facts += [(name.replace("_", " "), f"{value:,}") for name, value in more.items()]
    facts += _path_facts(graph, paths, distances if weighted else []) or [("path", "there is none")]
    facts += [("validated", "all rules hold")] if validate else []
    print_facts(facts)


def _record(
    path: Path, graph: "Graph", search: dict[str, Any], paths: list[list[int]], distances: list[float]
) -> dict[str, Any]:
    """The graph, the search and the first path, for JSON."""
    source, target = labels_of(graph, [search["source"], search["target"]])
    found = {
        "path": labels_of(graph, paths[0]) if paths else None,
        "length": len(paths[0]) - 1 if paths else None,
        "distance": distances[0] if paths else None,
    }
    return {"graph": graph_record(path, graph)} | search | {"source": source, "target": target} | found


def _path_facts(graph: "Graph", paths: list[list[int]], distances: list[float]) -> list[tuple[str, str]]:
    """The paths, and before each its lengths where they differ from those of the path before.

    There are no `distances` where they are the lengths.
    """
    facts: list[tuple[str, str]] = []
    before: list[tuple[str, str]] = []
    for number, path in enumerate(paths):
        lengths = [("length", f"{len(path) - 1:,}")]
        if distances:
            lengths.append(("distance", _number(distances[number])))
        facts += [*(lengths if lengths != before else []), ("path", steps_text(graph, path))]
        before = lengths
    return facts


def _number(distance: float) -> str:
    return f"{distance:,}" if isinstance(distance, int) else f"{distance:,.6g}"


def _distance(graph: "Graph", path: list[int], weighted: bool) -> float:
    """The sum of the path's weights, of parallel edges the least; its edges where there are no weights."""
    src_ptr, dst, weights = graph.csr
    if weights is None or not weighted:
        return len(path) - 1
    lists = ((slice(src_ptr[u], src_ptr[u + 1]), v) for u, v in pairwise(path))
    total: float = sum(weights[edges][dst[edges] == v].min().item() for edges, v in lists)
    return total


def _validate(
    graph: "Graph",
    ends: list[int],
    paths: list[list[int]],
    weighted: bool,
    k: int | None,
    filters: dict[str, Any],
) -> None:
    from ...validate.paths import validate_k_shortest_paths, validate_path

    source, target = ends
    if k:
        validate_k_shortest_paths(graph, source, target, paths, weighted=weighted, **filters)
    elif not paths:
        validate_path(graph, source, target, None, weighted=weighted, **filters)
    else:
        for found in paths:
            validate_path(graph, source, target, found, weighted=weighted, **filters)


def _several(
    graph: "Graph",
    ends: list[int],
    weighted: bool,
    k: int | None,
    device: "Device",
    filters: dict[str, Any],
) -> tuple[list[list[int]], dict[str, Any]]:
    """So many paths, or the first of all shortest ones and how many there are."""
    from ...algorithms.all_shortest_paths import all_predecessors
    from ...algorithms.bfs import bfs
    from ...algorithms.k_shortest_paths import k_shortest_paths
    from ...algorithms.sssp import sssp

    source, target = ends
    if k:
        options: dict[str, Any] = {"weighted": weighted, "device": device, **filters}
        return list(k_shortest_paths(graph, source, target, k, **options)), {}
    search: Any = sssp if weighted else bfs
    result = search(graph, source, target=target, predecessors=False, device=device, **filters)
    found = all_predecessors(result)
    return list(islice(found.paths(target), SHOWN)), {"num_paths": found.count(target)}
