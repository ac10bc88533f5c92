"""The memory of `connected_components`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import FOUND, Needs, id_bytes, offset_bytes
from .multistep import MIN_THREADS

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What finding the components, and numbering them, takes."""
    count, ids, offsets = graph.num_vertices, id_bytes(graph), offset_bytes(graph)
    if arguments["kind"] == "weak" or not graph.directed:
        return Needs({"parents": count * ids, "components": count * ids})
    labels = {"labels": count * ids}
    if device.threads < MIN_THREADS:
        return Needs({**labels, "depth-first search": count * (4 * ids + offsets)})
    # Two searches at once: degrees left, claims, two queues and the vertices that they begin with.
    return Needs({**labels, "searches": count * (2 * offsets + 8 + 4 * ids + 8)}, ("csc", "out_degrees"))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`. One launch finds the components, and numbers them."""
    from .one_launch import max_pieces  # here, since only a GPU needs its kernels

    count, ids = graph.num_vertices, id_bytes(graph)
    if arguments["kind"] == "weak" or not graph.directed:
        arrays = dict.fromkeys(("parents", "components"), count * ids)
        return Needs({**arrays, "pieces of long lists": 2 * FOUND * max_pieces(graph.num_edges)})
    arrays = dict.fromkeys(("labels", "smallest", "numbers", "components"), count * ids)
    edges = {"two lists of edges": 2 * graph.num_edges * 8}
    return Needs({**arrays, "keys": count * 8, "changes": count * 28, **edges})
