"""``wavefront diameter``: the largest distance of a graph."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .console import (
    Format,
    labels_of,
    print_facts,
    print_json,
    rounded,
    sizes_text,
    step_facts,
    timed,
)
from .json_records import graph_record
from .option_groups import Common, with_options
from .search.filter_files import EdgeFilter, VertexFilter, read_filters

if TYPE_CHECKING:
    import numpy as np

    from ..device import Device
    from ..graph import Graph

Largest = Annotated[
    bool,
    typer.Option(
        "--largest-component", help="Of the largest component alone: if directed, the largest strong one."
    ),
]
Validate = Annotated[
    bool, typer.Option("--validate", help="Check the result by rules: as many searches as vertices.")
]


@with_options
def diameter(
    common: Common,
    largest_component: Largest = False,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    validate: Validate = False,
) -> None:
    """Find the largest number of edges of a shortest path, and two vertices that it joins.

    Example: wavefront diameter karate.mtx --undirected
    """
    from ..algorithms import eccentricity
    from ..device import get_device
    from ..validate.eccentricity import validate_diameter

    milliseconds: dict[str, float] = {}
    filters = read_filters(vertex_filter, edge_filter)
    graph = common.read(milliseconds)
    device = get_device(common.device_name, graph.device)
    if largest_component:
        with timed("connect", milliseconds, common.path.name):
            filters["vertex_filter"] = _largest(graph, filters, device)
    with timed("search", milliseconds, common.path.name) as report:
        found = eccentricity.diameter(graph, device=device, progress=report, **filters)
    if validate:
        validate_diameter(graph, found.diameter, found.ends, **filters)
    names = labels_of(graph, list(found.ends))
    if common.report_format is Format.json:
        record: dict[str, Any] = {
            "graph": graph_record(common.path, graph),
            "device": device.name,
            "diameter": found.diameter,
            "ends": names,
            "num_searches": found.num_searches,
            "validated": validate,
            "milliseconds": rounded(milliseconds),
        }
        print_json(record)
        return
    facts = [("file", str(common.path)), ("graph", sizes_text(graph)), ("device", device.name)]
    facts += step_facts(milliseconds)
    facts += [("diameter", f"{found.diameter:,}"), ("from", str(names[0])), ("to", str(names[1]))]
    facts.append(("searches", f"{found.num_searches:,}"))
    if validate:
        facts.append(("validated", "all rules hold"))
    print_facts(facts)


def _largest(graph: "Graph", filters: dict[str, Any], device: "Device") -> "np.ndarray":
    """Which vertices are in the largest component of what the filters keep: V bools."""
    import numpy as np

    from ..algorithms.components import connected_components
    from ..filters import kept_part

    part = kept_part(graph, filters.get("vertex_filter"), filters.get("edge_filter"), device)
    found = connected_components(
        part.graph, kind="strong" if part.graph.directed else "weak", device=device
    ).to_numpy()
    components = found.components
    kept = np.arange(graph.num_vertices) if part.vertices is None else part.vertices
    is_largest = np.zeros(graph.num_vertices, bool)
    if kept.size:
        is_largest[kept] = components[kept] == np.bincount(components[kept]).argmax()
    return is_largest
