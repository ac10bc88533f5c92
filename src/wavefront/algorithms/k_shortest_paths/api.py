"""The k shortest paths between two vertices: the function that callers use."""

from __future__ import annotations

from heapq import heappop, heappush, nsmallest
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu
from ...errors import checked_counts, checked_flag
from ...filters import EdgeFilter, backwards, checked_filters, given, keeps_vertex
from ...frontier import contains
from ...graph import Graph
from ...graph.vertices import require_graph
from ..bfs import bfs
from ..sssp import sssp
from ..sssp.weights import require_no_negative
from .spurs import MORE_IDS, Base, Lanes, Spurs, find_spurs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...filters import Filter, Filters

ROUNDING = 1e-9  # share by which two sums of the same weights, in different orders, may differ


class Candidate(NamedTuple):
    """The shortest path of a part of all paths: of those with its first vertices, not going on to some."""

    length: float
    vertices: tuple[int, ...]
    leave: int  # the slot of the last vertex that the part's paths share
    forbidden: tuple[int, ...]  # the neighbors to which they don't go from there


class Search(NamedTuple):
    """What the searches for one pair of vertices share."""

    graph: Graph
    weights: np.ndarray  # E numbers, or none
    bounds: np.ndarray  # V float64: from each vertex to the target
    kept: np.ndarray  # bitmap of the edges that the edge filter keeps; empty for all
    lanes: Lanes
    device: Cpu


def k_shortest_paths(
    graph: Graph,
    source: int,
    target: int,
    k: int,
    *,
    weighted: bool = False,
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> Iterator[list[int]]:
    """The k shortest paths from `source` to `target` that visit no vertex twice, the shortest first.

    Yen's method ("Finding the K Shortest Loopless Paths in a Network", Management Science 1971) with Lawler's
    partition ("A Procedure for Computing the K Best Solutions", Management Science 1972): all paths but those
    found are in parts, each part's shortest path is a candidate, and no path is found twice. One search from
    the target first finds how far every vertex is from it; then, for each path found, all threads find the
    candidates of its parts. A path is found when the iterator is asked for it.

    The search runs on the CPU, whatever device the graph is on.

    Parameters
    ----------
    source, target
        Vertex ids.
    k
        Paths at most, from 1 up.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    vertex_filter, edge_filter
        As for `bfs`. An edge filter that isn't an `EdgeFilter` is made one when the first path is asked for:
        a bit per edge, two in a directed graph, and 33 per vertex.

    Notes
    -----
    Equally long paths come in an order that depends neither on the timing nor on the number of threads.
    Lengths are added up in float64; of paths whose lengths differ by rounding alone either may come first. A
    path is a list of vertices: of parallel edges the lightest counts. Memory is 36 bytes per vertex and
    thread, 8 to 16 per vertex, and that of k paths.

    Raises
    ------
    InputError
        For a source or target that is no vertex, a k that is no whole number from 1 up, a weight that is
        negative or no number, or a source or filter as `bfs` refuses it.
    """
    require_graph(graph)
    start, end = graph.checked_vertex(source, "source"), graph.checked_vertex(target, "target")
    (count,) = checked_counts(k=k)
    weighted = checked_flag("weighted", weighted) and graph.csr.weights is not None
    views = graph.to_device("cpu")
    if weighted:
        require_no_negative(views)
    filters = checked_filters(views, np.array([start]), vertex_filter, edge_filter, Cpu())
    return _paths(views, start, end, count, weighted, filters)


def _paths(
    graph: Graph, source: int, target: int, k: int, weighted: bool, filters: Filters | None
) -> Iterator[list[int]]:
    if source == target:
        yield [source]
        return
    if filters is not None and not keeps_vertex(filters, target, Cpu()):
        return
    search = _new_search(graph, target, weighted, filters)
    whole = Candidate(0.0, (source,), 0, ())
    candidates = _best_of_parts(search, target, whole, [(0, ())], inf)
    while candidates and k:
        best = heappop(candidates)
        yield list(best.vertices)
        k -= 1
        nearest = nsmallest(k, candidates)
        limit = nearest[-1].length * (1 + ROUNDING) if k and len(nearest) == k else inf
        if not k:
            return
        path, leave = best.vertices, best.leave
        parts = [(leave, (*best.forbidden, path[leave + 1]))]
        parts += [(slot, (path[slot + 1],)) for slot in range(leave + 1, len(path) - 1)]
        for found in _best_of_parts(search, target, best, parts, limit):
            heappush(candidates, found)


def _new_search(graph: Graph, target: int, weighted: bool, filters: Filters | None) -> Search:
    device, count, ids = Cpu(), graph.num_vertices, graph.csr.dst.dtype
    weights, kept, backward = np.empty(0), np.empty(0, np.uint32), _made(graph, filters)
    if made := backward.get("edge_filter"):
        kept = made.on(device)[0]
        backward = backwards(graph, device=device, **backward)
    if weighted:
        weights = np.asarray(graph.csr.weights, np.float64)
        back = graph.reversed
        back = Graph.from_csr(*back.csr[:2], np.asarray(back.csr.weights, np.float64))
        bounds = sssp(back, target, device=device, predecessors=False, **backward).distances
    else:
        levels = bfs(graph.reversed, target, device=device, predecessors=False, **backward).levels
        bounds = np.where(levels < 0, inf, levels)
    threads = device.threads
    lanes = Lanes(
        np.zeros((threads, count), np.int32),
        np.empty((threads, count), ids),
        np.empty((threads, count)),
        np.empty((threads, count)),
        np.empty((threads, count), ids),
        np.empty((threads, count), ids),
        np.empty((threads, count + MORE_IDS), ids),
        np.zeros(threads, np.int64),
    )
    return Search(graph, weights, bounds, kept, lanes, device)


def _made(graph: Graph, filters: Filters | None) -> dict[str, Any]:
    """The filters as arguments of a search, an edge filter as an `EdgeFilter`."""
    arguments: dict[str, Any] = given(filters)
    edges = arguments.get("edge_filter")
    if edges is not None and not isinstance(edges, EdgeFilter):
        arguments["edge_filter"] = EdgeFilter(graph, edges, device="cpu")
    return arguments


def _best_of_parts(
    search: Search,
    target: int,
    path: Candidate,
    parts: list[tuple[int, tuple[int, ...]]],
    limit: float,
) -> list[Candidate]:
    """The shortest path of each part, where there is one up to the limit; parts leave the path at a slot."""
    lanes, count = search.lanes, len(parts)
    firsts = np.cumsum([0, *(len(forbidden) for _, forbidden in parts)])
    base = Base(
        np.array(path.vertices, search.graph.csr.dst.dtype),
        _lengths(search, path.vertices),
        np.array([leave for leave, _ in parts]),
        firsts,
        np.array([vertex for _, forbidden in parts for vertex in forbidden], search.graph.csr.dst.dtype),
        limit,
        search.kept,
    )
    spurs = Spurs(
        np.zeros(1, np.int64), np.full(count, -1), np.zeros(count, np.int64), np.zeros(count, np.int64)
    )
    csr, found, taken = search.graph.csr, [], 0
    while taken < count:
        lanes.used[:] = 0
        arguments = csr.src_ptr, csr.dst, search.weights, search.bounds, base, lanes, spurs
        threads = min(search.device.threads, count)
        search.device.for_each(threads, find_spurs, target, *arguments, size=count * csr.dst.size)
        done = min(int(spurs.cursor[0]), count)
        for part in range(taken, done):
            if size := int(spurs.sizes[part]):
                first = int(spurs.starts[part])
                rest = lanes.ids[spurs.rows[part], first : first + size][::-1].tolist()
                leave, forbidden = parts[part]
                vertices = (*path.vertices[: leave + 1], *rest)
                length = float(_lengths(search, vertices)[-1])
                found.append(Candidate(length, vertices, leave, forbidden))
        taken = done
    found.sort()
    return found


def _lengths(search: Search, vertices: tuple[int, ...]) -> np.ndarray:
    """The length of the path up to each of its vertices."""
    if not search.weights.size:
        return np.arange(len(vertices), dtype=np.float64)
    lengths = np.zeros(len(vertices))
    lists, weights, kept = search.graph.csr[:2], search.weights, search.kept
    search.device.call(add_lengths, np.array(vertices), *lists, weights, kept, lengths)
    return lengths


def add_lengths(vertices, src_ptr, dst, weights, kept, lengths):
    """Add up the lightest edges that are kept from each vertex of a path to the next."""
    for slot in range(1, vertices.size):
        least = inf
        for edge in range(src_ptr[vertices[slot - 1]], src_ptr[vertices[slot - 1] + 1]):
            is_kept = not kept.size or contains(kept, edge)
            if is_kept and dst[edge] == vertices[slot] and weights[edge] < least:
                least = weights[edge]
        lengths[slot] = lengths[slot - 1] + least
