"""Filters: the vertices and edges that a search may use, of a graph that isn't copied.

A search asks for an edge where the edge's end is still to be found, or nearer by that edge. So a filter is
looked up for few edges more than there are vertices. An array, a bitmap and a caller's function are all
functors, which are compiled into the search. A functor's arrays and numbers are its data, a NamedTuple, whose
fields travel at the end of the tuple that the search works on: `extended` puts them there, and the function
that `keeps_of` makes takes them out.

The edges of a pull come from the in-neighbors' lists: `Filters.slots` has their places in the out-neighbors'.
"""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..frontier import WORD_SIZE
from ..graph.vertices import named
from ..operators.functors import kept_with_functor
from .edge_filter import EdgeFilter
from .predicates import (
    ALL_EDGES,
    ALL_VERTICES,
    EDGE,
    VERTEX,
    Arrays,
    Predicate,
    edge_in_arrays,
    every_edge,
    every_vertex,
    nothing,
    predicate,
    vertex_in_arrays,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..device import Device
    from ..graph import Graph
    from ..operators.functors import Functor
    from .predicates import Filter


class Filters(NamedTuple):
    """The filters of one search, on its device."""

    vertices: Predicate
    edges: Predicate
    entering: Any = None  # of an `EdgeFilter`, its bitmap in the order of `graph.csc`
    made: EdgeFilter | None = None
    asks_source: bool = False  # whether the search finds out itself if its only source is dropped

    def of_edges(self) -> Filters | None:
        """The filter of edges alone, without what belongs to an `EdgeFilter`; None if there is none."""
        return None if self.edges is ALL_EDGES else Filters(ALL_VERTICES, self.edges)

    def slots(self, graph: Graph) -> Any:
        """The place in `graph.csr` of each edge of `graph.csc`.

        Empty if no filter asks for an edge's, or the place in `graph.csc` does as well.
        """
        if self.edges.reads_edge and not (self.made is not None and self.made.symmetric):
            return graph.csc_slots
        return graph.device.xp.empty(0, np.int32)


def checked_filters(
    graph: Graph,
    sources: np.ndarray,
    vertex_filter: Filter | None,
    edge_filter: Filter | None,
    device: Device,
    *,
    ask_sources: bool = True,
) -> Filters | None:
    """The filters, if there is one, their arrays on the device, which is the graph's.

    Raises InputError, naming the argument, for an array of another length or type, for a functor with other
    parameters, and for a source that is dropped unless the search itself asks about those.
    """
    if vertex_filter is None and edge_filter is None:
        return None
    vertices, edges = ALL_VERTICES, ALL_EDGES
    if vertex_filter is not None:
        count = graph.num_vertices, "vertices"
        vertices = predicate("vertex_filter", vertex_filter, count, VERTEX, vertex_in_arrays, device)
    if isinstance(edge_filter, EdgeFilter):
        filters = _with_made(graph, vertices, edge_filter, device)
    else:
        if edge_filter is not None:
            count = graph.num_edges, "edges"
            edges = predicate("edge_filter", edge_filter, count, EDGE, edge_in_arrays, device)
        filters = Filters(vertices, edges)
    if vertices is ALL_VERTICES:
        return filters
    if not ask_sources:
        return Filters(*filters[:4], asks_source=True)
    require_sources(graph, sources, _keeps_vertices(filters, sources, device))
    return filters


def require_sources(graph: Graph, sources: np.ndarray, kept: Sequence[bool]) -> None:
    """Raise InputError, naming the first of them, for a source that isn't kept."""
    for source, is_kept in zip(sources.tolist(), kept, strict=True):
        if not is_kept:
            raise InputError(f"source {named(graph, source)} is dropped by vertex_filter")


def require_of(graph: Graph, made: EdgeFilter) -> None:
    """Raise InputError unless the edge filter is of a graph of as many vertices and edges."""
    counts = graph.num_vertices, graph.num_edges
    if counts != (made.num_vertices, made.num_edges):
        raise InputError(
            f"edge_filter is of a graph of {made.num_vertices:,} vertices and {made.num_edges:,} edges, "
            f"not of this one of {counts[0]:,} and {counts[1]:,}"
        )


def _with_made(graph: Graph, vertices: Predicate, made: EdgeFilter, device: Device) -> Filters:
    require_of(graph, made)
    kept, entering = made.on(device)
    edges = Predicate(edge_in_arrays, Arrays(nothing(device, "?"), kept), True)
    return Filters(vertices, edges, entering, made)


def given(filters: Filters | None) -> dict[str, Filter]:
    """The filters as the arguments of a search."""
    if filters is None:
        return {}
    arguments: dict[str, Any] = {}
    if filters.vertices is not ALL_VERTICES:
        arguments["vertex_filter"] = filters.vertices[:2]
    if filters.edges is not ALL_EDGES:
        arguments["edge_filter"] = filters.edges[:2] if filters.made is None else filters.made
    return arguments


def keeps_of(filters: Filters, size: int) -> Functor:
    """Whether the search may follow an edge: a functor of source, neighbor, edge, and an `extended` tuple.

    The tuple had `size` fields. The source is known to be kept.
    """
    vertices, edges = filters.vertices, filters.edges
    end = size + len(vertices.data)
    keys = type(vertices.data), type(edges.data), size, end
    if edges.functor in (every_edge, edge_in_arrays):  # the caller's functor keeps the result
        return _keeps_vertex_and(vertices.functor, edges.functor, *keys)
    return _keeps_edge_and(edges.functor, vertices.functor, *keys)


@kept_with_functor
def _keeps_edge_and(
    edge_kept: Functor, vertex_kept: Functor, vertex_data: Any, edge_data: Any, size: int, end: int
) -> Functor:
    return _both(vertex_kept, edge_kept, vertex_data, edge_data, size, end)


@kept_with_functor
def _keeps_vertex_and(
    vertex_kept: Functor, edge_kept: Functor, vertex_data: Any, edge_data: Any, size: int, end: int
) -> Functor:
    return _both(vertex_kept, edge_kept, vertex_data, edge_data, size, end)


def _both(
    vertex_kept: Functor, edge_kept: Functor, vertex_data: Any, edge_data: Any, size: int, end: int
) -> Functor:
    def keeps(source, neighbor, edge, record):
        if not vertex_kept(np.int64(neighbor), vertex_data(*record[size:end])):
            return False
        return bool(edge_kept(np.int64(source), np.int64(neighbor), np.int64(edge), edge_data(*record[end:])))

    return keeps


def extended(record: Any, filters: Filters) -> Any:
    """The NamedTuple with the filters' data behind its fields."""
    vertices, edges = filters.vertices.data, filters.edges.data
    kinds: Any = type(record), type(vertices), type(edges)
    return _extended_class(*kinds)(*record, *vertices, *edges)


@lru_cache(maxsize=64)
def _extended_class(record: type, vertices: type, edges: type) -> Any:
    own, of_vertex, of_edge = (kind._fields for kind in (record, vertices, edges))  # type: ignore[attr-defined]
    names = (*own, *(f"vertex_{name}" for name in of_vertex), *(f"edge_{name}" for name in of_edge))
    return namedtuple(f"Filtered{record.__name__}", names)


def keeps_vertex(filters: Filters, vertex: int, device: Device) -> bool:
    """Whether the filters keep this vertex."""
    functor, data, _ = filters.vertices
    if functor is every_vertex:
        return True
    if functor is vertex_in_arrays:
        word = int(data.words[vertex // WORD_SIZE]) if data.words.size else 0
        return bool(data.mask[vertex] if data.mask.size else word >> vertex % WORD_SIZE & 1)
    return bool(_asked(functor, data, vertex, 1, device)[0])


def keeps_vertices(filters: Filters, count: int, device: Device) -> Any:
    """Which of the vertices the filters keep: so many bools on the device."""
    return _asked(filters.vertices.functor, filters.vertices.data, 0, count, device)


def _asked(functor: Functor, data: Any, first: int, count: int, device: Device) -> Any:
    mask = device.xp.empty(count, np.bool_)
    device.for_each(count, _asker(functor), first, data, mask)
    return mask


def keeps_edges(filters: Filters, src: Any, dst: Any, edges: Any, device: Device) -> Any:
    """Which of some edges the edge filter keeps, given their ends and numbers on the device: bools."""
    functor, data, _ = filters.edges
    if functor is edge_in_arrays and data.mask.size:
        return data.mask[edges]
    if functor is edge_in_arrays:
        words = data.words[edges // WORD_SIZE]
        return (words >> (edges % WORD_SIZE).astype(np.uint32) & 1).astype(np.bool_)
    mask = device.xp.ones(edges.size, np.bool_)
    if functor is not every_edge:
        device.for_each(edges.size, _edge_asker(functor), src, dst, edges, data, mask)
    return mask


@kept_with_functor
def _edge_asker(functor: Functor) -> Functor:
    def ask_edge(index, src, dst, edges, data, mask):
        source, neighbor, edge = np.int64(src[index]), np.int64(dst[index]), np.int64(edges[index])
        mask[index] = bool(functor(source, neighbor, edge, data))

    return ask_edge


def _keeps_vertices(filters: Filters, vertices: np.ndarray, device: Device) -> list[bool]:
    """Whether the filters keep these vertices: asked on the device, whose answers come in one copy."""
    if not vertices.size:
        return []
    functor, data, _ = filters.vertices
    if vertices.size == 1 and functor is vertex_in_arrays:
        return [keeps_vertex(filters, int(vertices[0]), device)]
    mask = device.xp.empty(vertices.size, np.bool_)
    device.for_each(vertices.size, _asker_of_some(functor), device.array(vertices), data, mask)
    kept: list[bool] = mask.tolist()
    return kept


@kept_with_functor
def _asker_of_some(functor: Functor) -> Functor:
    def ask_some(index, vertices, data, mask):
        mask[index] = bool(functor(np.int64(vertices[index]), data))

    return ask_some


@kept_with_functor
def _asker(functor: Functor) -> Functor:
    def ask(index, first, data, mask):
        mask[index] = bool(functor(np.int64(first + index), data))

    return ask
