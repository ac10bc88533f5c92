"""The k shortest paths on the CPU: the parts of a path are shared among threads.

A part's path is found near the vertex that it leaves: only its first vertices, up to one from which the way
to the target is known to be free, are kept until it is asked for.
"""

from __future__ import annotations

import itertools
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu
from ...filters import EdgeFilter, given
from ...graph import Graph
from ...strategies.fused.pool import pool_of
from ..sssp.weights import negative_weight, weights_of
from .bounds import Bounds, Memory
from .candidate import Candidate
from .lengths import lengths_along, longest
from .spurs import MORE_IDS, PUT_OFF, Base, Lanes, Spurs, find_spurs, follow_to_target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...filters import Filters

# Edges that a spur's search looks at before it is put off, and then how many times as many. With the last
# bounds they are a part of all edges by powers of 2: hubs have as many, and equal levels more.
FIRST_EDGES, MORE_EDGES = 1 << 12, 16
WEIGHTED_SHARE_BITS, LEVEL_SHARE_BITS = 9, 5
SOME = 4  # times as many parts as paths are wanted: their paths tell how long one may be


Found = tuple[float, int, tuple[int, ...], np.ndarray]  # as in Candidate: length, leave, forbidden and way


class Search(NamedTuple):
    """What the searches for one pair of vertices share."""

    graph: Graph
    weights: np.ndarray  # E numbers, or none
    bounds: Bounds
    kept: np.ndarray  # bitmap of the edges that the edge filter keeps; empty for all
    lanes: Lanes
    numbers: Iterator[int]  # of candidates: of equally long ones the first comes first
    device: Cpu


def paths_on_cpu(
    graph: Graph, ends: tuple[int, int], k: int, weighted: bool, filters: Filters | None
) -> Iterator[list[int]]:
    """The paths between two different vertices, the shortest first."""
    pool, threads = pool_of(graph, "k_shortest_paths", kept=1), Cpu().threads
    memory = pool.take(threads) or _new_memory(graph, threads)
    search = _new_search(graph, ends, weighted, filters, memory)
    with suppress(GeneratorExit):  # the caller has enough; after other errors the memory is not used again
        yield from _in_order(search, ends, k)
    search.bounds.forget()
    pool.give_back(threads, memory)


def _in_order(search: Search, ends: tuple[int, int], k: int) -> Iterator[list[int]]:
    source, target = ends
    vertices = np.array([source], search.graph.csr.dst.dtype)
    candidates = _best_of_parts(search, target, vertices, [(0, ())], [], 1)
    while candidates and k:
        best = candidates.pop(0)
        vertices = _whole(search, target, best)
        path, leave = vertices.tolist(), best.leave
        yield path
        k -= 1
        if not k:
            return
        parts = [(leave, (*best.forbidden, path[leave + 1]))]
        parts += [(slot, (path[slot + 1],)) for slot in range(leave + 1, len(path) - 1)]
        candidates += _best_of_parts(search, target, vertices, parts, candidates, k)
        candidates = sorted(candidates)[:k]


def _whole(search: Search, target: int, candidate: Candidate) -> np.ndarray:
    """All vertices of a candidate's path."""
    csr, bounds, rest = search.graph.csr, search.bounds, search.lanes.ids[0]
    lists = csr.src_ptr, csr.dst, search.weights, bounds.distances, bounds.nexts, search.kept
    size = Cpu().call(follow_to_target, int(candidate.way[-1]), target, lists, search.lanes.places[0], rest)
    vertices = np.concatenate([candidate.path[: candidate.leave], candidate.way, rest[:size]])
    assert vertices[-1] == target
    return vertices


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
    bounds = Bounds(graph, ends, weights, arguments, memory)
    return Search(graph, weights, bounds, kept, memory.lanes, itertools.count(), Cpu())


def _made(graph: Graph, filters: Filters | None) -> dict[str, Any]:
    """The filters as arguments of a search, an edge filter as an `EdgeFilter`."""
    arguments: dict[str, Any] = given(filters)
    if not isinstance(edges := arguments.get("edge_filter"), EdgeFilter | None):
        arguments["edge_filter"] = EdgeFilter(graph, edges, device="cpu")
    return arguments


def _best_of_parts(
    search: Search,
    target: int,
    path: np.ndarray,
    parts: list[tuple[int, tuple[int, ...]]],
    known: list[Candidate],
    k: int,
) -> list[Candidate]:
    """The shortest path of each part that can be one of the next k; parts leave the path at a slot.

    Where a part has no short path, its search would come to much of the graph. So searches are put off once
    they have looked at some edges: the others may find k paths, beyond whose lengths none has to look.
    """
    found: list[Found] = []
    most, csr, some = FIRST_EDGES, search.graph.csr, SOME * k
    lengths_known = [candidate.length for candidate in known]
    known_path = path, lengths_along(path, *csr[:2], search.weights, search.kept)
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
        nearest = sorted([*lengths_known, *(length for length, *_ in found)])[:k]
        size = len(parts) if len(nearest) == k else min(len(parts), some)
        some *= 2
        more, left = _searched(search, target, known_path, parts[-size:], (nearest, k), most)
        parts, later = parts[:-size], left + later
        found += more
    return [
        Candidate(length, next(search.numbers), path, leave, forbidden, way)
        for length, leave, forbidden, way in sorted(found)[:k]
    ]


def _searched(
    search: Search,
    target: int,
    path: tuple[np.ndarray, np.ndarray],
    parts: list[tuple[int, tuple[int, ...]]],
    nearest: tuple[list[float], int],
    most: int,
) -> tuple[list[Found], list[tuple[int, tuple[int, ...]]]]:
    """The shortest paths found that can be among the next, and the parts put off after so many edges.

    `path` has the vertices of the one that is left, and their distances; `nearest` the lengths of the next
    paths that are known, and how many are wanted.
    """
    lanes, count, limit, bounds = search.lanes, len(parts), longest(*nearest), search.bounds
    base = Base(
        *path,
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
        near = taken + np.flatnonzero(spurs.lengths[taken:done] <= limit)
        firsts = spurs.starts, spurs.starts + spurs.sizes
        places = (each[near].tolist() for each in (spurs.lengths, spurs.rows, *firsts))
        for part, length, row, first, end in zip(near.tolist(), *places, strict=True):
            found.append((length, *parts[part], lanes.ids[row, first:end][::-1].copy()))
        taken = done
    return found, left


def _require_none_refused(search: Search) -> None:
    for edge in search.lanes.refused[search.lanes.refused >= 0].tolist():
        src, dst = search.graph.coo[:2]
        raise negative_weight(search.graph, src[edge], dst[edge], search.weights[edge])
