"""Breadth-first search from many sources at once: 64 searches share every edge that is looked at.

Each vertex has a word with one bit per source: the sources that reached it. An edge carries a whole word, so
that searches which meet go on together. Source: Then et al., "The More the Merrier: Efficient Multi-Source
Graph Traversal", PVLDB 2014. words.py does so on the CPU, the folder cuda in one launch on a GPU, and
by_operators.py on a GPU where edges are filtered. On graphs of many levels searches seldom meet: there, on
the CPU, by_source.py gives each source to one thread. With filters the CPU searches a copy of what is kept,
or, from few vertices with int32 levels and no filter of edges, marks the vertices that are dropped.

O(levels * (V + E)) words for each 64 sources, and 4 bytes for each vertex and source: fewer in small types.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...enactor import NO_STOP
from ...errors import InputError, checked_flag
from ...filters import checked_filters, part_of
from ...frontier import UNVISITED
from ...graph.vertices import checked_vertices, require_graph
from ...progress import pieces, reporting
from ...trace import Trace, pushed, sizes_of
from ..given_rows import checked_rows
from ..kept_memory import kept_memory
from ..level_queue import has_room
from ..level_types import TooDeepError, checked_level_types, goes_deeper, last_level, too_deep
from ..result import in_numpy
from ..shortage import shortage, what_would_fit
from ..tables import to_arrow, to_frame, to_html
from . import by_operators
from .by_source import search_by_source
from .cuda.host import write_levels
from .form import prefers_own_sources
from .rows import search_in_words
from .words import WORD_SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...filters import Filter, Filters
    from ...graph import Graph
    from ...progress import Progress, Report


@dataclass(frozen=True, eq=False)
class MultiSourceBfsResult:
    """Levels of a breadth-first search from each of several sources.

    Attributes
    ----------
    sources
        S vertex ids, as given.
    levels
        S x V int32, or as `level_dtype` said: row i has the fewest edges from sources[i] to each vertex; -1
        where there is no path.
    device
        The device that ran.
    trace
        One row per level, of all sources together, if it was asked for: a vertex counts once for each source
        that has it in its frontier or labels it, and so do its edges.
    """

    graph: Graph
    sources: np.ndarray
    levels: np.ndarray
    device: Device
    trace: Trace | None = None

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html

    @cached_property
    def eccentricity(self) -> np.ndarray:
        """S of the levels' type: the largest level of each source, of the vertices that it reaches."""
        with working_on(self.device):
            farthest: np.ndarray = self.levels.max(axis=1)
            return farthest

    @cached_property
    def closeness(self) -> np.ndarray:
        """S float64: (r - 1) / (sum of levels) * (r - 1) / (V - 1), of the r vertices reached; 0 if r is 1.

        This is NetworkX's ``closeness_centrality`` with its default ``wf_improved=True``. In a directed graph
        levels count from the source; NetworkX counts towards it, as in the reversed graph. V counts vertices
        that a filter drops, too; `closeness` counts kept ones alone.
        Source: Wasserman and Faust, "Social Network Analysis", 1994.
        """
        with working_on(self.device):
            unreached = (self.levels == UNVISITED).sum(axis=1)
            others = self.levels.shape[1] - unreached - 1
            sums = self.levels.sum(axis=1, dtype=np.int64) - UNVISITED * unreached
            closeness: np.ndarray = others / np.maximum(sums, 1) * others / max(1, self.levels.shape[1] - 1)
            return closeness

    def to_numpy(self) -> MultiSourceBfsResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        count, vertices = self.levels.shape
        return f"MultiSourceBfsResult({count:,} sources, {vertices:,} vertices on {self.device.name})"


def multi_source_bfs(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray,
    *,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    level_dtype: Any = "int32",
    out: Any = None,
    progress: Progress = False,
    trace: bool = False,
) -> MultiSourceBfsResult:
    """Breadth-first search from each of the sources, 64 at a time (Then et al., PVLDB 2014).

    Parameters
    ----------
    sources
        S vertex ids, in any order; one may be given more than once.
    device, vertex_filter, edge_filter, level_dtype
        As for `bfs`. With a filter of edges, or more than 256 sources, the CPU asks about each edge once, and
        searches a copy of what is kept.
    out
        S x V of the levels' type to write them to, in C order, on the device that searches: used again for
        chunk after chunk of many sources, or mapped from a file. New memory without.
    progress
        As for `read`.
    trace
        Whether to record what ran, level by level. Where sources have threads of their own, and in one launch
        of a GPU, the first level has all of the time.

    Raises
    ------
    InputError
        For no source, one that is no vertex or is dropped, a filter as `bfs` refuses it, an `out` of another
        shape, type or device, or with a `level_dtype` of "auto", more levels than memory can hold, or a
        search that goes deeper than `level_dtype` holds.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    trace = checked_flag("trace", trace)
    vertices = checked_vertices(graph, sources, "sources")
    where = get_device(device, graph.device)
    types = checked_level_types(level_dtype)
    rows = None if out is None else _given_rows(out, (vertices.size, graph.num_vertices), types, where)
    if out is None:
        _require_room(graph, vertices, types[0], where)
    wanted = {"sources": vertices, "level_dtype": level_dtype, "out": out}
    wanted |= {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    told = reporting(progress, "multi_source_bfs")
    with told as report, working_on(where, shortage, "multi_source_bfs", graph, wanted):
        views = graph.to_device(where)
        filters = checked_filters(views, vertices, vertex_filter, edge_filter, where)
        record = Trace(where, views.out_degrees) if trace else None
        running = where if record is None else record.device
        searched, dropped = views, None
        if filters is not None and isinstance(where, Cpu):
            few = vertices.size if types[-1] == types[0] == np.int32 else None
            searched, _, _, dropped = part_of(views, filters, where, sources=few)
            filters = None
        levels = _rows(
            searched, vertices, types, running, filters, report, rows, trace=record, dropped=dropped
        )
        if record is not None:
            record.record_sizes(*_sizes(views, levels, where))
    return MultiSourceBfsResult(graph, vertices, levels if out is None else out, where, record)


def _sizes(graph: Graph, levels: Any, device: Device) -> tuple[np.ndarray, np.ndarray]:
    """The vertices in each level, and the edges that leave them, summed up over the rows."""
    sizes = np.zeros((2, int(levels.max()) + 1), np.int64)
    for row in levels:
        reached = row != UNVISITED
        found = sizes_of(row.compress(reached), graph.out_degrees.compress(reached), device)
        sizes[:, : found[0].size] += found
    return sizes[0], sizes[1]


def _given_rows(
    out: Any, shape: tuple[int, int], level_types: tuple[np.dtype[Any], ...], device: Device
) -> Any:
    if len(level_types) > 1:
        raise InputError('out has a type of its own: name it in level_dtype, which is "auto"')
    return checked_rows(out, shape, level_types[0], device)


def _require_room(graph: Graph, sources: np.ndarray, level_dtype: np.dtype[Any], device: Device) -> None:
    """Raise InputError if the levels from these sources don't fit in the device's memory."""
    size = level_dtype.itemsize * sources.size * graph.num_vertices
    total = device.total_memory() or sys.maxsize
    if size > total:
        wanted = {"sources": sources, "level_dtype": level_dtype}
        raise InputError(
            f"a search from {sources.size:,} sources needs about {size:,} bytes of memory, more than the "
            f"{total:,} there are{what_would_fit(device, 'multi_source_bfs', graph, wanted, total)}"
        )


def _rows(
    graph: Graph,
    sources: np.ndarray,
    level_types: tuple[np.dtype[Any], ...],
    device: Device,
    filters: Filters | None,
    report: Report | None,
    out: Any = None,
    by_source: bool | None = None,
    trace: Trace | None = None,
    dropped: np.ndarray | None = None,
) -> Any:
    """The levels from each of the sources, in the first of the types that holds them, in `out` if given.

    Raises TooDeepError if none does.
    """
    cpu = device if isinstance(device, Cpu) else None
    if by_source is None:  # else known from the type tried before
        by_source = cpu is not None and prefers_own_sources(graph, sources, cpu)
    for tried in level_types[:-1]:
        with suppress(TooDeepError):
            return _rows(graph, sources, (tried,), device, filters, report, None, by_source, trace, dropped)
    if trace is not None:
        trace.forget_laps()
    shape = sources.size, graph.num_vertices
    levels = out
    if out is None and cpu is not None:
        levels = kept_memory(graph, "rows of levels", shape, level_types[-1])
    elif out is None:
        levels = device.xp.empty(shape, level_types[-1])
    if cpu is not None and by_source:
        for some in pieces(sources.size, sources.size, report, cpu.threads):
            rows = levels[some]
            search = partial(search_by_source, graph, sources[some], rows, True, dropped=dropped)
            counts = pushed(trace, cpu, search)
            for row in np.flatnonzero(counts.farthest == last_level(levels.dtype)):
                if goes_deeper(graph, rows[row], NO_STOP, cpu):
                    raise too_deep(levels.dtype, graph.num_vertices)
        return levels
    for batch in pieces(sources.size, WORD_SIZE, report, WORD_SIZE):
        if cpu is not None:
            search_in_words(graph, sources[batch], levels[batch], cpu, trace, dropped)
        elif not isinstance(device, Cpu) and filters is None and has_room(graph):
            write_levels(graph, sources[batch], levels[batch], device, trace)
        else:
            by_operators.write_levels(graph, sources[batch], levels[batch], device, filters, trace)
    return levels
