"""The vertices before and behind a vertex: what reaches it, and what it reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device import Device, get_device, working_on
from ..filters import backwards
from ..graph.vertices import require_graph
from .bfs import bfs

if TYPE_CHECKING:
    import numpy as np

    from ..filters import Filter
    from ..graph import Graph


def descendants(
    graph: Graph,
    vertex: int,
    *,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> np.ndarray:
    """The vertices that a vertex reaches, itself not among them: ids, ascending, on the device.

    Parameters
    ----------
    vertex
        Its id.
    device, vertex_filter, edge_filter
        As for `bfs`, whose errors and costs these are.
    """
    search = bfs(
        graph,
        _checked(graph, vertex),
        predecessors=False,
        device=device,
        vertex_filter=vertex_filter,
        edge_filter=edge_filter,
    )
    with working_on(search.device):
        found: np.ndarray = search.device.xp.flatnonzero(search.levels > 0)
        return found.astype(graph.csr.dst.dtype)


def ancestors(
    graph: Graph,
    vertex: int,
    *,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> np.ndarray:
    """The vertices that reach a vertex, itself not among them: `descendants` in the reversed graph.

    Parameters
    ----------
    vertex
        Its id.
    device, vertex_filter, edge_filter
        As for `descendants`. The edge filter is asked about each edge with its source, neighbor and number in
        this graph, not in the reversed one.
    """
    _checked(graph, vertex)
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        filters = backwards(views, vertex_filter, edge_filter, device=where)
    return descendants(views.reversed, vertex, device=where, **filters)


def _checked(graph: Graph, vertex: int) -> int:
    """The id, checked to be one of the graph's."""
    require_graph(graph)
    return graph.checked_vertex(vertex, "vertex")
