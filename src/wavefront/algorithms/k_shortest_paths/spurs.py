"""The shortest path of each of several parts of all paths: those that leave a known path at a given vertex.

Each part is searched by one thread, by A* (Hart, Nilsson and Raphael, 1968): a vertex's key is its distance
from the source plus a lower bound of its distance to the target in the whole graph, which no path can beat.
It ends at the first vertex from which a shortest path to the target is free: comes to none that the search
has settled, nor to the known path before it is left (Feng, "Finding k shortest simple paths in directed
graphs: A node classification algorithm", Networks 2014). It is followed only to a vertex that is nearer to
the target than all of these, from where each shortest path is free.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...frontier import contains
from ..heap import SETTLED, lower, take_nearest
from ..sssp.weights import edge_weight

MORE_IDS = 1 << 14  # ids that a thread writes before the host takes them, at least
NO_PATH, PUT_OFF = -1, -2  # how a search may end
# Edges that a search has looked at for each step of ways to the target, or edge there, before it tries
# another. So ways that aren't free cost a quarter of a search, and one way.
LOOKS_PER_STEP = 4


class Base(NamedTuple):
    """The path that others leave, and P parts: part i leaves at its vertex leaves[i]."""

    vertices: Any  # L ids: the path
    lengths: Any  # L float64: from the source to each of its vertices
    leaves: Any  # P int64: a slot of `vertices`
    firsts: Any  # P + 1 int64: where the part's forbidden neighbors begin
    forbidden: Any  # ids: neighbors to which the part's paths don't go from that vertex
    limit: float  # the longest path that is of use
    radius: float  # the largest bound
    most: int  # edges that a search looks at before it is put off
    kept: Any  # bitmap of the edges that a filter keeps, in the order of `csr`; empty for all


class Lanes(NamedTuple):
    """The memory of each of T threads, a row each; `places` is 0 everywhere between two searches."""

    places: Any  # T x V int32, as in heap.py
    heap: Any  # T x V ids
    keys: Any  # T x V float64
    distances: Any  # T x V float64: from the source
    predecessors: Any  # T x V ids
    met: Any  # T x V ids: the vertices whose places aren't 0
    ids: Any  # T x (V + MORE_IDS) ids: ways from the vertex left to one that is nearer, the last vertex first
    used: Any  # T int64: ids written
    refused: Any  # T int64: an edge whose weight is negative or no number, -1 without one


class Spurs(NamedTuple):
    """What is found for each part."""

    cursor: Any  # 1 int64: the next part
    rows: Any  # P int64: in which thread's ids the path is
    starts: Any  # P int64: where it begins there
    sizes: Any  # P int64: vertices there; 0 without a path, PUT_OFF if that isn't known
    lengths: Any  # P float64: from the source to the target


def search(part, target, nearest, lists, base, places, heap, keys, distances, parents, met, refused):
    """Find the part's shortest path. Returns where its way is known from, and how many vertices were met.

    In the vertex's place -1 without a path, and PUT_OFF after too many edges. The base path's vertices up to
    the one that is left are settled: none is entered again, and none is nearer to the target than `nearest`.
    """
    src_ptr, dst, weights, bounds, _, kept = lists
    leave = base.leaves[part]
    start = np.int64(base.vertices[leave])
    num_met, looked, walked = 0, 0, 0
    vertex, base_length, waiting = start, base.lengths[leave], 0
    while True:
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = np.int64(dst[edge])
            place = places[neighbor]
            weight = np.float64(edge_weight(edge, weights))
            if not weight >= 0:
                refused[0] = edge
                return np.int64(NO_PATH), num_met
            distance = base_length + weight
            key = distance + min(bounds[neighbor], base.radius)
            if place == SETTLED or not (key <= base.limit and key < inf):
                continue
            if place != 0 and not distance < distances[neighbor]:
                continue
            if kept.size and not contains(kept, edge):
                continue
            if vertex == start and is_forbidden(neighbor, part, base):
                continue
            if place == 0:
                met[num_met] = neighbor
                num_met += 1
            distances[neighbor], parents[neighbor] = distance, vertex
            waiting = lower(neighbor, key, waiting, heap, keys, places)
        looked += src_ptr[vertex + 1] - src_ptr[vertex]
        if waiting == 0:
            return np.int64(NO_PATH), num_met
        if looked > base.most:
            return np.int64(PUT_OFF), num_met
        vertex = np.int64(take_nearest(waiting, heap, keys, places))
        waiting -= 1
        base_length = distances[vertex]
        if vertex == target or (bounds[vertex] < inf and LOOKS_PER_STEP * walked <= looked):
            end, steps = walk(vertex, target, nearest, places, lists)
            walked += steps
            if end >= 0:
                follow(vertex, end, distances, parents, refused, places, lists)
                return end, num_met
        nearest = min(nearest, bounds[vertex])


def walk(vertex, target, nearest, places, lists):
    """The first vertex on the way from which it is free, -1 if there is none; and how much is looked at.

    From a vertex that is nearer than all settled ones it is.
    """
    src_ptr, _, _, bounds, nexts, _ = lists
    steps = 0
    while vertex >= 0 and vertex != target and not bounds[vertex] < nearest:
        if nexts.size:
            vertex, steps = np.int64(nexts[vertex]), steps + 1
            if vertex >= 0 and places[vertex] == SETTLED:
                vertex = np.int64(-1)
        else:
            steps += src_ptr[vertex + 1] - src_ptr[vertex]
            vertex = way_on(vertex, places, lists)[0]
    return vertex, steps


def follow(vertex, end, distances, parents, refused, places, lists):
    """Enter the vertices on the way from this one to another, whose distance is known."""
    while vertex != end:
        following, weight, edge = way_on(vertex, places, lists)
        if not weight >= 0:
            refused[0] = edge
        distances[following], parents[following] = distances[vertex] + weight, vertex
        vertex = following


def follow_to_target(vertex, target, lists, places, ids):
    """Write the vertices on the way after this one; how many they are. Ends if there is no way."""
    size = 0
    while vertex != target and vertex >= 0:
        vertex = way_on(vertex, places, lists)[0]
        ids[size] = vertex
        size += 1
    return size


def way_on(vertex, places, lists):
    """The next vertex on the way, or -1; the least weight of an edge there; and the edge.

    Where each is nearer than the one before there may be several: it is one that isn't settled.
    """
    src_ptr, dst, weights, bounds, nexts, kept = lists
    following, least, found = np.int64(nexts[vertex]) if nexts.size else np.int64(-1), inf, np.int64(-1)
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor, weight = np.int64(dst[edge]), np.float64(edge_weight(edge, weights))
        if following < 0:
            is_next = bounds[neighbor] < bounds[vertex] and bounds[neighbor] + weight == bounds[vertex]
            is_next = is_next and places[neighbor] != SETTLED
        else:
            is_next = neighbor == following and not weight >= least
        if is_next and (kept.size == 0 or contains(kept, edge)):
            following, least, found = neighbor, weight, np.int64(edge)
    return following, least, found


def is_forbidden(neighbor, part, base):
    """Whether the part's paths don't go to this neighbor of the vertex that they leave."""
    found = False
    for slot in range(base.firsts[part], base.firsts[part + 1]):
        found |= base.forbidden[slot] == neighbor
    return found


def find_spurs(thread, target, src_ptr, dst, weights, bounds, nexts, base, lanes, spurs):
    """Search one part after the other, each that no thread has taken, while there is room for a path.

    Parts are in the order of the vertices that they leave, so that a thread settles the path up to there only
    once.
    """
    places, met, ids = lanes.places[thread], lanes.met[thread], lanes.ids[thread]
    heap, keys, distances = lanes.heap[thread], lanes.keys[thread], lanes.distances[thread]
    parents, refused = lanes.predecessors[thread], lanes.refused[thread : thread + 1]
    lists = src_ptr, dst, weights, bounds, nexts, base.kept
    settled, nearest = 0, inf
    while ids.size - lanes.used[thread] >= places.size:
        part = atomic_add(spurs.cursor, 0, 1)
        if part >= base.leaves.size:
            break
        while settled <= base.leaves[part]:
            places[base.vertices[settled]] = SETTLED
            nearest = min(nearest, bounds[base.vertices[settled]])
            settled += 1
        rows = places, heap, keys, distances, parents, met, refused
        end, num_met = search(part, target, nearest, lists, base, *rows)
        size, first, start = 0, lanes.used[thread], np.int64(base.vertices[base.leaves[part]])
        vertex = end
        while vertex >= 0:
            ids[first + size] = vertex
            size += 1
            vertex = np.int64(parents[vertex]) if vertex != start else np.int64(-1)
        for slot in range(num_met):
            places[met[slot]] = 0
        if end >= 0:
            spurs.lengths[part] = distances[end] + bounds[end]
        lanes.used[thread] += size
        spurs.rows[part], spurs.starts[part] = thread, first
        spurs.sizes[part] = PUT_OFF if end == PUT_OFF else size
    for slot in range(settled):
        places[base.vertices[slot]] = 0
