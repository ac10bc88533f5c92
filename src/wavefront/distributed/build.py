"""From edges to each rank's lists, in two passes over the edges and without a second copy of them.

The first pass counts degrees: that fixes who owns which vertex, and where each list begins. In the second
one, edges go to their owners in rounds of bounded size, and straight to their places in the lists. Beside the
lists a rank holds one round's edges and one place per vertex of the whole graph. So the passes ask for the
edges twice: generators draw them again, and files are read again.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add, atomic_max
from ..device import Cpu, Cuda, working_on
from ..graph import Graph
from ..graph.arrays import exclusive_scan, index_dtype
from ..graph.vertices import require_graph
from .communicator import Communicator
from .graph import DistributedGraph, Lists, for_each_list, lane_of
from .partition import NEAR_SHARE, Partition, block_bits, deal
from .sorting import sort_list

MOST_ROUND = 1 << 22  # edges that a rank sends in one round, at most
ROUND_SHARE = 32  # rounds in which a rank would send its share of the edges; small graphs take fewer
LEAST_ROUND = 1 << 10
# Of a number that holds a degree and, below it, an edge's distance from the last that a list may have.
OFFSET_BITS = 32
LAST_OFFSET = (1 << OFFSET_BITS) - 1

Edges = tuple[Any, Any, Any]  # source and destination vertices, weights or None


class Part(NamedTuple):
    """The edges that a rank contributes, of the whole graph's `num_vertices`, on the rank's device."""

    num_vertices: int
    num_edges: int  # of the whole graph, an undirected one once: sizes the rounds
    directed: bool
    weights: Any  # their type; None if unweighted
    rounds: Callable[[int], Iterator[Edges]]  # this rank's edges, so many at a time
    rename: Callable[[Any], Any] | None = None  # the caller's ids of vertices; None: they are the ids
    labels: np.ndarray | None = None


def from_graph(graph: Graph, communicator: Communicator) -> DistributedGraph:
    """Deal out a graph that every rank has: tests, and graphs that fit where they are read.

    Raises InputError for what is no Graph.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    csr = graph.csr
    first, end = share_of(graph.num_edges, communicator)

    def rounds(most: int) -> Iterator[Edges]:
        to_device = communicator.device.array
        for at in range(first, end, most):
            src, dst, weights = _stored_edges(graph, at, min(at + most, end))
            yield to_device(src), to_device(dst), None if weights is None else to_device(weights)

    num_edges = graph.num_edges if graph.directed else graph.num_edges // 2
    dtype = None if csr.weights is None else csr.weights.dtype
    labels = None if graph.labels is None else np.asarray(graph.labels)
    return build(
        Part(graph.num_vertices, num_edges, graph.directed, dtype, rounds, labels=labels), communicator
    )


def _stored_edges(graph: Graph, first: int, end: int) -> Edges:
    """The edges in these slots of the lists; of an undirected graph's two directions, one."""
    src_ptr, dst, weights = graph.csr
    lists = np.searchsorted(src_ptr, [first, end - 1], side="right") - 1
    bounds = np.clip(src_ptr[lists[0] : lists[1] + 2], first, end)
    src = np.repeat(np.arange(lists[0], lists[1] + 1, dtype=dst.dtype), np.diff(bounds))
    kept = slice(first, end)
    if graph.directed:
        return src, np.asarray(dst[kept]), None if weights is None else np.asarray(weights[kept])
    once = src <= dst[kept]
    return src[once], dst[kept][once], None if weights is None else weights[kept][once]


def share_of(count: int, communicator: Communicator) -> tuple[int, int]:
    """The first item of this rank's share of so many, and the one after the last."""
    rank, size = communicator.rank, communicator.size
    return count * rank // size, count * (rank + 1) // size


def build(part: Part, communicator: Communicator) -> DistributedGraph:
    """The graph of all ranks' edges; every rank calls this with its part of them."""
    device = communicator.device
    with working_on(device):
        share = part.num_edges // communicator.size
        most = min(MOST_ROUND, max(LEAST_ROUND, share // ROUND_SHARE))
        bits = block_bits(part.num_vertices, communicator.size)
        out_degrees, in_degrees, near = _degrees(part, communicator, most, bits)
        total = out_degrees if in_degrees is None else out_degrees + in_degrees
        if near <= NEAR_SHARE * part.num_edges:
            bits = 0
        partition, places, own = deal(total, communicator.rank, communicator.size, bits)
        del total
        own = own.astype(index_dtype(part.num_vertices))
        num_edges = int(out_degrees.sum(dtype=np.int64))
        out = _empty_lists(out_degrees[own], part, partition, device)
        into = out if in_degrees is None else _empty_lists(in_degrees[own], part, partition, device)
        del out_degrees, in_degrees
        _fill(part, communicator, partition, most, places, out, into)
        del places
        ids = own if part.rename is None else part.rename(own)
        graph = DistributedGraph(
            communicator, partition, num_edges, part.directed, ids, out, into, part.labels
        )
        if isinstance(device, Cpu):
            for lists in (out, into) if part.directed else (out,):
                device.for_each(partition.owned, sort_list, *lists, size=lists.places.size)
        _put_hubs_first(graph)
    return graph


def _degrees(part: Part, communicator: Communicator, most: int, bits: int) -> tuple[Any, Any, int]:
    """Out-degrees of all vertices; in-degrees, None if undirected; how many edges stay in blocks of ids.

    That is 0 if a rank has a GPU, whose kernels take it that local positions are in order of degree.
    """
    device = communicator.device
    near = np.array([0, isinstance(device, Cuda)], np.int64)
    out_degrees = device.xp.zeros(part.num_vertices, np.int32)
    in_degrees = device.xp.zeros(part.num_vertices, np.int32) if part.directed else out_degrees
    for src, dst, _ in part.rounds(most):
        device.for_each(src.size, count_end, src, dst, 1, out_degrees)
        device.for_each(src.size, count_end, dst, src, int(part.directed), in_degrees)
        if bits and communicator.size > 1 and not near[1]:
            near[0] += int((src >> bits == dst >> bits).sum())
    out_degrees, (near, gpus) = communicator.sum(out_degrees), communicator.sum(near).tolist()
    return out_degrees, communicator.sum(in_degrees) if part.directed else None, 0 if gpus else near


def count_end(edge, ends, others, with_loops, degrees):
    """Count an edge at one end; an undirected self-loop, which is stored once, at one of the two."""
    if with_loops or ends[edge] != others[edge]:
        atomic_add(degrees, ends[edge], 1)


def _empty_lists(degrees: Any, part: Part, partition: Partition, device: Any) -> Lists:
    ptr = exclusive_scan(degrees)
    count = int(ptr[-1])
    weights = device.xp.empty(0 if part.weights is None else count, part.weights or bool)
    return Lists(ptr, device.xp.empty(count, partition.dtype), weights)


def _fill(
    part: Part,
    communicator: Communicator,
    partition: Partition,
    most: int,
    places: Any,
    out: Lists,
    into: Lists,
) -> None:
    """Send every edge to the owners of its ends, round by round, until no rank has any left."""
    xp = communicator.device.xp
    out_cursors = out.ptr[:-1].copy()
    in_cursors = out_cursors if into is out else into.ptr[:-1].copy()
    rounds = part.rounds(most)
    none = xp.empty(0, np.int32), xp.empty(0, np.int32), None if part.weights is None else out.weights[:0]
    while True:
        edges = next(rounds, None)
        if not int(communicator.sum(np.array([edges is not None], np.int64))[0]):
            return
        src, dst, weights = none if edges is None else edges
        sources, ends = places[src], places[dst]
        _send(communicator, partition, sources, ends, weights, out, out_cursors)
        if not part.directed:
            other = xp.flatnonzero(sources != ends)
            sources, ends = sources[other], ends[other]
            weights = None if weights is None else weights[other]
        _send(communicator, partition, ends, sources, weights, into, in_cursors)


def _send(
    communicator: Communicator,
    partition: Partition,
    owners_of: Any,
    neighbors: Any,
    weights: Any,
    lists: Lists,
    cursors: Any,
) -> None:
    """Send each neighbor to the rank that owns the list it belongs to, and append what arrives here."""
    device = communicator.device
    xp = device.xp
    owners = owners_of // partition.stride
    order = xp.argsort(owners, kind="stable")
    counts = Cpu().array(xp.bincount(owners, minlength=partition.size))
    pairs = xp.stack([owners_of[order] % partition.stride, neighbors[order]], axis=1)
    received, _ = communicator.exchange(pairs, counts)
    if weights is None:
        arrived = lists.weights
    else:
        arrived, _ = communicator.exchange(weights[order], counts)
    flat = received.reshape(-1)  # kernels take arrays of one dimension
    device.for_each(received.shape[0], append_neighbor, flat, arrived, cursors, *lists[1:])


def append_neighbor(row, received, arrived, cursors, places, weights):
    """Append a neighbor, and its weight, to the list at a local position."""
    slot = atomic_add(cursors, received[2 * row], 1)
    places[slot] = received[2 * row + 1]
    if weights.size:
        weights[slot] = arrived[row]


def _put_hubs_first(graph: DistributedGraph) -> None:
    """Have every list begin with the neighbor of highest degree."""
    xp, partition = graph.device.xp, graph.partition
    own = xp.zeros(partition.stride, np.int32)
    both = (graph.out, graph.into) if graph.directed else (graph.out,)
    for lists in both:
        own[: partition.owned] += (lists.ptr[1:] - lists.ptr[:-1]).astype(np.int32)
    degrees = xp.empty(partition.size * partition.stride, np.int32)
    graph.communicator.gather(degrees, own)
    for lists in both:
        best = xp.full(partition.owned, -1, np.int64)
        for_each_list(graph, note_best, degrees, lists.ptr, lists.places, best)
        graph.device.for_each(partition.owned, move_first, best, *lists, size=lists.places.size)


def note_best(item, begin, lanes, degrees, ptr, places, best):
    """Note the highest degree in a lane's share of a list, and the first edge that leads there."""
    local, lane = lane_of(item, begin, lanes)
    key = np.int64(-1)
    for edge in range(ptr[local] + lane, ptr[local + 1], lanes):
        degree = np.int64(degrees[places[edge]])
        if degree > key >> OFFSET_BITS:
            key = degree << OFFSET_BITS | LAST_OFFSET - np.int64(edge - ptr[local])
    if lanes == 1:
        best[local] = key
    elif key >= 0:
        atomic_max(best, local, key)


def move_first(local, best, ptr, places, weights):
    """Move the neighbor that was noted to the front of its list: a pull mostly ends there."""
    if best[local] >= 0:
        first = ptr[local]
        edge = first + (LAST_OFFSET - (best[local] & LAST_OFFSET))
        places[first], places[edge] = places[edge], places[first]
        if weights.size:
            weights[first], weights[edge] = weights[edge], weights[first]
