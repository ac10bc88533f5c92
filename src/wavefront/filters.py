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
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .errors import InputError, shown
from .frontier import WORD_SIZE, contains
from .graph.edges import as_array
from .graph.vertices import named
from .operators.functors import check, check_problem, kept_with_functor, require_function, uses

if TYPE_CHECKING:
    from .device import Device
    from .graph import Graph
    from .operators.functors import Functor

# V or E bools, a bitmap of them, a functor, or a functor and its data.
Filter = np.ndarray | Callable[..., Any] | tuple[Callable[..., Any], Any]
VERTEX, EDGE = ("vertex",), ("source", "neighbor", "edge")


class Arrays(NamedTuple):
    """The data of a filter that is an array: one of the two is empty."""

    mask: Any  # bools
    words: Any  # a bitmap: 32 bits per word, item i in word i // 32


class Nothing(NamedTuple):
    """The data of a functor that takes none."""

    unused: int = 0


def vertex_in_arrays(vertex, arrays):
    """Whether the arrays keep the vertex."""
    if arrays.mask.size:
        return arrays.mask[vertex]
    return contains(arrays.words, vertex)


def edge_in_arrays(source, neighbor, edge, arrays):
    """Whether the arrays keep the edge; those of no filter keep all."""
    if arrays.mask.size:
        return arrays.mask[edge]
    return not arrays.words.size or contains(arrays.words, edge)


def every_vertex(vertex, nothing):
    """In place of a vertex filter, where there is none."""
    return True


def every_edge(source, neighbor, edge, nothing):
    """In place of an edge filter, where there is none."""
    return True


class Predicate(NamedTuple):
    """A filter as a functor that takes its data, too."""

    functor: Any
    data: Any
    reads_edge: bool = False  # whether the functor reads the edge's number


ALL_VERTICES = Predicate(every_vertex, Nothing())
ALL_EDGES = Predicate(every_edge, Nothing())


class Filters(NamedTuple):
    """The filters of one search, on its device."""

    vertices: Predicate
    edges: Predicate

    def slots(self, graph: Graph) -> Any:
        """The place in `graph.csr` of each edge of `graph.csc`; empty if no filter asks for an edge's."""
        return graph.csc_slots if self.edges.reads_edge else graph.device.xp.empty(0, np.int32)


def checked_filters(
    graph: Graph,
    sources: np.ndarray,
    vertex_filter: Filter | None,
    edge_filter: Filter | None,
    device: Device,
) -> Filters | None:
    """The filters, if there is one, their arrays on the device, which is the graph's.

    Raises InputError, naming the argument, for an array of another length or type, for a functor with other
    parameters, and for a source that is dropped.
    """
    if vertex_filter is None and edge_filter is None:
        return None
    vertices, edges = ALL_VERTICES, ALL_EDGES
    if vertex_filter is not None:
        count = graph.num_vertices, "vertices"
        vertices = _predicate("vertex_filter", vertex_filter, count, VERTEX, vertex_in_arrays, device)
    if edge_filter is not None:
        count = graph.num_edges, "edges"
        edges = _predicate("edge_filter", edge_filter, count, EDGE, edge_in_arrays, device)
    filters = Filters(vertices, edges)
    for source in sources.tolist():
        if not keeps_vertex(filters, source, device):
            raise InputError(f"source {named(graph, source)} is dropped by vertex_filter")
    return filters


def _predicate(
    name: str,
    given: Any,
    count: tuple[int, str],
    parameters: tuple[str, ...],
    lookup: Functor,
    device: Device,
) -> Predicate:
    if isinstance(given, tuple) and len(given) == 2 and callable(given[0]):
        functor, data = given
        check(functor, (*parameters, "data"))
        check_problem(data, device)
        return Predicate(functor, data, len(parameters) == len(EDGE) and uses(functor, 2))
    if callable(given):
        require_function(given)
        check(given, parameters)
        without = _without_data(given, len(parameters) == len(EDGE))
        return Predicate(without, Nothing(), len(parameters) == len(EDGE) and uses(given, 2))
    return Predicate(lookup, _arrays(name, given, count, device), len(parameters) == len(EDGE))


@kept_with_functor
def _without_data(functor: Functor, is_of_edge: bool) -> Functor:
    """The functor with one more parameter."""
    if is_of_edge:

        def edge_kept(source, neighbor, edge, nothing):
            return functor(source, neighbor, edge)

        return edge_kept

    def vertex_kept(vertex, nothing):
        return functor(vertex)

    return vertex_kept


def _arrays(name: str, given: Any, count: tuple[int, str], device: Device) -> Arrays:
    size, items = count
    array = as_array(given, name)
    words = -(-size // WORD_SIZE)
    is_mask, is_bitmap = array.dtype == np.bool_, array.dtype == np.uint32
    if not (is_mask or is_bitmap):
        raise InputError(
            f"{name} is an array of bool, a bitmap of uint32, or a function, not {shown(given)}; "
            "array.astype(bool) makes an array of 0 and 1 one of bool"
        )
    wanted = size if is_mask else words
    if array.shape != (wanted,):
        kind = f"{size:,} bool" if is_mask else f"{words:,} words of a bitmap"
        raise InputError(f"{name} must have {kind} for {size:,} {items}, not the shape {array.shape}")
    array = device.xp.ascontiguousarray(device.array(array))
    xp = device.xp
    return Arrays(array, xp.empty(0, np.uint32)) if is_mask else Arrays(xp.empty(0, np.bool_), array)


def given(filters: Filters | None) -> dict[str, Filter]:
    """The filters as the arguments of a search."""
    if filters is None:
        return {}
    arguments: dict[str, Any] = {}
    if filters.vertices is not ALL_VERTICES:
        arguments["vertex_filter"] = filters.vertices[:2]
    if filters.edges is not ALL_EDGES:
        arguments["edge_filter"] = filters.edges[:2]
    return arguments


def keeps_of(filters: Filters, size: int) -> Functor:
    """Whether the search may follow an edge: a functor of source, neighbor, edge, and an `extended` tuple.

    The tuple had `size` fields. The source is known to be kept.
    """
    vertices, edges = filters
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
    mask = device.xp.empty(1, np.bool_)
    device.for_each(1, _asker(functor), vertex, data, mask)
    return bool(mask[0])


@kept_with_functor
def _asker(functor: Functor) -> Functor:
    def ask(index, vertex, data, mask):
        mask[index] = bool(functor(np.int64(vertex), data))

    return ask
