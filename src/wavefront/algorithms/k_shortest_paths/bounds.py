"""How far vertices are from the target, at least: what leads the searches of spurs.

A search from the target, against the edges: Dijkstra's algorithm by one thread, until it has the source or
has looked at some edges. A vertex that it hasn't settled is at least as far as the last one that it has, and
that is its bound: such bounds, too, differ along no edge by more than the edge is long. Where a spur comes to
more edges all the same, the search is made again, for more of them; where it would come to much of the graph,
`sssp` or `bfs` takes its place, with all threads.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu
from ...filters import backwards
from ...graph import Graph
from ..bfs import bfs
from ..heap import SETTLED, lower, take_nearest
from ..sssp.api import float_paths
from ..sssp.weights import edge_weight, negative_weight

if TYPE_CHECKING:
    from .spurs import Lanes

# Edges that one thread looks at: at first, and how many times as many then, while they are a part of all by
# powers of 2; by levels all threads are much faster. docs/decisions/0007-algorithms-on-the-cpu.md
FIRST_EDGES, MORE_EDGES = 1 << 14, 8
WEIGHTED_SHARE_BITS, LEVEL_SHARE_BITS = 4, 9
ALL_THREADS_BITS = 6  # a search of the graph by all threads counts as one of a 32nd of its edges
ROUNDING = 2.0**-52  # share of a distance below which an edge may not count in a sum
FOUND, NONE, TOO_MANY, REFUSED = range(4)  # how a search ended


class Memory(NamedTuple):
    """What the graph keeps for the next search."""

    lanes: Lanes
    distances: Any  # V float64: infinite between two searches
    settled: Any  # V ids
    nexts: Any  # V ids: of a settled vertex the next one on a shortest path to the target


class Bounds:
    """Of each vertex the smaller of its distance and the radius: how far it is from the target, at least.

    Attributes
    ----------
    distances
        V float64, infinite where the vertex isn't settled.
    nexts
        V ids: where a shortest path from a settled vertex goes on, not from the target. Empty if each vertex
        on the way is nearer than the one before: the distances tell.
    radius
        The last distance; infinite if all vertices are settled that reach the target.
    is_last
        Whether the bounds stay as they are.
    has_path
        Whether a path may lead from the source to the target.
    """

    def __init__(
        self,
        graph: Graph,
        ends: tuple[int, int],
        weights: np.ndarray,
        filters: dict[str, Any],
        memory: Memory,
    ) -> None:
        self.graph, self.ends, self.weights, self.filters = graph, ends, weights, filters
        self.memory, self.num_settled, self.edges = memory, 0, FIRST_EDGES
        self.distances, self.nexts, self.radius = memory.distances, memory.nexts, 0.0
        self.is_last, self.has_path = False, True
        self.improve(FIRST_EDGES)

    def improve(self, looked: int) -> None:
        """Find better bounds if there are any, and spurs have looked in vain at edges enough."""
        if self.is_last or looked < self.price:
            return
        if self._is_for_all_threads:
            self.forget()
            self._search_by_all_threads()
        else:
            self._search_by_one_thread()
            self.edges *= MORE_EDGES

    @property
    def price(self) -> int:
        """Edges that spurs look at in vain before better bounds are found: half as many as these take."""
        if self._is_for_all_threads:
            return min(self.edges // 2, self.graph.num_edges >> ALL_THREADS_BITS)
        return self.edges // 2

    @property
    def _is_for_all_threads(self) -> bool:
        share = WEIGHTED_SHARE_BITS if self.weights.size else LEVEL_SHARE_BITS
        return bool(self.filters) or self.edges > max(FIRST_EDGES, self.graph.num_edges >> share)

    def forget(self) -> None:
        """Leave the memory as it was found."""
        self.memory.distances[self.memory.settled[: self.num_settled]] = inf
        self.num_settled = 0

    def _search_by_one_thread(self) -> None:
        csc, (lanes, distances, settled, nexts) = self.graph.csc, self.memory
        lengths: Any = csc.weights if self.weights.size else self.weights
        rows = lanes.places[0], lanes.heap[0], lanes.keys[0], lanes.distances[0], lanes.met[0]
        end, self.num_settled, edge, self.radius = Cpu().call(
            search_back,
            *self.ends,
            self.edges,
            csc.dst_ptr,
            csc.src,
            lengths,
            *rows,
            distances,
            settled,
            nexts,
        )
        if end == REFUSED:
            tail, head = csc.src[edge], settled[self.num_settled - 1]
            raise negative_weight(self.graph, tail, head, lengths[edge])
        self.is_last, self.has_path = end != TOO_MANY, end != NONE

    def _search_by_all_threads(self) -> None:
        source, target = self.ends
        least = float(self.weights.min()) if self.weights.size else 1.0
        options: dict[str, Any] = {"device": Cpu(), "predecessors": least == 0}
        # Spurs ask no vertex filter: they know a dropped vertex by its infinite distance. A search that ends
        # early leaves other vertices infinitely far, too.
        ends_early = bool(self.weights.size) and "vertex_filter" not in self.filters
        if self.filters:
            options |= backwards(self.graph, device=Cpu(), **self.filters)
        back = self.graph.reversed
        if self.weights.size:
            if self.weights.dtype == np.float32:  # whose distances would be rounded to that type
                wide = np.asarray(back.csr.weights, np.float64)
                back = Graph.from_csr(*back.csr[:2], wide, check=False)
            last = source if ends_early else None
            found: Any = float_paths(back, target, target=last, **options)
            farthest = found.distances[found.distances < inf].max(initial=0.0)
            if 0 < least <= ROUNDING * farthest:  # some edge's ends may be equally far
                options["predecessors"] = True
                found = float_paths(back, target, target=last, **options)
            self.distances = found.distances
        else:
            found = bfs(back, target, **options)
            self.distances = np.where(found.levels < 0, inf, found.levels)
        self.nexts = found.predecessors if options["predecessors"] else self.memory.nexts[:0]
        self.radius = float(self.distances[source]) if ends_early else inf
        self.is_last, self.has_path = True, bool(self.distances[source] < inf)


def search_back(
    source, target, most, dst_ptr, src, weights, places, heap, keys, distances, met, bounds, settled, nexts
):
    """Settle vertices from the target on until the source is, or more than so many edges were looked at.

    Along edges of weight 0 vertices are settled in the order in which they are met, so that paths are short.
    Returns how it ended, how many vertices are settled, an edge whose weight is wrong, and the last distance.
    """
    vertex, radius, num_met, count, looked, wrong = np.int64(-1), 0.0, 1, 0, 0, np.int64(-1)
    distances[target], met[0], done = 0.0, target, 0
    waiting = lower(target, 0.0, 0, heap, keys, places)
    while (waiting or done < count) and vertex != source and looked <= most and wrong < 0:
        if done == count:
            nearest = np.int64(take_nearest(waiting, heap, keys, places))
            waiting -= 1
            radius = distances[nearest]
            bounds[nearest], settled[count] = radius, nearest
            count += 1
        vertex = np.int64(settled[done])
        done += 1
        first, last = dst_ptr[vertex], dst_ptr[vertex + 1]
        looked += last - first
        for edge in range(first, last):
            neighbor, weight = np.int64(src[edge]), np.float64(edge_weight(edge, weights))
            if not weight >= 0:
                wrong = np.int64(edge)
                break
            distance, place = radius + weight, places[neighbor]
            if place == SETTLED or not distance < inf:
                continue
            if place == 0:
                met[num_met] = neighbor
                num_met += 1
            elif not distance < distances[neighbor]:
                continue
            distances[neighbor], nexts[neighbor] = distance, vertex
            if place == 0 and distance == radius:
                places[neighbor], bounds[neighbor], settled[count] = SETTLED, radius, neighbor
                count += 1
            else:
                waiting = lower(neighbor, distance, waiting, heap, keys, places)
    for slot in range(num_met):
        places[met[slot]] = 0
    end = TOO_MANY if waiting or done < count else NONE
    if vertex == source:
        end = FOUND
    if wrong >= 0:
        end = REFUSED
    return end, count, wrong, radius
