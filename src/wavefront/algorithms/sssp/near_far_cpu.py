"""The method of near_far.py on the CPU: threads follow their improvements, small buckets run in one call.

A thread takes a chunk of the near pile, and goes on at once with the vertices that it improves, as long as
its buffer lasts ("bucket fusion": Zhang et al., "Optimizing Ordered Graph Algorithms with GraphIt", CGO
2020), so that a bucket needs few parallel loops. While few vertices wait, one thread does step after step and
bucket after bucket in one compiled call: starting the other threads would take longer.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...accounting.rebuilt import rebuilt
from ...atomics import atomic_add, atomic_exch, atomic_min
from ...compiler.registry import cpu_intrinsics
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...filters import Filters, extended, keeps_of
from ...graph import Graph
from ...operators.functors import Functor, kept_with_functor
from .stop import Stop
from .weights import edge_weight, weights_of

CHUNK = 64  # vertices of the near pile that a thread takes at once
FAR_CHUNK = 4096  # vertices of the far pile that a thread takes at once: each is less work
CHUNKS = 64  # chunks per thread, at most
FOLLOWED = 1024  # vertices at most that a thread follows after a chunk
FOLLOWED_EDGES = 4096  # edges of the chunk and of followed vertices, after which a thread follows no more
HELD = 64  # vertices that a thread holds back before it appends them together
BUFFER = FOLLOWED + 2 * HELD  # slots of a chunk's buffer
SERIAL = 256  # waiting vertices up to which one thread does the work

NEAR, FAR = 0, 2  # in `counts`: where the sizes of a pile's two halves are
STEP, BUCKET = 4, 5  # in `counts`: their parity says which half is read
FOUND = 6  # in `counts`: targets known to have their distance, from the first on
BOUND, LOWEST, LAST = 0, 1, 2  # in `limits`


class Search(NamedTuple):
    """The graph, the labels of its vertices so far, and the vertices that wait.

    A pile's two halves of V slots are read and written in turns.
    """

    src_ptr: Any
    dst: Any
    weights: Any  # E numbers, or none: then every weight is 1
    distances: Any
    relaxed: Any  # V: the distance at which the vertex's edges were last relaxed
    claims: Any  # V int32: the step in which the vertex was last put into the near pile
    in_far: Any  # V int32: 1 for a vertex in the far pile
    near: Any  # 2V vertices, at most `BOUND` away
    far: Any  # 2V vertices, those further away and some that no longer are
    counts: Any  # int64: sizes, step, bucket, targets found
    limits: Any  # float64: the bucket's bound, a lower bound of the far pile's distances, the last distance
    targets: Any  # int64 vertices: the search ends once all of them have their distance; none: at the end


def append(buffers, first, size, pile, half, half_size, counts):
    """Append `size` vertices of the buffers, from `first` on, to half a pile, whose size counts[half] is."""
    start = (half & 1) * half_size + atomic_add(counts, half, size)
    for slot in range(size):
        pile[start + slot] = buffers[first + slot]


def keeps(source, neighbor, edge, search):
    """Whether this edge may be relaxed: any without filters, which `kept_forms` puts in place of this."""
    return True


def relax_chunk(chunk, chunk_size, most_edges, buffers, search):
    """Relax the edges of a chunk of the near pile, and of the vertices that it improves up to the bound.

    After `most_edges` edges, the vertices that it improves wait for the next step.
    """
    num_vertices, step = search.distances.size, search.counts[STEP]
    bound, lowest = search.limits[BOUND], inf
    reads, writes = NEAR + (step & 1), NEAR + ((step + 1) & 1)
    far = FAR + (search.counts[BUCKET] & 1)
    follow = chunk * BUFFER
    held = follow + FOLLOWED
    head, tail, num_held, edges = 0, 0, 0, 0
    index, end = chunk * chunk_size, min((chunk + 1) * chunk_size, search.counts[reads])
    while index < end or head < tail:
        if index < end:
            vertex = search.near[(reads & 1) * num_vertices + index]
            index += 1
        else:
            vertex = buffers[follow + head]
            head += 1
        base = search.distances[vertex]
        if base == search.relaxed[vertex]:  # appended twice, done already
            continue
        search.relaxed[vertex] = base
        first, last = np.int64(search.src_ptr[vertex]), np.int64(search.src_ptr[vertex + 1])
        edges += int(last - first)
        for place in range(first, last):
            edge = np.uint64(place)  # unsigned: no test for negative indices
            neighbor: Any = np.uint64(search.dst[edge])
            distance = base + edge_weight(edge, search.weights)
            if not distance < search.distances[neighbor]:  # a plain read first: most edges improve nothing
                continue
            if not keeps(vertex, neighbor, edge, search):
                continue
            if not distance < atomic_min(search.distances, neighbor, distance):
                continue
            if distance > bound:
                lowest = min(lowest, distance)
                if search.in_far[neighbor] == 0 and atomic_exch(search.in_far, neighbor, 1) == 0:
                    buffers[held + num_held] = neighbor
                    num_held += 1
                    if num_held == HELD:
                        append(buffers, held, num_held, search.far, far, num_vertices, search.counts)
                        num_held = 0
            elif tail < FOLLOWED and edges < most_edges:
                buffers[follow + tail] = neighbor
                tail += 1
            elif search.claims[neighbor] != step and atomic_exch(search.claims, neighbor, step) != step:
                slot = atomic_add(search.counts, writes, 1)
                search.near[(writes & 1) * num_vertices + slot] = neighbor
    append(buffers, held, num_held, search.far, far, num_vertices, search.counts)
    if lowest < search.limits[LOWEST]:
        atomic_min(search.limits, LOWEST, lowest)


def split_chunk(chunk, chunk_size, last_bound, buffers, search):
    """Move a chunk of the far pile to the near pile or the far pile's other half; drop finished vertices."""
    num_vertices = search.distances.size
    bound, lowest = search.limits[BOUND], inf
    near = NEAR + (search.counts[STEP] & 1)
    reads, writes = FAR + ((search.counts[BUCKET] + 1) & 1), FAR + (search.counts[BUCKET] & 1)
    first = (reads & 1) * num_vertices
    near_held = chunk * BUFFER
    far_held = near_held + HELD
    num_near, num_far = 0, 0
    for index in range(chunk * chunk_size, min((chunk + 1) * chunk_size, search.counts[reads])):
        vertex = search.far[first + index]
        distance = search.distances[vertex]
        if distance > bound:
            lowest = min(lowest, distance)
            buffers[far_held + num_far] = vertex
            num_far += 1
            if num_far == HELD:
                append(buffers, far_held, num_far, search.far, writes, num_vertices, search.counts)
                num_far = 0
            continue
        search.in_far[vertex] = 0
        if distance > last_bound:  # else it has been in the near pile since
            buffers[near_held + num_near] = vertex
            num_near += 1
            if num_near == HELD:
                append(buffers, near_held, num_near, search.near, near, num_vertices, search.counts)
                num_near = 0
    append(buffers, far_held, num_far, search.far, writes, num_vertices, search.counts)
    append(buffers, near_held, num_near, search.near, near, num_vertices, search.counts)
    if lowest < search.limits[LOWEST]:
        atomic_min(search.limits, LOWEST, lowest)


def end_step(counts: np.ndarray) -> None:
    """Swap the near pile's halves: the half that was written is read next."""
    counts[NEAR + (counts[STEP] & 1)] = 0
    counts[STEP] += 1


def next_bucket(delta: float, search: Search) -> None:
    """Begin the bucket of the far pile's nearest vertex, and swap the far pile's halves to split the pile.

    Empties the pile if the search ends: if the nearest vertex is beyond the last distance, or if all targets
    were within the bound of the bucket before, up to which distances no longer change.
    """
    counts, limits, targets = search.counts, search.limits, search.targets
    while counts[FOUND] < targets.size and search.distances[targets[counts[FOUND]]] <= limits[BOUND]:
        counts[FOUND] += 1
        if counts[FOUND] == targets.size:
            limits[LAST] = limits[BOUND]
    if limits[LOWEST] > limits[LAST]:
        counts[FAR + (counts[BUCKET] & 1)] = 0
    limits[BOUND] = min(limits[LOWEST] + delta, limits[LAST])
    limits[LOWEST] = inf
    counts[FAR + ((counts[BUCKET] + 1) & 1)] = 0
    counts[BUCKET] += 1


def waiting(counts: np.ndarray) -> tuple[int, int]:
    """Sizes of the near and the far pile."""
    return counts[NEAR + (counts[STEP] & 1)], counts[FAR + (counts[BUCKET] & 1)]


def serial_steps(_, most, most_edges, delta, buffers, search):
    """Do steps by one thread, until no vertex or more than `most` vertices wait."""
    counts, limits = search.counts, search.limits
    near, far = waiting(counts)
    while 0 < near + far <= most:
        if near:
            relax_chunk(0, near, most_edges, buffers, search)
            end_step(counts)
        else:
            last_bound = limits[BOUND]
            next_bucket(delta, search)
            split_chunk(0, far, last_bound, buffers, search)
        near, far = waiting(counts)


@kept_with_functor
def kept_forms(edge_kept: Functor) -> tuple[Any, Any]:
    """`relax_chunk` and `serial_steps`, rebuilt so that they relax only edges that are kept."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    replaced = same | {keeps: edge_kept}
    return rebuilt(relax_chunk, replaced), rebuilt(serial_steps, replaced)


def lower_distances(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    stop: Stop,
    device: Cpu,
    distances: np.ndarray,
    filters: Filters | None = None,
) -> None:
    """Lower the V distances, which are infinite, to those from the nearest source; some beyond the stop."""
    count, ids = graph.num_vertices, graph.csr.dst.dtype
    search: Any = Search(
        graph.csr.src_ptr,
        graph.csr.dst,
        weights_of(graph),
        distances,
        relaxed=np.full(count, inf, distances.dtype),
        claims=np.zeros(count, np.int32),
        in_far=np.zeros(count, np.int32),
        near=np.empty(2 * count, ids),
        far=np.empty(2 * count, ids),
        counts=np.zeros(7, np.int64),
        limits=np.array([min(delta, stop.cutoff), inf, stop.cutoff]),
        targets=stop.targets,
    )
    counts, limits = search.counts, search.limits
    relax, steps = relax_chunk, serial_steps
    if filters is not None:
        relax, steps = kept_forms(keeps_of(filters, len(search)))
        search = extended(search, filters)
    counts[STEP] = 2  # even, and no vertex's claim yet
    distances[sources] = 0
    search.near[: sources.size], counts[NEAR] = sources, sources.size
    buffers = np.empty(BUFFER, ids)
    mean_degree = 1 + graph.num_edges // count
    # In a graph whose loops would all be left to one thread, any number of vertices may wait.
    serial = SERIAL if graph.num_edges > SERIAL_SIZE else 2 * count
    near, far = sources.size, 0
    while near + far:
        if near + far <= serial:
            device.for_each(1, steps, serial, FOLLOWED_EDGES, delta, buffers, search)
        elif near:
            chunk = max(CHUNK, near // (CHUNKS * device.threads))
            chunks, size = -(-near // chunk), near * mean_degree
            buffers = _enough(buffers, chunks)
            device.for_each(chunks, relax, chunk, FOLLOWED_EDGES, buffers, search, size=size)
            end_step(counts)
        else:
            last_bound = limits[BOUND]
            next_bucket(delta, search)
            chunks = -(-far // FAR_CHUNK)
            buffers = _enough(buffers, chunks)
            device.for_each(chunks, split_chunk, FAR_CHUNK, last_bound, buffers, search, size=far)
        near, far = (int(size) for size in waiting(counts))


def _enough(buffers: np.ndarray, chunks: int) -> np.ndarray:
    """Buffers for `chunks` chunks: these, or larger ones."""
    return buffers if chunks * BUFFER <= buffers.size else np.empty(2 * chunks * BUFFER, buffers.dtype)
