"""The lists that a GPU gathers along: of a prepared graph in new ids, those of hubs first.

There the ids of a list ascend from hubs on, so that neighboring lanes read neighboring contributions: most
gathers then share cache lines, which stay in the first-level cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .gather import Lists

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph


def lists_of(graph: Graph, weighted: bool, device: Cuda | Python) -> tuple[Lists, Any]:
    """The lists, and the caller's id of each vertex of them; None if they have the caller's ids.

    Behind the vertices of a prepared graph are those without edges.
    """
    prepared = None if weighted else graph.prepared_for(device)
    if prepared is None or prepared.new_id is None:
        return Lists(*graph.csc[:2], graph.csc.weights if weighted else None), None
    xp = device.xp
    alone = xp.flatnonzero(prepared.new_id < 0).astype(prepared.old_id.dtype)
    dst_ptr = xp.empty(graph.num_vertices + 1, prepared.dst_ptr.dtype)
    dst_ptr[: prepared.dst_ptr.size] = prepared.dst_ptr
    dst_ptr[prepared.dst_ptr.size :] = graph.num_edges
    return Lists(dst_ptr, prepared.src, None), xp.concatenate([prepared.old_id, alone])
