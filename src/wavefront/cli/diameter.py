"""``wavefront diameter``: the largest distance of a graph."""

from typing import Annotated, Any

import typer

from .console import (
    DeviceName,
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    labels_of,
    print_facts,
    print_json,
    read_graph,
    rounded,
    sizes_text,
    step_facts,
    timed,
)
from .json_records import graph_record

Validate = Annotated[
    bool, typer.Option("--validate", help="Check the result by rules: as many searches as vertices.")
]


def diameter(
    path: GraphPath,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    validate: Validate = False,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find the largest number of edges of a shortest path, and two vertices that it joins.

    Example: wavefront diameter karate.mtx --undirected
    """
    from ..algorithms import eccentricity
    from ..device import get_device
    from ..validate.eccentricity import validate_diameter

    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns)
    device = get_device(device_name, graph.device)
    with timed("search", milliseconds, path.name) as report:
        found = eccentricity.diameter(graph, device=device, progress=report)
    if validate:
        validate_diameter(graph, found.diameter, found.ends)
    names = labels_of(graph, list(found.ends))
    if report_format is Format.json:
        record: dict[str, Any] = {
            "graph": graph_record(path, graph),
            "device": device.name,
            "diameter": found.diameter,
            "ends": names,
            "searches": found.num_searches,
            "validated": validate,
            "milliseconds": rounded(milliseconds),
        }
        print_json(record)
        return
    facts = [("file", str(path)), ("graph", sizes_text(graph)), ("device", device.name)]
    facts += step_facts(milliseconds)
    facts += [("diameter", f"{found.diameter:,}"), ("from", str(names[0])), ("to", str(names[1]))]
    facts.append(("searches", f"{found.num_searches:,}"))
    if validate:
        facts.append(("validated", "all rules hold"))
    print_facts(facts)
