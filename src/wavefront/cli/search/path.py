"""``wavefront path``: a shortest path between two vertices."""

from typing import Annotated, Any

import typer

from ..console import (
    DeviceName,
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
from .search_report import steps_text

Source = Annotated[
    str,
    typer.Option(metavar="VERTEX", help="Where to start: a label, or an id from 0 up.", show_default=False),
]
Target = Annotated[str, typer.Option(metavar="VERTEX", help="Where to end.", show_default=False)]
Weighted = Annotated[
    bool, typer.Option("--weighted", help="The length of an edge is its weight, not 1 as otherwise.")
]


def path(
    path: GraphPath,
    source: Source,
    target: Target,
    weighted: Weighted = False,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find a shortest path from one vertex to another, from both ends at once.

    Example: wavefront path roads.gr --source 0 --target 99 --weighted
    """
    from ...algorithms.shortest_path import shortest_path
    from ...device import get_device

    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    ends = [parse_vertex(graph, name) for name in (source, target)]
    device = get_device(device_name, graph.device)
    with timed("search", milliseconds, path.name):
        found = shortest_path(graph, *ends, weighted=weighted, device=device)
    names = labels_of(graph, ends)
    if report_format is Format.json:
        record: dict[str, Any] = {
            "graph": {
                "path": str(path),
                "num_vertices": graph.num_vertices,
                "num_edges": graph.num_edges,
                "directed": graph.directed,
            },
            "source": names[0],
            "target": names[1],
            "weighted": weighted,
            "path": None if found is None else labels_of(graph, found),
            "num_edges": None if found is None else len(found) - 1,
            "device": device.name,
            "milliseconds": rounded(milliseconds),
        }
        print_json(record)
        return
    facts = [("file", str(path)), ("graph", sizes_text(graph)), ("device", device.name)]
    facts += step_facts(milliseconds)
    facts += [("source", str(names[0])), ("target", str(names[1]))]
    if found is None:
        facts.append(("path", "there is none"))
    else:
        facts += [("edges", f"{len(found) - 1:,}"), ("path", steps_text(graph, found))]
    print_facts(facts)
