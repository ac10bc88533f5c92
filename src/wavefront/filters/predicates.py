"""The forms of a filter: an array, a bitmap, a caller's function, all as functors that take their data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from ..device import array_on
from ..errors import InputError, shown
from ..frontier import WORD_SIZE, contains
from ..graph.edges import as_array
from ..operators.functors import check, check_problem, kept_with_functor, require_function, uses

if TYPE_CHECKING:
    from ..device import Device
    from ..operators.functors import Functor
    from .edge_filter import EdgeFilter

# V or E bools, a bitmap of them, a functor, a functor and its data, or edges looked up before.
Filter: TypeAlias = "np.ndarray | Callable[..., Any] | tuple[Callable[..., Any], Any] | EdgeFilter"
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
        return arrays.mask[np.uint64(edge)]
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


def predicate(
    name: str,
    given: Any,
    count: tuple[int, str],
    parameters: tuple[str, ...],
    lookup: Functor,
    device: Device,
) -> Predicate:
    """The filter as a functor and its data. Raises InputError, with the argument's name."""
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
    dtype = array.dtype
    is_mask = dtype.kind == "b"
    if not (is_mask or (dtype.kind == "u" and dtype.itemsize == WORD_SIZE // 8)):
        raise InputError(
            f"{name} is an array of bool, a bitmap of uint32, or a function, not {shown(given)}; "
            "array.astype(bool) makes an array of 0 and 1 one of bool"
        )
    if array.shape != (size if is_mask else words,):
        wanted = f"{size:,} bool" if is_mask else f"{words:,} words of a bitmap"
        raise InputError(f"{name} must have {wanted} for {size:,} {items}, not the shape {array.shape}")
    array = array_on(device, array)
    return Arrays(array, nothing(device, "I")) if is_mask else Arrays(nothing(device, "?"), array)


_nothing: dict[tuple[Any, str], Any] = {}  # kept, as to make one on a GPU takes a microsecond


def nothing(device: Device, kind: str) -> Any:
    """An empty array of the type of this character."""
    key = getattr(device, "index", None), kind
    if key not in _nothing:
        _nothing[key] = device.xp.empty(0, kind)
    return _nothing[key]
