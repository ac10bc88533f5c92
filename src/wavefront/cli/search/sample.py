"""``wavefront sample``: neighbors drawn at random around given vertices."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import (
    Format,
    Source,
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

if TYPE_CHECKING:
    from ...algorithms.sampling import SampledNeighbors
    from ...graph import Graph

SHOWN = 5  # edges per layer

Fanouts = Annotated[
    list[int],
    typer.Option(
        "--fanout", metavar="COUNT", help="Neighbors that a vertex draws, -1 for all; once for each layer."
    ),
]
Replace = Annotated[bool, typer.Option("--replace", help="An edge may be drawn several times.")]
Weighted = Annotated[bool, typer.Option("--weighted", help="Draw in proportion to the edges' weights.")]
Seed = Annotated[int, typer.Option(help="The same seed draws the same edges.")]
Validate = Annotated[
    bool, typer.Option("--validate", help="Check what was drawn by rules that every right result obeys.")
]


@with_options
def sample(
    common: Common,
    source: Source,
    fanouts: Fanouts = [10, 5],  # noqa: B006 (only read)
    replace: Replace = False,
    weighted: Weighted = False,
    seed: Seed = 0,
    validate: Validate = False,
) -> None:
    """Draw neighbors of some vertices at random, then neighbors of these, for learning on graphs.

    Example: wavefront sample karate.mtx --source 1 --fanout 3 --fanout 2
    """
    from ...algorithms.sampling import sample_neighbors
    from ...device import get_device
    from ...validate.sampling import validate_sampling

    milliseconds: dict[str, float] = {}
    graph = common.read(milliseconds)
    sources = [parse_vertex(graph, name) for name in source]
    device = get_device(common.device_name, graph.device)
    with timed("draw", milliseconds, common.path.name):
        found = sample_neighbors(
            graph, sources, fanouts, replace=replace, seed=seed, weighted=weighted, device=device
        )
    if validate:
        with timed("validate", milliseconds):
            validate_sampling(graph, found)
    layers = [_edges(graph, found, number) for number in range(len(found.layers))]
    if common.report_format is Format.json:
        record: dict[str, Any] = {
            "graph": graph_record(common.path, graph),
            "sources": labels_of(graph, sources),
            "fanouts": fanouts,
            "replace": replace,
            "weighted": weighted,
            "seed": seed,
            "num_found": found.vertices.size,
            "layers": layers,
            "validated": validate,
            "device": device.name,
            "milliseconds": rounded(milliseconds),
        }
        print_json(record)
        return
    facts = [("file", str(common.path)), ("graph", sizes_text(graph)), ("device", device.name)]
    facts += step_facts(milliseconds)
    facts.append(("vertices", f"{found.vertices.size:,}"))
    for number, edges in enumerate(layers, 1):
        shown = ", ".join(f"{source} - {neighbor}" for source, neighbor in edges[:SHOWN])
        facts.append((f"layer {number}", f"{len(edges):,} edges: {shown}{', ...' * (len(edges) > SHOWN)}"))
    facts += [("validated", "all rules hold")] if validate else []
    print_facts(facts)


def _edges(graph: "Graph", found: "SampledNeighbors", number: int) -> list[list[Any]]:
    """The layer's edges, each from the vertex that drew it to the neighbor, as the user calls them."""
    import numpy as np

    from ...device import Cpu

    host = Cpu()
    neighbors, drew = host.array(found.layers[number].edge_index)
    ends = host.array(found.vertices)[np.stack((drew, neighbors), axis=1)]
    return [labels_of(graph, pair) for pair in ends.tolist()]
