"""How `advance` pulls: each unvisited vertex searches its in-edges for one from the frontier."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..frontier import Frontier, contains, insert, insert_item
from ..graph import Graph
from .filter import keep_if
from .functors import Functor, kept_with_functor, uses


class Bitmaps(NamedTuple):
    """The frontier and the next frontier."""

    prev: Any
    curr: Any


class InEdges(NamedTuple):
    """The CSC view; `slots` holds each edge's CSR slot, and is empty if the functor doesn't read it."""

    dst_ptr: Any
    src: Any
    slots: Any


def gather(
    graph: Graph, frontier: Frontier, unvisited: Frontier, functor: Functor, problem: Any, has_output: bool
) -> None:
    """Move the unvisited vertices with an accepted edge into the frontier; without output, move none."""
    device = frontier.device
    wants_edge = uses(functor, 2)
    slots = graph.csc_slots if wants_edge else device.xp.empty(0, np.int32)
    in_edges = InEdges(graph.csc.dst_ptr, graph.csc.src, slots)
    curr = frontier.new_bitmap("vertices") if has_output else device.xp.empty(0, np.uint32)
    bitmaps = Bitmaps(_vertices(graph, frontier), curr)
    kernel = _gatherer(functor, wants_edge, has_output)
    device.for_each(unvisited.size, kernel, unvisited.items, in_edges, bitmaps, problem)
    if has_output:
        keep_if(unvisited, not_in, bitmaps)
        frontier.replace_bitmap(curr, "vertices")


def _vertices(graph: Graph, frontier: Frontier) -> Any:
    """The bitmap of the frontier's vertices; an edge stands for its destination."""
    if frontier.type == "vertices":
        return frontier.bitmap
    words = frontier.new_bitmap("vertices")
    frontier.device.for_each(frontier.size, insert_item, graph.csr.dst.take(frontier.items), words)
    return words


def not_in(vertex, bitmaps):
    """Whether the vertex is still unvisited."""
    return not contains(bitmaps.curr, vertex)


@kept_with_functor
def _gatherer(functor: Functor, wants_edge: bool, has_output: bool) -> Callable[..., None]:
    def look(index, unvisited, in_edges, bitmaps, problem):
        neighbor = unvisited[index]
        for place in range(in_edges.dst_ptr[neighbor], in_edges.dst_ptr[neighbor + 1]):
            source = in_edges.src[place]
            if contains(bitmaps.prev, source):
                edge = in_edges.slots[place] if wants_edge else place
                if functor(source, neighbor, edge, problem):
                    if has_output:
                        insert(bitmaps.curr, neighbor)
                    break

    return look
