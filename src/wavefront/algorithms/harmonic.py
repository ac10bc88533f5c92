"""Harmonic centrality: the sum of one over the distance, which needs no exception for vertices unreached.

The searches are those of closeness.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Device, get_device, working_on
from ..errors import checked_integer, require_one_of
from ..filters import kept_part, needs_of_part
from ..graph.needs import Needs
from ..graph.vertices import checked_choice, require_graph
from ..progress import reporting
from .multi_source_bfs.memory import needs_of_totals, number_of
from .multi_source_bfs.totals import totals
from .result import in_numpy
from .shortage import shortage
from .tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
    from ..filters import Filter
    from ..graph import Graph
    from ..graph.vertices import Vertices
    from ..progress import Progress
    from .closeness import Direction


@dataclass(frozen=True, eq=False)
class HarmonicResult:
    """Harmonic centrality of all vertices, or of those asked for.

    Attributes
    ----------
    scores
        V float64, from 0 to V - 1: NaN for a vertex that wasn't asked for or is dropped.
    vertices
        The vertices asked for, ascending: by default all that are kept.
    direction, device
        What the scores were found with.
    """

    graph: Graph
    scores: np.ndarray
    vertices: np.ndarray
    direction: Direction
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> HarmonicResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"HarmonicResult({self.vertices.size:,} vertices on {self.device.name})"


def harmonic(
    graph: Graph,
    vertices: Vertices | None = None,
    *,
    direction: Direction = "in",
    seed: int = 0,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    progress: Progress = False,
) -> HarmonicResult:
    """The sum of 1 / distance over all other vertices that reach a vertex: NetworkX's harmonic centrality.

    Distances are numbers of edges; weights are ignored. Divide by V - 1 for a share of the largest score
    possible. Source: Boldi and Vigna, "Axioms for Centrality", Internet Mathematics 2014.

    Parameters
    ----------
    vertices
        Which to score, each exactly: by default all. A number draws so many at random; a list names them.
    direction
        "in", NetworkX's, counts the edges of paths to the vertex; "out" those of paths from it.
    seed
        The seed of the draw: 0 or more.
    device, vertex_filter, edge_filter
        As for `bfs`. With filters a copy of what is kept is searched, each edge asked about once; the CPU
        makes none for up to 256 vertices and a vertex filter alone. Dropped vertices are neither scored,
        drawn nor counted.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For vertices that aren't the graph's, are dropped, none, or a number that isn't from 1 to V; for a
        wrong direction or seed, and for a filter as `bfs` refuses it.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    seed = checked_integer("seed", seed, 0, None)
    vertices = checked_choice(graph, vertices, "vertices")
    require_one_of("direction", direction, ("in", "out"))
    where = get_device(device, graph.device)
    filters = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    told = {"vertices": vertices, "direction": direction, **filters}
    with reporting(progress, "harmonic") as report, working_on(where, shortage, "harmonic", graph, told):
        number = number_of(graph, vertices, "vertices")
        part = kept_part(graph, vertex_filter, edge_filter, where, sources=number)
        wanted = part.chosen(vertices, "vertices", seed)
        searched = part.graph if direction == "out" else part.graph.reversed
        found = totals(searched, wanted, where, report, part.dropped).harmonic
        scores = np.full(graph.num_vertices, np.nan)
        scores[wanted] = found
        on_device = where.xp.asarray(scores)
    return HarmonicResult(graph, on_device, wanted, direction, where)


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """The memory of `harmonic`."""
    vertices = number_of(graph, arguments["vertices"], "vertices")
    totals_need = needs_of_totals(graph, device, vertices, 8, arguments, arguments["direction"])
    return needs_of_part(graph, device, arguments, totals_need, sources=vertices)
