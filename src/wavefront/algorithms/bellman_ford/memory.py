"""The memory of `bellman_ford`: the arrays of rounds.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, distance_bytes, id_bytes, views_to_build
from ..sssp.memory import PILES
from ..sssp.memory import needs as needs_of_sssp
from .api import has_negative

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

EDGE = 8  # bytes of an edge's number
TREE = 6  # bytes per vertex of finding predecessors
QUEUE, FRONTIER = 32, 8  # of a GPU's queues, and of the vertices that a call begins or ends with


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the rounds take or, where no weight is negative, `sssp`."""
    views = ("coo",) if arguments["predecessors"] else ()
    if not (has_negative(graph) or arguments.get("trace")):
        search = needs_of_sssp(graph, device, arguments)
        distances = search.parts["distances"]
        built = sum(views_to_build(graph, views, device).values())  # after the search
        most = max(sum(search.parts.values()) - distances - built, TREE * graph.num_vertices)
        return Needs({"distances": distances, "search, then the tree": most}, (*views, *search.views))
    count, ids = graph.num_vertices, id_bytes(graph)
    parts = {
        "distances": count * distance_bytes(graph),
        "claims and last edges": 12 * count,
        "frontiers and their buffers": count * (24 + 6 * ids),
    }
    return Needs(parts, (*views, "out_degrees") if arguments.get("trace") else views)


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`."""
    count, ids, distance = graph.num_vertices, id_bytes(graph), distance_bytes(graph)
    distances = {"distances": count * distance}
    if not (has_negative(graph) or arguments.get("trace")):
        return Needs({**distances, "search, then the tree": PILES * count}, ("out_degrees",))
    looking = count * (2 * EDGE + EDGE + ids + 1 + distance)  # for a negative cycle, after FIRST_LOOK rounds
    parts = {
        "claims and last edges": 12 * count,
        "a frontier": FRONTIER * count,
        "rounds and the next frontier, or a look for a cycle": max((QUEUE + FRONTIER) * count, looking),
    }
    before = parts["claims and last edges"] + EDGE * count
    views = ("coo", "out_degrees") if arguments.get("trace") else ("coo",)
    return Needs({**distances, **parts}, views, distances["distances"] + before)
