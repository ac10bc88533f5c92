"""The part of a graph that filters leave, as a graph: for functions that search from many vertices.

A single search asks about few edges more than there are vertices; searches from many vertices ask about the
same edges again and again. So these functions ask once per edge, and search a copy of what is kept. The copy
has all the vertices, so that ids, labels and arrays per vertex stay the caller's; dropped ones have no edges.
From few vertices, and without a filter of edges, the CPU searches the whole graph: dropped vertices are
marked as reached, so that no search enters them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu
from ..frontier import contains
from ..graph import Graph, formats
from ..graph.arrays import exclusive_scan
from ..graph.needs import Needs, id_bytes, offset_bytes, sizes_of_views, to_build_with, weight_bytes
from ..graph.vertices import chosen_vertices
from .edge_filter import asked_about
from .predicates import ALL_EDGES
from .search import checked_filters, keeps_vertices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..device import Device
    from ..graph.vertices import Vertices
    from .predicates import Filter
    from .search import Filters


MOST_MARKED = 256  # sources; from more, a copy without the edges to dropped vertices pays


class Part(NamedTuple):
    """What is searched: a whole graph, or a copy of it without the edges that are dropped."""

    graph: Graph  # on the device, with all the vertices
    vertices: np.ndarray | None = None  # the ids of those that are kept, ascending; None for all
    edges: Any = None  # of a copy, the place of each of its edges in the whole graph's `csr`
    dropped: np.ndarray | None = None  # of the whole graph, the ids of those that no search may enter

    @property
    def num_vertices(self) -> int:
        """How many vertices are kept."""
        return self.graph.num_vertices if self.vertices is None else self.vertices.size

    def chosen(self, given: Vertices | None, name: str, seed: int) -> np.ndarray:
        """As `chosen_vertices`, of those that are kept."""
        return chosen_vertices(self.graph, given, name, seed, self.vertices)


class Lists(NamedTuple):
    """The whole graph's lists, and what is kept of them."""

    src_ptr: Any
    dst: Any
    kept: Any  # V bools
    words: Any  # bitmap of the edges; empty for all


def kept_part(
    graph: Graph,
    vertex_filter: Filter | None,
    edge_filter: Filter | None,
    device: Device,
    *,
    weighted: bool = False,
    sources: int | None = None,
) -> Part:
    """What the filters leave, on the device, with weights if `weighted`: without filters the graph itself.

    With a number of `sources` vertices may be marked as dropped, and no copy be made: the caller must then
    keep its searches out of `dropped`.

    An undirected graph's part is undirected if both directions of every edge are kept, or both dropped; else
    directed. Raises InputError for wrong filters, as `checked_filters`.
    """
    graph = graph.to_device(device)
    filters = checked_filters(graph, np.empty(0, np.int64), vertex_filter, edge_filter, device)
    if filters is None:
        return Part(graph)
    return part_of(graph, filters, device, weighted=weighted, sources=sources)


def is_marked(device: Device, sources: int | None, has_edge_filter: bool) -> bool:
    """Whether searches from so many sources mark dropped vertices, and need no copy."""
    few = sources is not None and sources <= MOST_MARKED
    return few and isinstance(device, Cpu) and not has_edge_filter


def part_of(
    graph: Graph, filters: Filters, device: Device, *, weighted: bool = False, sources: int | None = None
) -> Part:
    """As `kept_part`, of a graph and filters on the device."""
    xp, (src_ptr, dst, weights) = device.xp, graph.csr
    kept = keeps_vertices(filters, graph.num_vertices, device)
    if is_marked(device, sources, filters.edges is not ALL_EDGES):
        return Part(graph, np.flatnonzero(kept), None, np.flatnonzero(~kept))
    words = xp.empty(0, np.uint32)
    if filters.made is not None:
        words = filters.edges.data.words
    elif filters.edges is not ALL_EDGES:
        words = asked_about(graph, filters.edges, device)
    lists = Lists(src_ptr, dst, kept, words)
    counts = xp.empty(graph.num_vertices, src_ptr.dtype)
    device.for_each(graph.num_vertices, count_kept, lists, counts, size=graph.num_edges)
    offsets = exclusive_scan(counts, src_ptr.dtype.type)
    ends, edges = xp.empty(int(offsets[-1]), dst.dtype), xp.empty(int(offsets[-1]), src_ptr.dtype)
    device.for_each(graph.num_vertices, copy_kept, lists, offsets, ends, edges, size=graph.num_edges)
    is_symmetric = not words.size or (filters.made is not None and filters.made.symmetric)
    directed = graph.directed or not (is_symmetric or _keeps_both(graph, words, edges, device))
    values = weights[edges] if weighted and weights is not None else None
    part = Graph(formats.CSR(offsets, ends, values), directed=directed, labels=graph.labels)
    return Part(part, Cpu().array(xp.flatnonzero(kept)), edges)


def count_kept(vertex, lists, counts):
    """Count the edges that a vertex keeps."""
    counts[vertex] = 0
    if lists.kept[vertex]:
        for edge in range(lists.src_ptr[vertex], lists.src_ptr[vertex + 1]):
            if lists.kept[lists.dst[edge]] and (not lists.words.size or contains(lists.words, edge)):
                counts[vertex] += 1


def copy_kept(vertex, lists, offsets, ends, edges):
    """Copy the edges that a vertex keeps, and note their places."""
    if not lists.kept[vertex]:
        return
    place = offsets[vertex]
    for edge in range(lists.src_ptr[vertex], lists.src_ptr[vertex + 1]):
        if lists.kept[lists.dst[edge]] and (not lists.words.size or contains(lists.words, edge)):
            ends[place], edges[place] = lists.dst[edge], edge
            place += 1


def _keeps_both(graph: Graph, words: Any, edges: Any, device: Device) -> bool:
    """Whether, of every edge of an undirected graph that is kept, the other direction is kept, too."""
    is_lacking = device.xp.zeros(1, np.bool_)
    device.for_each(edges.size, note_lacking, graph.csc_slots, words, edges, is_lacking)
    return not is_lacking[0]


def note_lacking(place, slots, words, edges, is_lacking):
    """Note an edge whose other direction is dropped. All that write here write the same."""
    if not contains(words, slots[edges[place]]):
        is_lacking[0] = True


def needs_of_part(
    graph: Graph,
    device: Device,
    arguments: Mapping[str, Any],
    needs: Needs,
    *,
    weighted: bool = False,
    sources: int | None = None,
) -> Needs:
    """The needs of an algorithm that searches `kept_part`: at most, where nearly all edges are kept.

    `needs` are those without filters; the views that they name are built of the copy.
    """
    given = [arguments.get(name) for name in ("vertex_filter", "edge_filter")]
    if all(each is None for each in given):
        return needs
    count, edges = graph.num_vertices, graph.num_edges
    if is_marked(device, sources, given[1] is not None):
        return needs._replace(parts={"what is kept": count * (1 + 8), **needs.parts})
    place, has_weights = offset_bytes(graph), weighted and graph.csr.weights is not None
    values = edges * weight_bytes(graph) if has_weights else 0
    compared = not graph.directed and given[1] is not None
    parts = {
        "what is kept": count * (1 + 8) + edges // 8,
        "a copy of it": place * count + edges * (id_bytes(graph) + place) + values,
    }
    copied = sum(parts.values())
    one_way = graph.directed or compared
    views = sizes_of_views(graph, {"csr"}, needs.views, directed=one_way, weighted=has_weights)
    parts |= {f"the copy's {name}": size for name, size in views.items()}
    building = needs.before + to_build_with(graph, views, device, weighted=has_weights)
    rest = {"building the views": building} if building > sum(needs.parts.values()) else needs.parts
    return Needs({**parts, **rest}, ("csc_slots",) if compared else (), copied)
