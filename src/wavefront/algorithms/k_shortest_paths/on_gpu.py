"""The k shortest paths on a GPU: all parts of a path are searched at once, a block each.

A search of the whole GPU from the target, against the edges, finds all vertices' distances and the next
vertex on the way. With them a part's path is found near the vertex that it leaves; only its first vertices,
up to one from which the known way goes on, are kept until it is asked for.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, working_on
from ...filters import EdgeFilter, backwards, given
from ...frontier import contains
from ...graph import Graph
from ..bfs import bfs
from ..block_search.path import LEFT
from ..block_search.tables import Shape, new_tables, sizes_of
from ..shortage import shortage
from ..sssp.api import float_paths
from ..sssp.weights import edge_weight, means_of, weights_of
from ..steps_back import paths_back
from .candidate import Candidate
from .parts_on_gpu import Found, Lists, Packed, Path, parts_of
from .spurs_on_gpu import NoProblem, Parts, find_spurs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...device import Cuda, Python
    from ...filters import Filters

SHAPES = Shape(9, 32, 16), Shape(13, 128, 8), Shape(18, 256, 2)
MOST_IDS = 1 << 20  # of the ways of a round, unless one may be longer
DELTA_WEIGHTS = 0.25  # mean weights by which a search's bound rises at first


class Search:
    """The searches for one pair of vertices."""

    def __init__(
        self,
        graph: Graph,
        ends: tuple[int, int],
        weighted: bool,
        filters: Filters | None,
        device: Cuda | Python,
    ) -> None:
        self.graph, self.ends, self.device, self.number = graph, ends, device, 0
        xp = device.xp
        self.weights = weights_of(graph) if weighted else xp.empty(0)
        delta = DELTA_WEIGHTS * (means_of(graph)[0] if weighted else 1.0)
        self.delta = delta if 0 < delta < inf else inf
        arguments: dict[str, Any] = given(filters)
        self.kept = xp.empty(0, np.uint32)
        if (edges := arguments.get("edge_filter")) is not None:
            if not isinstance(edges, EdgeFilter):
                edges = arguments["edge_filter"] = EdgeFilter(graph, edges, device=device)
            self.kept = edges.on(device)[0]
        if arguments:
            arguments = backwards(graph, device=device, **arguments)
        self.distances, self.following = self._distances(arguments)
        self.slots = xp.zeros(graph.num_vertices, np.int32)
        self.tables: dict[Shape, tuple[int, int, tuple[Any, ...]]] = {}  # clean between two launches

    def _distances(self, filters: dict[str, Any]) -> tuple[Any, Any]:
        """Of all vertices, to the target; and the next vertex on the way there."""
        back, xp, target = self.graph.reversed, self.device.xp, self.ends[1]
        if self.weights.size:
            if self.weights.dtype == np.float32:  # whose distances would be rounded to that type
                wide = xp.asarray(back.csr.weights, np.float64)
                back = Graph.from_csr(*back.csr[:2], wide, check=False)
            paths = float_paths(back, target, device=self.device, **filters)
            return paths.distances, paths.predecessors
        search = bfs(back, target, deterministic=True, device=self.device, **filters)
        return xp.where(search.levels < 0, inf, search.levels), search.predecessors

    def path_of(self, candidate: Candidate) -> Path:
        """The path, and what is known of it; its vertices get their slots."""
        xp, device = self.device.xp, self.device
        (rest,) = paths_back(self.following, candidate.way[-1:], device)
        parts = candidate.path[: candidate.leave], candidate.way, rest[-2::-1]
        vertices = np.concatenate(parts).astype(self.graph.csr.dst.dtype)
        numbers = xp.zeros(2 * vertices.size)
        arguments = *self.graph.csr[:2], self.weights, self.kept, self.distances, self.slots
        device.for_each(vertices.size, look_at, device.array(vertices), *arguments, numbers)
        steps, left = Cpu().array(numbers).reshape(2, -1)
        return Path(vertices, np.cumsum(steps), np.minimum.accumulate(left))

    def forget(self, path: Path) -> None:
        """The path's vertices have no slots any more."""
        self.slots[self.device.array(path.vertices)] = 0

    def best_of_parts(self, path: Path, parts: Lists, known: list[float], wanted: int) -> list[Candidate]:
        """The shortest path of each part that can be one of the next so many, beside those known."""
        count, found = parts.leaves.size, Found(known, wanted)
        before, left = path.lengths[parts.leaves], np.arange(count)
        for shape in SHAPES:
            room, size, most = min(self.graph.num_vertices, 1 << shape.bits - 1), 1, 0
            while left.size and size > most:
                most = max(room, min(left.size * room, MOST_IDS))
                result = self._searched(path, parts, left, found.limit, shape, most)
                sizes, starts, lengths, ids, size = result
                lengths += before
                near = left[sizes[left] > 0]
                for part in near[np.argsort(lengths[near], kind="stable")][:wanted].tolist():
                    found.add(float(lengths[part]), part, ids[starts[part] : starts[part] + sizes[part]])
                left = left[sizes[left] == LEFT]
        for part in left.tolist():
            length, way = self._by_whole_search(path, int(parts.leaves[part]), parts.of(part), found.limit)
            if length < inf:
                found.add(float(before[part] + length), part, way)
        candidates = []
        for length, part, way in found.best():
            self.number += 1
            leave = int(parts.leaves[part])
            forbidden = parts.of(part)
            candidates.append(Candidate(length, self.number, path.vertices, leave, forbidden, way))
        return candidates

    def _searched(
        self, path: Path, lists: Lists, left: np.ndarray, limit: float, shape: Shape, most: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
        """Sizes, starts and lengths of all parts, the ids, and how many there would have been."""
        device, xp, graph, to_host = self.device, self.device.xp, self.graph, Cpu().array
        ids, count = graph.csr.dst.dtype, lists.leaves.size
        blocks, threads, tables = self._tables(shape, left.size)
        numbers = Packed(device)  # what is found comes first
        sizes, starts = numbers.add(np.full(count, LEFT)), numbers.add(np.zeros(count, np.int64))
        lengths, used = numbers.add(np.full(count, inf)), numbers.add(np.zeros(1, np.int64))
        for zeros in (np.zeros(blocks, np.int64), np.zeros(1, np.int64)):
            numbers.add(zeros)
        for each in (left, lists.leaves, lists.firsts, path.nearest, limit - path.lengths):
            numbers.add(each)
        there = numbers.there()
        now, taken, waiting, leaves, firsts, nearest, limits = there[4:]
        vertices = device.array(np.concatenate([path.vertices, lists.forbidden]).astype(ids))
        parts = Parts(
            src_ptr=graph.csr.src_ptr,
            dst=graph.csr.dst,
            weights=self.weights,
            kept=self.kept,
            distances=self.distances,
            following=self.following,
            slots=self.slots,
            path=vertices[: path.vertices.size],
            nearest=nearest,
            limits=limits,
            leaves=leaves,
            firsts=firsts,
            forbidden=vertices[path.vertices.size :],
            now=now,
            waiting=waiting,
            taken=taken,
            lengths=there[lengths],
            starts=there[starts],
            sizes=there[sizes],
            ids=xp.empty(most, ids),
            used=there[used],
        )
        none = int(np.iinfo(ids).max)
        device.launch(blocks, threads, find_spurs, shape.bits, inf, none, parts, *tables, NoProblem())
        found = numbers.found(used + 1)
        size = int(found[used][0])
        return found[sizes], found[starts], found[lengths], to_host(parts.ids[: min(size, most)]), size

    def _tables(self, shape: Shape, count: int) -> tuple[int, int, tuple[Any, ...]]:
        """Blocks for so many parts, their threads, and tables; searches leave them clean."""
        blocks, threads, tables = self.tables.get(shape, (0, 0, ()))
        if blocks < sizes_of(count, shape, self.device, 0, 0)[0]:
            self.tables.pop(shape, None)
            made = new_tables(self.graph, count, shape, np.dtype(np.float64), self.device, self.delta)
            self.tables[shape] = blocks, threads, tables = made
        return min(blocks, count), threads, tables

    def _by_whole_search(
        self, path: Path, leave: int, forbidden: np.ndarray, limit: float
    ) -> tuple[float, np.ndarray]:
        """A part's path by a search of the whole GPU, in a copy of the weights without what is forbidden."""
        (src_ptr, dst, _), source, target = self.graph.csr, int(path.vertices[leave]), self.ends[1]
        weights = self.device.xp.empty(dst.size)
        arguments = dst, self.weights, self.kept, self.distances, self.slots, leave
        own = self.device.array(forbidden), int(src_ptr[source]), int(src_ptr[source + 1])
        self.device.for_each(dst.size, weigh, *arguments, *own, weights)
        graph = Graph.from_csr(src_ptr, dst, weights, check=False)
        cutoff = max(0.0, limit - float(path.lengths[leave]))
        paths = float_paths(graph, source, target=target, cutoff=cutoff, device=self.device)
        (way,) = paths_back(paths.predecessors, np.array([target]), self.device)
        return float(paths.distances[target]), way


def look_at(index, vertices, src_ptr, dst, weights, kept, distances, slots, numbers):
    """Give a vertex of a path its slot; find the lightest edge to it, and how far the target is."""
    vertex = np.int64(vertices[index])
    slots[vertex] = index + 1
    numbers[vertices.size + index] = distances[vertex]
    if index == 0:
        return
    before, least = np.int64(vertices[index - 1]), inf
    for edge in range(src_ptr[before], src_ptr[before + 1]):
        if dst[edge] == vertex and (kept.size == 0 or contains(kept, edge)):
            least = min(least, np.float64(edge_weight(edge, weights)))
    numbers[index] = least


def weigh(edge, dst, weights, kept, distances, slots, leave, forbidden, first, last, weighed):
    """Write an edge's weight, infinite for one that a part's paths don't follow."""
    neighbor = np.int64(dst[edge])
    may = not 0 < slots[neighbor] <= leave + 1 and distances[neighbor] < inf
    if first <= edge < last:
        for index in range(forbidden.size):
            may = may and forbidden[index] != neighbor
    if may and kept.size:
        may = contains(kept, edge)
    weighed[edge] = np.float64(edge_weight(edge, weights)) if may else inf


def paths_on_gpu(
    graph: Graph,
    ends: tuple[int, int],
    k: int,
    weighted: bool,
    filters: Filters | None,
    device: Cuda | Python,
) -> Iterator[list[int]]:
    """The paths between two different vertices, the shortest first."""
    source, told = np.array(ends[:1]), {"weighted": weighted}
    with working_on(device, shortage, "k_shortest_paths", graph, told):
        search = Search(graph, ends, weighted, filters, device)
        is_reached = float(search.distances[ends[0]]) < inf
    whole = Candidate(0.0, 0, source, 0, source[:0], source)
    candidates = [whole] if is_reached else []
    while candidates and k:
        best = heappop(candidates)
        with working_on(device):
            path = search.path_of(best)
        yield path.vertices.tolist()
        k -= 1
        if k:
            known = [candidate.length for candidate in candidates]
            with working_on(device, shortage, "k_shortest_paths", graph, told):
                for found in search.best_of_parts(path, parts_of(path, best), known, k):
                    heappush(candidates, found)
                search.forget(path)
