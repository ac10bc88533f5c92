"""Harmonic centrality: the sum of one over the distance, which needs no exception for vertices unreached.

The searches are those of closeness.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Device, get_device, working_on
from ..errors import checked_integer, require_one_of
from ..graph.needs import Needs
from ..graph.vertices import chosen_vertices, require_graph
from ..progress import reporting
from .multi_source_bfs.memory import needs_of_totals, number_of
from .multi_source_bfs.totals import totals
from .result import in_numpy
from .shortage import shortage
from .tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
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
        V float64, from 0 to V - 1: NaN for a vertex that wasn't asked for.
    vertices
        The vertices asked for, ascending.
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
    device
        As for `bfs`.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For vertices that aren't the graph's, none, or a number that isn't from 1 to V; for a wrong direction
        or seed.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    wanted = chosen_vertices(graph, vertices, "vertices", checked_integer("seed", seed, 0, None))
    require_one_of("direction", direction, ("in", "out"))
    where = get_device(device, graph.device)
    told = {"vertices": wanted, "direction": direction}
    with reporting(progress, "harmonic") as report, working_on(where, shortage, "harmonic", graph, told):
        views = graph.to_device(where)
        found = totals(views if direction == "out" else views.reversed, wanted, where, report).harmonic
        scores = np.full(graph.num_vertices, np.nan)
        scores[wanted] = found
        on_device = where.xp.asarray(scores)
    return HarmonicResult(graph, on_device, wanted, direction, where)


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """The memory of `harmonic`."""
    vertices = number_of(graph, arguments["vertices"], "vertices")
    return needs_of_totals(graph, device, vertices, 8, arguments["direction"])
