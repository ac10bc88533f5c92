"""The output fields of the Graph 500 specification, for any number of searches."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...graph import Graph


def print_graph500(
    graph: "Graph",
    seconds: Sequence[float],
    edges: Sequence[int],
    construction: float,
    generation: float | None = None,
) -> None:
    """Print sizes and times, in seconds, and the statistics of searches of so many traversed edges each.

    SCALE and edgefactor are of the graph itself, not rounded to a generator's arguments.
    """
    from ...measure.searches import rate_statistics, statistics

    fields: dict[str, float] = {
        "SCALE": math.log2(graph.num_vertices),
        "edgefactor": graph.num_edges / (1 if graph.directed else 2) / graph.num_vertices,
        "NBFS": len(seconds),
    }
    if generation is not None:
        fields["graph_generation"] = generation
    fields["construction_time"] = construction
    rates = [count / time for count, time in zip(edges, seconds, strict=True)]
    for name, found in (
        ("time", statistics(seconds)),
        ("nedge", statistics(edges)),
        ("TEPS", rate_statistics(rates)),
    ):
        fields.update({f"bfs {statistic}_{name}": value for statistic, value in found.items()})
    print("\n".join(f"{name + ':':<32}{value:.10g}" for name, value in fields.items()), flush=True)
