"""A graph with some edges added and others removed, in one pass over its lists.

The changes are sorted. A binary search in the old list of each gives its place among the old edges; between
two changes, old edges are copied as one piece. So no old edge is sorted again: the old lists are read once,
the new ones written once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module, device_of, working_on
from ..errors import InputError, shown
from . import edges, formats
from .arrays import exclusive_scan, index_dtype
from .attributes import checked_attributes
from .weight_types import LARGEST_EXACT, TYPES, has_integers, smallest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .attributes import Attributes, GivenAttributes
    from .graph import Graph

BLOCK = 1 << 14  # old edges or vertices of one item on the CPU; a GPU's threads copy one each
ENDS = ("src", "dst", "weights")


class Changes(NamedTuple):
    """Added and removed edges by their places among the E old edges, all in the order of the edges."""

    more_src: Any  # of each added edge
    added: Any  # before which old edge each comes: integers from 0 to E
    fewer_src: Any  # of each removed edge
    first: Any  # the first old edge with the same ends
    removed: Any  # how many old edges go with the removed ones before each, and, as one more element, in all


def with_edges(
    graph: Graph,
    added: Sequence[Any] | None = None,
    removed: Sequence[Any] | None = None,
    *,
    edge_attributes: GivenAttributes = None,
) -> Graph:
    """A new graph of the same vertices: the edges of this one without `removed`, and with `added`.

    In an undirected graph, both directions of an edge are added or removed. For few changes, takes the time
    of two to three copies of the lists. The new graph is made where this one is, and keeps its labels.

    Parameters
    ----------
    added
        ``(src, dst)``, or ``(src, dst, weights)`` for a weighted graph: arrays of one length. An edge that is
        there already becomes parallel to it, and comes after it.
    removed
        ``(src, dst)``: arrays of one length. Of parallel edges all are removed.
    edge_attributes
        The values of the added edges for each of the graph's `edge_attributes`, whose types stay.

    Integer weights get a wider type where theirs doesn't hold the added ones: float64 for fractions.

    Raises
    ------
    InputError
        For ids that are out of range, arrays of different lengths, weights or attributes that are missing or
        that the graph doesn't have, or whose type doesn't hold them (fractions may be rounded to its
        precision), or a removed edge that isn't there.
    """
    old = graph.csr
    with working_on(graph.device):
        more = _given(graph, added, "added", 2 + graph.weighted)
        fewer = _sorted(graph, _given(graph, removed, "removed", 2))
        attributes = _attributes(graph, edge_attributes, more)
        before = None if old.weights is None else _widened(old.weights, more.weights)
        sorted_more = _sorted(graph, more)
        number, changes = sorted_more.weights, _placed(old, sorted_more, fewer)
        weights = None
        if before is not None and more.weights is not None:
            added_weights = more.weights[number].astype(before.dtype, copy=False)
            weights = _spliced(before, added_weights, changes)
        dst = _spliced(old.dst, sorted_more.dst, changes)
        csr = formats.CSR(_offsets(old.src_ptr, dst.size, changes), dst, weights)
        kept = {
            name: _spliced(values, attributes[name][number], changes)
            for name, values in graph.edge_attributes.items()
        }
        return type(graph)(csr, directed=graph.directed, labels=graph.labels, edge_attributes=kept)


def _given(graph: Graph, ends: Sequence[Any] | None, name: str, needed: int) -> formats.COO:
    """The caller's edges as they were given, checked."""
    given = [[]] * needed if ends is None else ends
    if not isinstance(given, list | tuple) or len(given) != needed:
        raise InputError(f"{name} is ({', '.join(ENDS[:needed])}) here, not {shown(given)}")
    src, dst, *weights = (graph.device.array(edges.as_array(array, name)) for array in given)
    try:
        coo = edges.given(src, dst, *(weights or [None]))
        found = edges.found_unordered(coo.src, coo.dst)
        edges.checked_count(coo.src, coo.dst, found, graph.num_vertices)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return coo


def _attributes(graph: Graph, given: GivenAttributes, more: formats.COO) -> Attributes:
    """The attributes of the added edges, one array for each that the graph has."""
    xp, names = graph.device.xp, list(graph.edge_attributes)
    if given is None and not more.dst.size:
        return {name: xp.empty(0) for name in names}
    arrays = checked_attributes(given, more.dst)
    if sorted(arrays) != sorted(names):
        raise InputError(f"edge_attributes has the names {sorted(arrays)}, the graph's are {sorted(names)}")
    for name, values in arrays.items():
        _require_held(f"edge_attributes[{name!r}]", values, graph.edge_attributes[name].dtype)
    return arrays


def _widened(old: Any, more: Any) -> Any:
    """The old weights, which are given a wider type where theirs are integers that can't hold the added ones.

    Raises InputError where it is floating point that can't, or where float64 would round an old integer.
    """
    wanted = old.dtype
    if more.size and has_integers(old):
        wanted = max(wanted, smallest(more).dtype, key=TYPES.index)
        wanted = np.dtype(np.float64) if wanted == np.float32 else wanted
        _require_exact(old, wanted)
    _require_held("added: weights", more, wanted)
    return old.astype(wanted, copy=False)


def _require_exact(old: Any, wanted: np.dtype[Any]) -> None:
    """Raise InputError for an old integer that the type may round, as float64 does beyond 2^53."""
    if wanted.kind != "f" or old.dtype != np.int64:  # narrower ones all fit
        return
    beyond = array_module(old).flatnonzero((old < -LARGEST_EXACT) | (old > LARGEST_EXACT))
    if beyond.size:
        raise InputError(
            f"weights: the added ones make them {wanted.name}, which may round {old[int(beyond[0])]}"
        )


def _require_held(name: str, values: Any, dtype: np.dtype[Any]) -> None:
    """Raise InputError, naming the argument, for values that the type of the graph's can't hold.

    A type of floating point may round them, but not to infinity; any other holds them as they are.
    """
    if values.dtype == dtype or not values.size:
        return
    xp = array_module(values)
    with np.errstate(over="ignore", invalid="ignore"):
        held = values.astype(dtype)
    is_wrong = xp.isinf(held) & ~xp.isinf(values) if dtype.kind == "f" else held != values
    if (wrong := xp.flatnonzero(is_wrong)).size:
        raise InputError(f"{name}: the graph's are {dtype.name}, which doesn't hold {values[int(wrong[0])]}")


def _sorted(graph: Graph, coo: formats.COO) -> formats.COO:
    """Edges in the order of the graph's, with their numbers as weights; of an undirected graph both ways."""
    xp = graph.device.xp
    src, dst, number = coo.src, coo.dst, xp.arange(coo.dst.size)
    if not graph.directed:
        other = xp.flatnonzero(src != dst)
        src, dst = xp.concatenate((src, dst[other])), xp.concatenate((dst, src[other]))
        number = xp.concatenate((number, other))
    order = xp.argsort(src.astype(np.int64) * graph.num_vertices + dst, kind="stable")
    return formats.COO(src[order], dst[order], number[order])


def _placed(old: formats.CSR, more: formats.COO, fewer: formats.COO) -> Changes:
    """Raises InputError for a removed edge that isn't there."""
    xp, device = array_module(old.dst), device_of(old.dst)
    places = []
    for src, dst, _ in (more, fewer):
        begins, ends = xp.empty(dst.size, np.int64), xp.empty(dst.size, np.int64)
        device.for_each(dst.size, locate, src, dst, old.src_ptr, old.dst, begins, ends)
        places.append((begins, ends))
    (_, added), (first, last) = places
    if (missing := xp.flatnonzero(first == last)).size:
        edge = int(missing[0])
        raise InputError(f"removed: there is no edge {int(fewer.src[edge])} -> {int(fewer.dst[edge])}")
    counts = last - first
    counts[:-1][first[1:] == first[:-1]] = 0  # of an edge that is given twice, the last one counts
    return Changes(more.src, added, fewer.src, first, exclusive_scan(counts, np.int64))


def locate(change, src, dst, src_ptr, lists, begins, ends):
    """Store where the old edges with this one's ends begin, and where they end."""
    low, high = src_ptr[src[change]], src_ptr[src[change] + 1]
    begins[change] = low + count_to(dst[change] - 1, lists[low:high])
    ends[change] = low + count_to(dst[change], lists[low:high])


def _offsets(old_ptr: Any, count: int, changes: Changes) -> Any:
    """Where the new lists begin, which hold `count` edges."""
    src_ptr = array_module(old_ptr).empty(old_ptr.size, index_dtype(count))
    device, step = device_of(old_ptr), _step(old_ptr)
    blocks = -(-src_ptr.size // step)
    device.for_each(blocks, shift_offsets, step, old_ptr, changes, src_ptr, size=src_ptr.size)
    return src_ptr


def _spliced(old: Any, new: Any, changes: Changes) -> Any:
    """Values of the old edges without those of the removed ones, and with those of the added ones."""
    spliced = array_module(old).empty(old.size + new.size - int(changes.removed[-1]), old.dtype)
    device, step = device_of(old), _step(old)
    device.for_each(-(-old.size // step), copy_kept, step, old, changes, spliced, size=old.size)
    device.for_each(new.size, store_added, new, changes, spliced)
    return spliced


def _step(array: Any) -> int:
    """How many edges or vertices one item takes."""
    return BLOCK if isinstance(device_of(array), Cpu) else 1


def shift_offsets(block, step, old_ptr, changes, src_ptr):
    """Store where the new lists of the block's vertices begin."""
    vertex = block * step
    end = min(vertex + step, old_ptr.size)
    more, fewer = count_to(vertex - 1, changes.more_src), count_to(vertex - 1, changes.fewer_src)
    while vertex < end:
        while more < changes.more_src.size and changes.more_src[more] < vertex:
            more += 1
        while fewer < changes.fewer_src.size and changes.fewer_src[fewer] < vertex:
            fewer += 1
        stop = end  # up to the vertex with the next change, whose list begins before the change
        if more < changes.more_src.size:
            stop = min(stop, changes.more_src[more] + 1)
        if fewer < changes.fewer_src.size:
            stop = min(stop, changes.fewer_src[fewer] + 1)
        shift = more - changes.removed[fewer]
        for same in range(vertex, stop):
            src_ptr[same] = old_ptr[same] + shift
        vertex = stop


def copy_kept(block, step, old, changes, new):
    """Copy those of the block's old edges that are not removed, in pieces between the changes."""
    added, first, removed = changes.added, changes.first, changes.removed
    edge = block * step
    end = min(edge + step, old.size)
    more, fewer = count_to(edge, added), count_to(edge, first)
    while edge < end:
        while more < added.size and added[more] <= edge:
            more += 1
        while fewer < first.size and first[fewer] <= edge:
            fewer += 1
        gone = first[fewer - 1] + removed[fewer] - removed[fewer - 1] if fewer else 0
        if edge < gone:
            edge = gone
            continue
        stop = end
        if more < added.size:
            stop = min(stop, added[more])
        if fewer < first.size:
            stop = min(stop, first[fewer])
        source, target = np.uint64(edge), np.uint64(edge + more - removed[fewer])  # unsigned: vector copies
        for kept in range(np.uint64(stop - edge)):
            new[target + kept] = old[source + kept]
        edge = stop


def count_to(number, ascending):
    """How many of the ascending numbers are not above this one."""
    low, high = 0, ascending.size
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] <= number:
            low = middle + 1
        else:
            high = middle
    return low


def store_added(change, values, changes, new):
    """Store an added edge after the kept edges before its place and the added ones before it."""
    place = changes.added[change]
    new[place - changes.removed[count_to(place - 1, changes.first)] + change] = values[change]
