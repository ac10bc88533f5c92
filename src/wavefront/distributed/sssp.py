"""Shortest paths over ranks: near vertices are relaxed, together, until none is near; then the next ones.

A rank lowers the distances of its own vertices, and keeps for every place the smallest distance that it has
offered to its owner: so a place is offered once per step, and only at less than before. A vertex whose
distance fell waits in a bitmap until it is near: below a bound that grows by `delta` beyond the nearest that
waits. Source: Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", Journal of
Algorithms 2003. Predecessors are found from the distances in one more pass (tree.py), but on GPUs that reach
one another's memory.

Each step costs a gather, an exchange, and a look at the bitmaps, V / 32 words. GPUs that reach one another's
memory take their steps in one launch: fused_paths.py. A rank of one CPU thread has a form of its own, with
fewer and cheaper messages: sssp_on_cpu.py.
"""

from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.sssp.weights import edge_weight
from ..algorithms.sssp.whole import answered
from ..atomics import atomic_add, atomic_min
from ..device import Cpu, working_on
from ..errors import InputError, checked_flag, checked_positive
from ..frontier.bitmap import WORD_SIZE, contains, insert
from ..graph.weight_types import search_type
from . import fused_paths, sssp_on_cpu
from .agreement import agreed
from .graph import DistributedGraph, gathered
from .shared_paths import distances_of_all
from .tree import tree, with_lengths

# The default delta in mean weights over the mean degree. Two H200, by 2, 8, 32 and 128, in ms: Kronecker 20
# 11.7, 5.0, 3.6, 3.6; 22 16.8, 7.9, 7.4, 8.2; a grid of 1000 x 1000 119, 60, 40, 34.
SPREAD = 32.0


@dataclass(frozen=True, eq=False)
class PathSegment:
    """One rank's part of the result of `sssp`.

    Attributes
    ----------
    distances
        Of the vertices ``graph.ids``, as ``wavefront.sssp`` gives them: by integer weights int64, -1 where
        there is no path, else floats, inf there.
    predecessors
        Ids; -1 for the source and where there is no path. None if they weren't asked for.
    """

    graph: DistributedGraph
    source: int
    distances: Any
    predecessors: Any

    def gather(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Distances and predecessors of all vertices in order of id, on every rank, in NumPy's memory."""
        distances = gathered(self.graph, self.distances)
        return distances, None if self.predecessors is None else gathered(self.graph, self.predecessors)


class Paths(NamedTuple):
    """What the steps of a search read and write on one rank."""

    distances: Any  # of own vertices
    waiting: Any  # bitmap of own vertices whose distances fell since they were relaxed
    near: Any  # own vertices to relax
    offered: Any  # the smallest distance offered to the owner of each place
    offers: Any  # bitmap of places to be offered
    sent: Any  # local positions at their owners
    sent_at: Any  # distances
    counter: Any
    first: int  # place of this rank's local position 0
    owned: int


def sssp(
    graph: DistributedGraph, source: int, *, delta: float | None = None, predecessors: bool = True
) -> PathSegment:
    """Shortest paths from one vertex by the sum of weights; every rank gets the part of its own vertices.

    Parameters
    ----------
    source
        A vertex id.
    delta
        By how much the bound of near vertices grows. Where every rank has one CPU thread, or GPUs reach one
        another's memory, the default is the first bucket's, and later ones are as wide as their work asks
        for, on all ranks alike: 4 weights over the degree, 16 where that is below 8, both as
        ``wavefront.sssp`` has them on the CPU; on GPUs 16 weights over the mean degree to the power of 1.5.
        Else the default is 32 mean weights over the mean degree.
    predecessors
        Whether to find them: the ones that ``wavefront.sssp`` finds.

    Raises
    ------
    InputError
        For a source that is no vertex, a weight that is negative or no number, a delta that isn't positive,
        or a distance of 2^53 or more by integer weights.
    DeviceError
        If GPUs that share their memory waited for one of them too long; on every rank.
    """
    source = graph.checked_vertex(source, "source")
    predecessors = checked_flag("predecessors", predecessors)
    if delta is not None:
        (delta,) = checked_positive(delta=delta)
    with working_on(graph.device):
        usual = _usual_delta(graph)
        span = usual if delta is None else delta
        found: tuple[Any, Any] | None
        if _are_alone(graph):
            found = sssp_on_cpu.lower(graph, graph.local(source), span, adapts=delta is None), None
        else:
            found = fused_paths.shortest_paths(graph, source, delta, predecessors)
        distances, parents = found or (_lowered(graph, graph.local(source), span), None)
        if predecessors and parents is None:
            everywhere = distances_of_all(graph, distances) if _are_alone(graph) else None
            parents = tree(graph, source, distances, everywhere)
        weights = graph.out.weights if graph.weighted else None
        answers = agreed(graph.communicator, lambda: answered(distances, weights, graph.device))
    return PathSegment(graph, source, answers, parents)


def _are_alone(graph: DistributedGraph) -> bool:
    """Whether every rank has one CPU thread; first a collective."""
    if "_are_alone" not in vars(graph):
        device = graph.device
        others = np.array([not isinstance(device, Cpu) or device.threads > 1], np.int64)
        vars(graph)["_are_alone"] = not graph.communicator.sum(others)[0]
    return bool(vars(graph)["_are_alone"])


def _usual_delta(graph: DistributedGraph) -> float:
    """The default delta. Raises InputError for wrong weights. A part's weights are its own: found once."""
    if "_usual_delta" not in vars(graph):
        _require_no_negative(graph)
        vars(graph)["_usual_delta"] = _automatic_delta(graph)
    return float(vars(graph)["_usual_delta"])


def _require_no_negative(graph: DistributedGraph) -> None:
    weights = graph.out.weights
    wrong = int((~(weights >= 0)).sum()) if graph.weighted else 0
    if total := int(graph.communicator.sum(np.array([wrong], np.int64))[0]):
        raise InputError(f"shortest paths need weights of 0 or more; {total:,} edges have other ones")


def _automatic_delta(graph: DistributedGraph) -> float:
    if _are_alone(graph):
        return sssp_on_cpu.usual_delta(graph)
    weights = graph.out.weights
    finite = weights[graph.device.xp.isfinite(weights)] if graph.weighted else np.ones(graph.out.places.size)
    ends = int((graph.device.xp.diff(graph.out.ptr) > 0).sum())
    own = float(finite.sum(dtype=np.float64)), finite.size, ends
    total, edges, vertices = graph.communicator.sum(np.array(own))
    return float(SPREAD * total / edges * vertices / edges) if total > 0 else 1.0


def _new_paths(graph: DistributedGraph) -> Paths:
    xp, part = graph.device.xp, graph.partition
    places, dtype = part.size * part.stride, search_type(graph.out.weights)
    return Paths(
        distances=xp.full(part.owned, inf, dtype),
        waiting=xp.zeros(part.words, np.uint32),
        near=xp.empty(part.owned, np.int32),
        offered=xp.full(places, inf, dtype),
        offers=xp.zeros(part.size * part.words, np.uint32),
        sent=xp.empty(part.stride, np.int32),
        sent_at=xp.empty(part.stride, dtype),
        counter=xp.zeros(1, np.int64),
        first=part.first,
        owned=part.owned,
    )


def _lowered(graph: DistributedGraph, local: int | None, delta: float) -> Any:
    """The distances of own vertices: near ones are relaxed until no rank has one that waits."""
    device, part, paths = graph.device, graph.partition, _new_paths(graph)
    xp, bound, out = device.xp, delta, with_lengths(graph.out, device.xp)
    if local is not None:
        paths.distances[local] = 0
        paths.waiting[local // WORD_SIZE] = 1 << local % WORD_SIZE
    while True:
        paths.counter[:] = 0
        device.for_each(part.words, take_near, bound, paths)
        near = int(paths.counter[0])
        nearest = inf if near else _nearest(xp, paths)
        everyone = np.empty((part.size, 2))
        graph.communicator.gather(everyone.reshape(-1), np.array([near, nearest]))
        if not everyone[:, 0].any():
            least = float(everyone[:, 1].min())
            if least == inf:
                return paths.distances
            dtype = paths.distances.dtype
            bound = max(least + delta, float(np.nextafter(dtype.type(least), dtype.type(inf))))
            continue
        device.for_each(near, relax_vertex, out, paths)
        _offer(graph, paths)


def _nearest(xp: Any, paths: Paths) -> float:
    """The smallest distance of the vertices that wait."""
    bits = paths.waiting[:, None] >> xp.arange(WORD_SIZE, dtype=np.uint32) & np.uint32(1)
    waiting = paths.distances[bits.reshape(-1)[: paths.owned] != 0]
    return float(waiting.min()) if waiting.size else inf


def _offer(graph: DistributedGraph, paths: Paths) -> None:
    """Send the smaller distances to the owners of the places."""
    device, part = graph.device, graph.partition
    xp, boxes = device.xp, []
    counts = np.zeros(part.size, np.int64)
    for rank in range(part.size):
        paths.counter[:] = 0
        if rank != part.rank:  # own vertices' distances are lowered at once
            device.for_each(part.words, list_offers, rank * part.words, rank * part.stride, paths)
        counts[rank] = int(paths.counter[0])
        rows = xp.empty((counts[rank], 2))
        rows[:, 0], rows[:, 1] = paths.sent[: counts[rank]], paths.sent_at[: counts[rank]]
        boxes.append(rows)
    paths.offers[:] = 0
    received, _ = graph.communicator.exchange(xp.concatenate(boxes), counts)
    positions, distances = received[:, 0].astype(np.int32), received[:, 1].astype(paths.distances.dtype)
    device.for_each(positions.size, accept, positions, distances, paths)


def take_near(word, bound, paths):
    """List the vertices of a word that wait and are near, and have them wait no more."""
    bits = paths.waiting[word]
    if not bits:
        return
    for bit in range(32):
        if bits >> np.uint32(bit) & np.uint32(1) and paths.distances[32 * word + bit] < bound:
            paths.near[atomic_add(paths.counter, 0, 1)] = 32 * word + bit
            bits &= ~(np.uint32(1) << np.uint32(bit))
    paths.waiting[word] = bits


def relax_vertex(item, out, paths):
    """Lower the distances of a near vertex's neighbors."""
    vertex = paths.near[item]
    start = paths.distances[vertex]
    for edge in range(out.ptr[vertex], out.ptr[vertex + 1]):
        offer(start + edge_weight(edge, out.weights), out.places[edge], paths)


def offer(distance, place, paths):
    """Lower the distance of a place, and of the vertex there if it is an own one."""
    if distance < paths.offered[place] and distance < atomic_min(paths.offered, place, distance):
        local = place - paths.first
        if 0 <= local < paths.owned:
            lower(local, distance, paths)
        else:
            insert(paths.offers, place)


def lower(local, distance, paths):
    """Lower an own vertex's distance; if it was larger, the vertex waits to be relaxed."""
    if distance < atomic_min(paths.distances, local, distance):
        insert(paths.waiting, local)


def list_offers(word, first_word, first, paths):
    """List the places of a word that are to be offered, as their owner's positions, with the distances."""
    if paths.offers[first_word + word]:
        for bit in range(32):
            local = 32 * word + bit
            if contains(paths.offers, first + local):
                slot = atomic_add(paths.counter, 0, 1)
                paths.sent[slot] = local
                paths.sent_at[slot] = paths.offered[first + local]


def accept(item, positions, distances, paths):
    """Lower an own vertex's distance to one that another rank offers."""
    lower(positions[item], distances[item], paths)
