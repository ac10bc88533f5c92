"""The k shortest paths between two vertices: the function that callers use."""

from __future__ import annotations

from contextlib import suppress
from heapq import heappop, heappush, nsmallest
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import checked_counts, checked_flag
from ...filters import EdgeFilter, checked_filters, given, keeps_vertex
from ...graph import Graph
from ...graph.vertices import require_graph
from ...strategies.fused.pool import pool_of
from ..sssp.weights import negative_weight, require_no_negative, weights_of
from .bounds import Bounds, Memory
from .lengths import lengths_along, longest
from .spurs import MORE_IDS, PUT_OFF, Base, Lanes, Spurs, find_spurs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...filters import Filter, Filters

# Edges that a spur's search looks at before it is put off, and then how many times as many. With the last
# bounds they are a part of all edges by powers of 2: hubs have as many, and equal levels more.
FIRST_EDGES, MORE_EDGES = 1 << 12, 16
WEIGHTED_SHARE_BITS, LEVEL_SHARE_BITS = 9, 5
SOME = 4  # times as many parts as paths are wanted: their paths tell how long one may be


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
    bounds: Bounds
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
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> Iterator[list[int]]:
    """The k shortest paths from `source` to `target` that visit no vertex twice, the shortest first.

    Yen's method ("Finding the K Shortest Loopless Paths in a Network", Management Science 1971) with Lawler's
    partition ("A Procedure for Computing the K Best Solutions", Management Science 1972): all paths but those
    found are in parts, each part's shortest path is a candidate, and no path is found twice. A search from
    the target first finds how far vertices near it are from it; then, for each path found, all threads find
    the candidates of its parts, by A* with these distances. A path is found when the iterator is asked for
    it.

    On a GPU the search from the target is of the whole graph, and all parts of a path are searched at once, a
    block of threads each, only as far as a vertex whose own way to the target is free (Feng, "Finding k
    shortest simple paths in directed graphs: A node classification algorithm", Networks 2014).

    Parameters
    ----------
    source, target
        Vertex ids.
    k
        Paths at most, from 1 up.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    device
        As for `bfs`.
    vertex_filter, edge_filter
        As for `bfs`. An edge filter that isn't an `EdgeFilter` is made one when the first path is asked for.

    Notes
    -----
    Equally long paths come in an order that depends neither on the timing nor on the number of threads; a
    GPU's may be another than the CPU's, and may depend on the timing where the search for one path's
    deviation meets 131,072 vertices or more. Lengths are added up in float64; of paths whose lengths differ
    by rounding alone either may come first. A path is a list of vertices: of parallel edges the lightest
    counts. On the CPU the graph keeps 36 bytes per vertex and thread, where pages that no search comes to are
    never touched, and 16 per vertex for the next call. Ends that are far apart take 8 to 24 more per vertex,
    and by weights 8 per edge. A GPU's searches take 16 per vertex and up to 1.3 GB, and keep nothing. The
    first call for a directed graph makes its `csc`.

    With a filter all threads search from the target at once: the whole graph or, by weights and without a
    vertex filter, until the source is reached. To make an `EdgeFilter` takes each call time for all edges,
    and as long as the iterator lives up to 2 bits per edge and 33 per vertex: make one for several calls. For
    it the graph keeps its `csc_slots`, 4 bytes per edge (8 from 2**31 on); a directed graph's `reversed`
    keeps its own, too.

    Raises
    ------
    InputError
        For a source or target that is no vertex, a k that is no whole number from 1 up, a weight that is
        negative or no number, or a source or filter as `bfs` refuses it.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    start, end = graph.checked_vertex(source, "source"), graph.checked_vertex(target, "target")
    (count,) = checked_counts(k=k)
    weighted = checked_flag("weighted", weighted) and graph.csr.weights is not None
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        if weighted:
            require_no_negative(views, remembered=isinstance(where, Cpu))
        filters = checked_filters(views, np.array([start]), vertex_filter, edge_filter, where)
    return _paths(views, (start, end), count, weighted, filters, where)


def _paths(
    graph: Graph, ends: tuple[int, int], k: int, weighted: bool, filters: Filters | None, device: Device
) -> Iterator[list[int]]:
    source, target = ends
    if source == target:
        yield [source]
        return
    if filters is not None and not keeps_vertex(filters, target, device):
        return
    if not isinstance(device, Cpu):
        from .on_gpu import paths_on_gpu  # here, since only a GPU needs its kernels

        yield from paths_on_gpu(graph, ends, k, weighted, filters, device)
        return
    pool, threads = pool_of(graph, "k_shortest_paths", kept=1), Cpu().threads
    memory = pool.take(threads) or _new_memory(graph, threads)
    search = _new_search(graph, ends, weighted, filters, memory)
    with suppress(GeneratorExit):  # the caller has enough; after other errors the memory is not used again
        yield from _in_order(search, ends, k)
    search.bounds.forget()
    pool.give_back(threads, memory)


def _in_order(search: Search, ends: tuple[int, int], k: int) -> Iterator[list[int]]:
    """The paths, the shortest first."""
    source, target = ends
    whole = Candidate(0.0, (source,), 0, ())
    candidates = _best_of_parts(search, target, whole, [(0, ())], [], 1)
    while candidates and k:
        best = heappop(candidates)
        yield list(best.vertices)
        k -= 1
        if not k:
            return
        path, leave = best.vertices, best.leave
        parts = [(leave, (*best.forbidden, path[leave + 1]))]
        parts += [(slot, (path[slot + 1],)) for slot in range(leave + 1, len(path) - 1)]
        for found in _best_of_parts(search, target, best, parts, candidates, k):
            heappush(candidates, found)


def _new_memory(graph: Graph, threads: int) -> Memory:
    count, ids = graph.num_vertices, graph.csr.dst.dtype
    lanes = Lanes(
        np.zeros((threads, count), np.int32),
        np.empty((threads, count), ids),
        np.empty((threads, count)),
        np.empty((threads, count)),
        np.empty((threads, count), ids),
        np.empty((threads, count), ids),
        np.empty((threads, count + MORE_IDS), ids),
        np.zeros(threads, np.int64),
        np.full(threads, -1),
    )
    return Memory(lanes, np.full(count, inf), np.empty(count, ids), np.empty(count, ids))


def _new_search(
    graph: Graph, ends: tuple[int, int], weighted: bool, filters: Filters | None, memory: Memory
) -> Search:
    kept, arguments = np.empty(0, np.uint32), _made(graph, filters)
    if made := arguments.get("edge_filter"):
        kept = made.on(Cpu())[0]
    weights: Any = weights_of(graph) if weighted else np.empty(0)
    return Search(graph, weights, Bounds(graph, ends, weights, arguments, memory), kept, memory.lanes, Cpu())


def _made(graph: Graph, filters: Filters | None) -> dict[str, Any]:
    """The filters as arguments of a search, an edge filter as an `EdgeFilter`."""
    arguments: dict[str, Any] = given(filters)
    if not isinstance(edges := arguments.get("edge_filter"), EdgeFilter | None):
        arguments["edge_filter"] = EdgeFilter(graph, edges, device="cpu")
    return arguments


def _best_of_parts(
    search: Search,
    target: int,
    path: Candidate,
    parts: list[tuple[int, tuple[int, ...]]],
    known: list[Candidate],
    k: int,
) -> list[Candidate]:
    """The shortest path of each part that can be one of the next k; parts leave the path at a slot.

    Where a part has no short path, its search would come to much of the graph. So searches are put off once
    they have looked at some edges: the others may find k paths, beyond whose lengths none has to look.
    """
    found: list[Candidate] = []
    most, csr, some = FIRST_EDGES, search.graph.csr, SOME * k
    lengths = lengths_along(path.vertices, *csr[:2], search.weights, search.kept)
    known_path = path, np.array(path.vertices, csr.dst.dtype), lengths
    if search.bounds.is_last:
        share = WEIGHTED_SHARE_BITS if search.weights.size else LEVEL_SHARE_BITS
        most = max(most, search.graph.num_edges >> share)
    later: list[tuple[int, tuple[int, ...]]] = []
    while (parts or later) and search.bounds.has_path:
        if not parts:
            search.bounds.improve(len(later) * most)
            most *= MORE_EDGES
            if not search.bounds.is_last:
                most = min(most, max(1, search.bounds.price))
            parts, later = later, []
            continue
        nearest = [candidate.length for candidate in nsmallest(k, [*known, *found])]
        size = len(parts) if len(nearest) == k else min(len(parts), some)
        some *= 2
        more, left = _searched(search, target, known_path, parts[-size:], (nearest, k), most)
        parts, later = parts[:-size], left + later
        found += more
    return sorted(found)


def _searched(
    search: Search,
    target: int,
    path: tuple[Candidate, np.ndarray, np.ndarray],
    parts: list[tuple[int, tuple[int, ...]]],
    nearest: tuple[list[float], int],
    most: int,
) -> tuple[list[Candidate], list[tuple[int, tuple[int, ...]]]]:
    """The shortest paths found that can be among the next, and the parts put off after so many edges.

    `path` is the one that is left, and its vertices' ids and distances; `nearest` the lengths of the next
    paths that are known, and how many are wanted.
    """
    lanes, count, limit, bounds = search.lanes, len(parts), longest(*nearest), search.bounds
    base_path, vertices, lengths = path
    base = Base(
        vertices,
        lengths,
        np.array([leave for leave, _ in parts]),
        np.cumsum([0, *(len(forbidden) for _, forbidden in parts)]),
        np.array([vertex for _, forbidden in parts for vertex in forbidden], search.graph.csr.dst.dtype),
        limit,
        bounds.radius,
        most,
        search.kept,
    )
    threads = min(search.device.threads, count)
    spurs = Spurs(
        np.zeros(1, np.int64),
        np.full(count, -1),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.full(count, inf),
    )
    csr, found, left, taken = search.graph.csr, [], [], 0
    while taken < count:
        lanes.used[:] = 0
        arguments = csr.src_ptr, csr.dst, search.weights, bounds.distances, bounds.nexts, base, lanes, spurs
        search.device.for_each(threads, find_spurs, target, *arguments, size=count * min(most, csr.dst.size))
        _require_none_refused(search)
        done = min(int(spurs.cursor[0]), count)
        left += [parts[part] for part in taken + np.flatnonzero(spurs.sizes[taken:done] == PUT_OFF)]
        limit = longest([*nearest[0], *spurs.lengths[:done].tolist()], nearest[1])
        for part in taken + np.flatnonzero(spurs.lengths[taken:done] <= limit):
            leave, forbidden = parts[part]
            size, first = int(spurs.sizes[part]), int(spurs.starts[part])
            rest = lanes.ids[spurs.rows[part], first : first + size][::-1].tolist()
            ids = (*base_path.vertices[: leave + 1], *rest)
            found.append(Candidate(float(spurs.lengths[part]), ids, leave, forbidden))
        taken = done
    return found, left


def _require_none_refused(search: Search) -> None:
    for edge in search.lanes.refused[search.lanes.refused >= 0].tolist():
        src, dst = search.graph.coo[:2]
        raise negative_weight(search.graph, src[edge], dst[edge], search.weights[edge])
