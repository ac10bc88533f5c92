"""All shortest paths: every predecessor on one, found from a finished search, and the paths along them.

A vertex's predecessors are the ends of its tight in-edges: those whose length is the difference between the
ends' distances, or that lead one level further. No search is needed for them, only one pass over the edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu, Device, array_on, working_on
from ..errors import InputError, checked_flag, shown
from ..filters import keeps_edges
from ..graph.build_on_gpu import occurrences
from ..graph.vertices import named
from ..graph.weight_types import is_reached
from .bellman_ford import BellmanFordResult
from .bfs import BfsResult, bfs
from .result import edge_filters, in_numpy
from .sssp import SsspResult
from .sssp.api import float_paths
from .sssp.weights import weights_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..filters import Filter
    from ..graph import Graph


EDGES_OF_A_LOOKUP = 512  # a pass over so many edges takes as long as to look up one vertex's predecessors


@dataclass(frozen=True, eq=False)
class AllPredecessors:
    """Every predecessor of every vertex on a shortest path: N in all.

    Attributes
    ----------
    sources
        The vertices at which the paths begin: ids, ascending.
    offsets
        V+1 int64: where each vertex's predecessors begin; the last is N.
    vertices
        N vertex ids: each vertex's predecessors, ascending; none for a source.
    device
        Where the arrays are.
    """

    graph: Graph
    sources: np.ndarray
    offsets: np.ndarray
    vertices: np.ndarray
    device: Device

    def to_numpy(self) -> AllPredecessors:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        count = self.graph.num_vertices
        return f"AllPredecessors({self.vertices.size:,} of {count:,} vertices on {self.device.name})"

    @cached_property
    def _starts(self) -> frozenset[int]:
        return frozenset(self.sources.tolist())

    def count(self, target: int) -> int:
        """How many shortest paths lead to `target`: an integer of any size, so that nothing overflows.

        0 if the target wasn't reached. The work is that of the edges on its paths, in plain Python.

        Raises InputError if `target` is no vertex, or edges of weight 0 on its paths form a cycle.
        """
        vertex = self.graph.checked_vertex(target, "target")
        host, counts = self.to_numpy(), dict.fromkeys(self._starts, 1)
        waiting = [vertex]  # the vertices on the way here, and those beside it that wait for their turn
        opened: dict[int, list[int]] = {}
        while waiting:
            vertex = waiting[-1]
            if vertex in counts:
                waiting.pop()
            elif vertex in opened:
                counts[vertex] = sum(counts[parent] for parent in opened.pop(vertex))
                waiting.pop()
            else:
                parents = host.vertices[host.offsets[vertex] : host.offsets[vertex + 1]].tolist()
                opened[vertex] = parents
                for parent in parents:
                    if parent in opened:
                        name = named(self.graph, parent)
                        raise InputError(
                            f"a cycle of weight 0 leads through vertex {name}: no count of paths"
                        )
                waiting += [parent for parent in parents if parent not in counts]
        return counts[self.graph.checked_vertex(target)]

    def paths(self, target: int) -> Iterator[list[int]]:
        """The shortest paths to `target`, each a list of vertex ids from a source on, found one by one.

        The order is that of the predecessors, from the target back, smaller ids first. Memory for one path.
        Where edges of weight 0 form cycles these are the paths that visit no vertex twice, and one
        can take long to find. Raises InputError if `target` is no vertex.
        """
        last, host = self.graph.checked_vertex(target, "target"), self.to_numpy()

        def before(vertex: int) -> list[int]:
            found: list[int] = host.vertices[host.offsets[vertex] : host.offsets[vertex + 1]].tolist()
            return found

        return _walk(last, self._starts, before)


def _walk(target: int, starts: frozenset[int], before: Callable[[int], list[int]]) -> Iterator[list[int]]:
    """The paths to the target, from the target back, by a function that gives a vertex's predecessors."""
    if target in starts:  # edges of weight 0 may lead back to the source
        yield [target]
        return
    path, on_path = [target], {target}
    lists = [iter(before(target))]  # of the predecessors still to take, per vertex of the path
    while path:
        vertex = next(lists[-1], None)
        if vertex is None:
            lists.pop()
            on_path.discard(path.pop())
        elif vertex in starts:
            yield [vertex, *reversed(path)]
        elif vertex not in on_path:
            path.append(vertex)
            on_path.add(vertex)
            lists.append(iter(before(vertex)))


def all_predecessors(result: BfsResult | SsspResult | BellmanFordResult) -> AllPredecessors:
    """Every predecessor of every vertex on a shortest path, of a finished search: one pass over the edges.

    A predecessor's level is one less; by weights, its distance and the edge's weight add up to exactly the
    vertex's distance, in its type. So of two paths whose sums differ by rounding only one counts.
    Parallel edges are one predecessor. Edges into the sources are left out, and so are those that a filter of
    the search drops: its edge filter is asked again, about the edges on shortest paths. Its arrays must not
    have changed since the search.

    Parameters
    ----------
    result
        What `bfs`, `sssp` or `bellman_ford` returned, with predecessors or without. Vertices beyond the
        search's target or limit have no predecessors.

    Raises
    ------
    InputError
        For another object, or a copy of a result whose edge filter was a function: copies don't have it.
    """
    if not isinstance(result, BfsResult | SsspResult | BellmanFordResult):
        raise InputError(
            f"all_predecessors takes what bfs, sssp or bellman_ford returned, not {shown(result)}"
        )
    device, filters = result.device, edge_filters(result)
    with working_on(device):
        graph, xp = result.graph.to_device(device), device.xp
        sources, src, dst, edges = _tight_edges(graph, result)
        if filters is not None:
            kept = keeps_edges(filters, src, dst, edges, device)
            src, dst = src[kept], dst[kept]
        if src.size:  # parallel edges are one after the other
            first = xp.ones(src.size, bool)
            first[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
            src, dst = src[first], dst[first]
        offsets = xp.zeros(graph.num_vertices + 1, np.int64)
        offsets[1:] = xp.cumsum(occurrences(dst, graph.num_vertices))
    return AllPredecessors(result.graph, sources, offsets, src, device)


def _tight_edges(
    graph: Graph, result: BfsResult | SsspResult | BellmanFordResult
) -> tuple[np.ndarray, Any, Any, Any]:
    """Where paths begin; and of each edge on a shortest path, in the order of `csc`, its ends and number."""
    device, xp = graph.device, graph.device.xp
    slots, src = graph.csc_slots, graph.csc.src
    dst = graph.csr.dst[slots]
    if isinstance(result, BfsResult):
        sources, levels = result.sources, array_on(device, result.levels)
        tight = (levels[src] >= 0) & (levels[src] + 1 == levels[dst])
    else:
        sources, distances = result.sources, array_on(device, result.distances)
        sources = sources[Cpu().array(distances)[sources] == 0]  # negative weights may lead to others
        weights: Any = weights_of(graph)
        ends = distances[src] + (weights[slots] if weights.size else 1)
        tight = (ends == distances[dst]) & is_reached(distances)[src] & (ends < inf) & (src != dst)
    is_root = xp.zeros(graph.num_vertices, bool)
    is_root[xp.asarray(sources)] = True
    places = xp.flatnonzero(tight & ~is_root[dst])
    return sources, src[places], dst[places], slots[places]


def all_shortest_paths(
    graph: Graph,
    source: int,
    target: int,
    *,
    weighted: bool = False,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> Iterator[list[int]]:
    """Every shortest path from `source` to `target`, each a list of vertex ids, found one by one.

    A search that stops at the target, `bfs` or `sssp`, comes first; sums of integers from 2^53 on are rounded
    there, not refused. On the CPU a vertex's predecessors are then looked up when a path first comes to it,
    and remembered; on a GPU, or once that is less work, `all_predecessors` finds all, for which the graph
    keeps its `csc_slots`. Each path takes time in proportion to its length. `AllPredecessors.paths` says in
    which order they come, and what cycles of weight 0 do.

    Parameters
    ----------
    source, target
        Vertex ids.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    device
        As for `bfs`.
    vertex_filter, edge_filter
        As for `bfs`: only paths along edges that are kept. On the CPU the edge filter is asked about edges on
        shortest paths, of the paths or of all, while paths are looked for: its arrays must not change in the
        meantime.

    Raises
    ------
    InputError
        For a source or target that is no vertex, a weight that is negative or no number, or a source or
        filter as `bfs` refuses it.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    weighted = checked_flag("weighted", weighted)
    search: Any = float_paths if weighted else bfs
    filters = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    found = search(graph, source, target=target, predecessors=False, device=device, **filters)
    if not isinstance(found.device, Cpu):
        return all_predecessors(found).paths(target)
    return _walk(graph.checked_vertex(target), frozenset([graph.checked_vertex(source)]), _lookup(found))


def _lookup(found: BfsResult | SsspResult) -> Callable[[int], list[int]]:
    """A function that gives a vertex's predecessors, ascending, of a search on the CPU from one vertex."""
    graph, filters = found.graph.to_device(found.device), edge_filters(found)
    dst_ptr, src, weights = graph.csc
    slots = np.empty(0, np.int64) if filters is None else graph.csc_slots

    every: AllPredecessors | None = None
    lookups = 0

    @cache
    def before(vertex: int) -> list[int]:
        nonlocal every, lookups
        lookups += 1
        if every is None and lookups * EDGES_OF_A_LOOKUP > graph.num_edges:
            every = all_predecessors(found)
        if every is not None:
            some = slice(every.offsets[vertex], every.offsets[vertex + 1])
            predecessors: list[int] = every.vertices[some].tolist()
            return predecessors
        some = slice(dst_ptr[vertex], dst_ptr[vertex + 1])
        near, edges = src[some], slots[some]
        if isinstance(found, BfsResult):
            tight = (found.levels[near] >= 0) & (found.levels[near] + 1 == found.levels[vertex])
        else:
            ends = found.distances[near] + (1 if weights is None else weights[some])
            is_start = is_reached(found.distances[near]) & (near != vertex)
            tight = (ends == found.distances[vertex]) & (ends < inf) & is_start
        if filters is not None:
            heads = np.full(near.size, vertex, near.dtype)[tight]
            tight[tight] = keeps_edges(filters, near[tight], heads, edges[tight], found.device)
        predecessors = np.unique(near[tight]).tolist()
        return predecessors

    return before
