"""The memory of `pagerank`: the arrays of blocks.py and, on a GPU, of one_launch.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import FOUND, Needs, id_bytes, offset_bytes
from .blocks import FLOAT32_TOLERANCE, block_size, may_pass_changes
from .kept import paged_bytes, share_bytes
from .places import LEAST_ITERATIONS, has_places

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

NUMBER = 8  # bytes of a rank


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the iterations take."""
    count = graph.num_vertices
    is_rough = arguments["tolerance"] >= FLOAT32_TOLERANCE and not arguments["weighted"]
    number = NUMBER // 2 if is_rough else NUMBER
    by_changes = may_pass_changes(graph, arguments["weighted"])  # unless there are hubs
    extrapolates = not graph.directed
    parts = {
        "ranks": NUMBER * count,
        "contributions": paged_bytes(share_bytes(count, number, False, extrapolates)),
    }
    if by_changes:
        changes = paged_bytes(share_bytes(count, number, True, False))
        if extrapolates:  # in the arrays above, later
            parts["changes"] = changes
        else:
            parts["contributions"] = max(changes, parts["contributions"])
    may_place = not arguments["weighted"] and arguments["max_iterations"] >= LEAST_ITERATIONS
    if may_place and not by_changes and has_places(graph):
        parts["lists of places"] = id_bytes(graph) * (graph.num_edges + count)
        parts["order of places"] = FOUND * count
        if not extrapolates:
            parts["contributions by id"] = number * count
    elif not by_changes and not extrapolates:
        parts["a block's sums"] = number * block_size(graph)
    if arguments["personalization"] is not None:
        parts["restarts"] = NUMBER * count
    if not arguments["weighted"]:
        return Needs(parts, ("csc", "out_degrees"))
    parts["sums of weights"] = _sums_of_weights(graph, parts)
    return Needs(parts, ("csc",), NUMBER * count)


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the iterations take."""
    from . import rows, slices  # here, since only a GPU needs their kernels
    from .gather import HUGE, PIECE

    count, edges = graph.num_vertices, graph.num_edges
    is_rough = arguments["tolerance"] >= FLOAT32_TOLERANCE and not arguments["weighted"]  # there: at most
    parts = {
        "ranks and shares": (2 if graph.directed else 6) * NUMBER * count,  # and what extrapolating ends with
        "contributions": 2 * (NUMBER // 2 if is_rough else NUMBER) * count,
        "hubs": 3 * NUMBER * (edges // HUGE + 1) + 3 * NUMBER * (edges // PIECE + edges // HUGE + 1),
    }
    if arguments["personalization"] is not None:
        parts["restarts"] = NUMBER * count
    if not arguments["weighted"] and arguments["max_iterations"] >= rows.LEAST_ITERATIONS:
        if is_rough and slices.may_gain(graph, device) and slices.has_room(graph, device):
            parts |= slices.room_of(graph, device)
        if edges >= rows.LEAST_EDGES:
            parts |= rows.room_of(count, edges)
    if graph._form is not None and not arguments["weighted"]:
        restarts = NUMBER * count * (arguments["personalization"] is not None)
        order = 2 * (FOUND + offset_bytes(graph)) * (count + 1)
        parts["vertices in new ids"] = order + restarts
    if not arguments["weighted"]:
        return Needs(parts, ("csc", "out_degrees"), sum(parts.values()))
    before = sum(parts.values()) + NUMBER * count
    parts["sums of weights"] = _sums_of_weights(graph, parts)
    return Needs(parts, ("csc",), before)


def _sums_of_weights(graph: Graph, parts: dict[str, int]) -> int:
    """The sums' bytes; more where the checks of all weights, before the other parts, take most."""
    count, checks = graph.num_vertices, 4 * graph.num_edges
    return max((NUMBER + id_bytes(graph)) * count, checks - sum(parts.values()))
