"""Closeness: how near a vertex is to the others, by sums of the levels of searches from many vertices.

64 searches share a word, or each is one thread's; few are done one by one, each by all threads:
multi_source_bfs. The vertices reached at each level are
counted and no levels kept, so that memory doesn't depend on the number of searches. Work O(V + E) for each
vertex scored at worst; on graphs of few levels 64 vertices take little more than a few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..device import Device, get_device, working_on
from ..errors import checked_flag, checked_integer, require_one_of
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

Direction = Literal["in", "out"]


@dataclass(frozen=True, eq=False)
class ClosenessResult:
    """Closeness of all vertices, or of those asked for.

    Attributes
    ----------
    scores
        V float64: 0 for a vertex that no other reaches, NaN for one that wasn't asked for or is dropped.
    vertices
        The vertices asked for, ascending: by default all that are kept.
    direction, wf_improved, device
        What the scores were found with.
    """

    graph: Graph
    scores: np.ndarray
    vertices: np.ndarray
    direction: Direction
    wf_improved: bool
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> ClosenessResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"ClosenessResult({self.vertices.size:,} vertices on {self.device.name})"


def closeness(
    graph: Graph,
    vertices: Vertices | None = None,
    *,
    direction: Direction = "in",
    wf_improved: bool = True,
    seed: int = 0,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    progress: Progress = False,
) -> ClosenessResult:
    """One over the mean number of edges between a vertex and those that reach it: NetworkX's closeness.

    Of the r vertices that reach it, itself included, (r - 1) / (sum of distances); weights are ignored.

    Parameters
    ----------
    vertices
        Which to score, each exactly: by default all. A number draws so many at random; a list names them.
    direction
        "in", NetworkX's, counts the edges of paths to the vertex; "out" those of paths from it. They are the
        same in an undirected graph.
    wf_improved
        Whether to multiply by the share (r - 1) / (V - 1), so that the vertices of a small component don't
        seem near to all. Source: Wasserman and Faust, "Social Network Analysis", 1994.
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
    wf_improved = checked_flag("wf_improved", wf_improved)
    where = get_device(device, graph.device)
    filters = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    told = {"vertices": vertices, "direction": direction, **filters}
    with reporting(progress, "closeness") as report, working_on(where, shortage, "closeness", graph, told):
        number = number_of(graph, vertices, "vertices")
        part = kept_part(graph, vertex_filter, edge_filter, where, sources=number)
        wanted = part.chosen(vertices, "vertices", seed)
        searched = part.graph if direction == "out" else part.graph.reversed
        counts = totals(searched, wanted, where, report, part.dropped)
        others = counts.reached - 1
        found = others / np.maximum(counts.total, 1)
        if wf_improved:
            found *= others / max(1, part.num_vertices - 1)
        scores = np.full(graph.num_vertices, np.nan)
        scores[wanted] = found
        on_device = where.xp.asarray(scores)
    return ClosenessResult(graph, on_device, wanted, direction, wf_improved, where)


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """The memory of `closeness`."""
    vertices = number_of(graph, arguments["vertices"], "vertices")
    totals_need = needs_of_totals(graph, device, vertices, 8, arguments, arguments["direction"])
    return needs_of_part(graph, device, arguments, totals_need, sources=vertices)
