"""Breadth-first search: checks the caller's arguments, runs one strategy, and holds the result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu, Device, get_device, working_on
from ..enactor import NO_STOP, Stop
from ..errors import InputError, checked_flag, checked_integer
from ..frontier import UNVISITED
from ..graph import Graph
from ..graph.vertices import distinct_vertices, require_graph
from ..strategies import STRATEGIES, Strategy, checked_strategy, printed_form
from ..trace import Trace
from .result import in_numpy, note_filters, state_of
from .shortage import shortage_of_bfs
from .smallest_predecessors import smallest_predecessors
from .tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..filters import Filter


@dataclass(frozen=True, eq=False, init=False)
class BfsResult:
    """Levels and predecessors of one breadth-first search.

    Attributes
    ----------
    levels
        V int32, or as `level_dtype` said: the fewest edges from a source; -1 where none was found.
    predecessors
        V vertex ids, each one level closer to a source and joined by an edge; -1 for sources and
        unreached vertices. None if they weren't asked for.
    sources
        The source vertices, ascending.
    strategy, device
        The strategy and the device that ran.
    trace
        One row per level, if it was asked for.
    """

    graph: Graph
    sources: np.ndarray
    levels: np.ndarray
    predecessors: np.ndarray | None
    strategy: str
    device: Device
    trace: Trace | None

    def __init__(
        self,
        graph: Graph,
        sources: np.ndarray,
        levels: np.ndarray,
        predecessors: np.ndarray | None,
        strategy: str,
        device: Device,
        trace: Trace | None,
    ) -> None:
        # A frozen dataclass's own `__init__` takes twice the time, a tenth of a small search.
        fields = self.__dict__
        fields["graph"], fields["sources"] = graph, sources
        fields["levels"], fields["predecessors"] = levels, predecessors
        fields["strategy"], fields["device"], fields["trace"] = strategy, device, trace

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)
    _filters = None  # those of a search with an edge filter
    __getstate__ = state_of

    def to_numpy(self) -> BfsResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        reached = f"{self.num_reached:,} of {self.levels.size:,} vertices reached"
        return f"BfsResult({reached}, {self.num_levels:,} levels, {self.strategy} on {self.device.name})"

    @cached_property
    def num_levels(self) -> int:
        """Levels that hold a vertex, the sources' included."""
        with working_on(self.device):
            return int(self.levels.max()) + 1

    @cached_property
    def num_reached(self) -> int:
        """Vertices with a level, the sources included."""
        with working_on(self.device):
            return int((self.levels != UNVISITED).sum())

    def path(self, target: int) -> list[int] | None:
        """Vertex ids of a shortest path from a source to `target`; None if it wasn't reached.

        Follows the predecessors; without them, steps back from level to level through the CSC view.
        Raises InputError if `target` is no vertex, or for a search with an edge filter and no predecessors.
        """
        vertex = self.graph.checked_vertex(target, "target")
        host = self.to_numpy()
        if host.levels[vertex] == UNVISITED:
            return None
        path = [vertex]
        while host.levels[vertex] > 0:
            vertex = host._one_level_closer(vertex)
            path.append(vertex)
        return path[::-1]

    def _one_level_closer(self, vertex: int) -> int:
        if self.predecessors is not None:
            return int(self.predecessors[vertex])
        if self._filters is not None:
            raise InputError(
                "the path along filtered edges needs predecessors; search with predecessors=True"
            )
        csc, to_host = self.graph.csc, Cpu().array
        first, end = to_host(csc.dst_ptr[vertex : vertex + 2])
        candidates = to_host(csc.src[first:end])
        return int(candidates[self.levels[candidates] == self.levels[vertex] - 1][0])

    def layers(self) -> list[np.ndarray]:
        """The vertices of each level in ascending order, level 0 first."""
        levels = self.to_numpy().levels
        reached = np.flatnonzero(levels != UNVISITED).astype(self.graph.csr.dst.dtype)
        by_level = reached[np.argsort(levels.take(reached), kind="stable")]
        counts = np.bincount(levels.take(reached), minlength=self.num_levels)
        return np.split(by_level, np.cumsum(counts)[:-1]) if reached.size else []

    def tree(self) -> tuple[np.ndarray, np.ndarray]:
        """The tree's edges: predecessor and vertex, for every reached vertex that isn't a source.

        Raises InputError if the search ran with ``predecessors=False``.
        """
        host = self.to_numpy()
        if host.predecessors is None:
            raise InputError("the tree needs predecessors; search with predecessors=True")
        children = np.flatnonzero(host.levels > 0).astype(host.predecessors.dtype)
        return host.predecessors.take(children), children


def bfs(
    graph: Graph,
    source: int | Sequence[int] | np.ndarray,
    *,
    strategy: str = "auto",
    device: str | Device = "auto",
    predecessors: bool = True,
    target: int | None = None,
    depth_limit: int | None = None,
    deterministic: bool = False,
    trace: bool = False,
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    level_dtype: Any = "int32",
    **options: Any,
) -> BfsResult:
    """Breadth-first search from one vertex, or from several at once.

    Parameters
    ----------
    source
        A vertex id, or several: a level is then the distance from the nearest.
    strategy
        One of `STRATEGIES`, or "auto": fused.
    device
        "cpu" or a `Cpu`; "cuda", or "cuda:1" for the second GPU; "python" checks every index, to find faults;
        "auto" is where the graph is. The result's arrays are NumPy's, on a GPU CuPy's.
    predecessors
        Whether to record them.
    target
        Stop once this vertex has its level; that level is complete, deeper vertices are unreached.
    depth_limit
        The last level to label.
    deterministic
        Of the possible predecessors take the smallest id. Otherwise it depends on the strategy, on timing and
        on earlier searches of the same graph which of them is recorded.
    trace
        Whether to record what ran, level by level.
    vertex_filter, edge_filter
        The vertices to visit and the edges to follow: V or E bools, edges in the order of `graph.csr`; a
        bitmap of them (uint32, item i is bit i % 32 of word i // 32); or a function ``(vertex) -> bool`` or
        ``(source, neighbor, edge) -> bool``, alone or with its data; or an `EdgeFilter`: guide/filters.md.
    level_dtype
        "int32"; "int16" or "int8", which hold levels up to 32,767 and 127 in a half or a quarter of the
        memory; or "auto", the smallest that does: found by searching again where a search goes deeper. The
        small ones are for fused.
    **options
        Passed to the strategy, for example ``alpha=`` of direction_optimized. ``literal=True`` runs a
        strategy of the book as printed, without our improvements: its page says what differs.

    Raises
    ------
    InputError
        For a source or target that is no vertex, an unknown strategy or option, a bad limit, a source that
        `vertex_filter` drops, a filter of another length or type, filters or a `level_dtype` with a strategy
        that takes none, a search that goes deeper than `level_dtype` holds, or
        ``literal=True`` with a strategy that no text prints: fused, which is "auto", and operators.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    if not isinstance(graph, Graph):
        require_graph(graph)
    sources = distinct_vertices(graph, source, "source")
    stop = NO_STOP
    if depth_limit is not None or target is not None:
        last = None if target is None else graph.checked_vertex(target, "target")
        stop = Stop(_checked_limit(depth_limit), last)
    predecessors = checked_flag("predecessors", predecessors)
    deterministic = checked_flag("deterministic", deterministic)
    trace = checked_flag("trace", trace)
    stays = isinstance(device, str) and device == "auto"
    where = get_device(device, graph.device)
    literal = options.pop("literal", False) if options else False
    name = checked_strategy(strategy, options)
    if literal is not False:
        options |= printed_form(strategy, literal)
    kept = vertex_filter, edge_filter
    with working_on(where, shortage_of_bfs, graph, name, predecessors, level_dtype, trace, kept):
        views = graph if stays else graph.to_device(where)
        rows = Trace(where, views.out_degrees) if trace else None
        filters = None
        if vertex_filter is not None or edge_filter is not None:
            from . import filtered_bfs  # here, since most searches have none

            filtered_bfs.require_filtering(name, options)
            filters = filtered_bfs.kept_from(views, sources, kept, name, where)
            stop, options["filters"] = filtered_bfs.kept_stop(stop, filters, where), filters
        is_usual = isinstance(level_dtype, str) and level_dtype == "int32"  # an array has no one answer
        search = STRATEGIES[name] if is_usual else _in_level_types(name, level_dtype)
        levels, parents = search(
            views,
            sources,
            where if rows is None else rows.device,
            stop=stop,
            trace=rows,
            predecessors=predecessors,
            **options,
        )
        if predecessors and (deterministic or parents is None):
            parents = smallest_predecessors(views, sources, levels, parents, where, filters)
    result = BfsResult(graph, sources, levels, parents if predecessors else None, name, where, rows)
    if filters is not None:
        note_filters(result, filters)
    return result


def _in_level_types(strategy: str, level_dtype: Any) -> Strategy:
    from .level_types import in_level_types  # here, since most searches have no use for these

    return in_level_types(STRATEGIES[strategy], strategy, level_dtype)


def _checked_limit(limit: int | None) -> int | None:
    if limit is None:
        return None
    return min(checked_integer("depth_limit", limit, 0, None), np.iinfo(np.int32).max)
