"""The rounds of Boruvka's method: see api.py. On the CPU first_round.py does the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_min
from ...device import Cpu, Device
from ...graph.arrays import index_dtype
from ..components.afforest import Forest, compress
from . import first_round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...graph import Graph


class Trees(NamedTuple):
    """What the trees of a round take: V elements each, of which those of a tree's root count."""

    roots: Any  # of each vertex
    least: Any  # weight of an edge that leaves the tree
    first: Any  # place of such an edge among those left


class Left(NamedTuple):
    """The edges that may join two trees."""

    one: Any  # ends, as roots
    other: Any
    weights: Any  # empty if they don't matter
    slots: Any


def slots_of(graph: Graph, weights: Any, device: Device) -> Any:
    """The slots of the forest's edges, ascending."""
    xp, count = device.xp, graph.num_vertices
    chosen = xp.empty(0, np.float32) if weights is None else weights
    roots = xp.arange(count, dtype=graph.csr.dst.dtype)
    if not isinstance(device, Cpu):
        none = xp.empty(0, index_dtype(graph.num_edges))
        return xp.sort(xp.concatenate([none, *_rounds(_each_once(graph, chosen, xp), roots, graph, device)]))
    neighbors, slots = first_round.lightest_edges(graph, chosen, device)
    device.for_each(count, first_round.join_lightest, neighbors, slots, roots)
    taken = [slots[roots != np.arange(count, dtype=roots.dtype)]]
    del neighbors, slots
    _compress(graph, roots, device)
    for most in first_round.limits(graph, chosen):
        # The edges have no name here, which would keep them for all rounds.
        taken += _rounds(
            Left(*first_round.between_trees(graph, chosen, most, roots, device)), roots, graph, device
        )
    return np.sort(np.concatenate(taken))


def _rounds(left: Left, roots: Any, graph: Graph, device: Device) -> Iterator[Any]:
    """Join trees by these edges until none leads to another tree; in each round the slots that were taken."""
    xp, count = device.xp, graph.num_vertices
    while left.slots.size:
        least = xp.full(count if left.weights.size else 0, *_heaviest(left.weights.dtype))
        trees = Trees(roots, least, xp.full(count, left.slots.size, left.slots.dtype))
        for find in (find_least, find_first) if left.weights.size else (find_first,):
            device.for_each(left.slots.size, find, left, trees)
        is_taken = xp.zeros(left.slots.size, bool)
        device.for_each(count, join, left, trees, is_taken)
        _compress(graph, roots, device)
        yield left.slots[is_taken]
        left = _between_trees(left, roots, graph, device)


def _heaviest(dtype: np.dtype[Any]) -> tuple[float, np.dtype[Any]]:
    """A weight that none exceeds, and its type, which has atomics: weights of less than 32 bits have none."""
    return (np.inf, dtype) if dtype.kind == "f" else (np.iinfo(np.int64).max, np.dtype(np.int64))


def _compress(graph: Graph, roots: Any, device: Device) -> None:
    """Have every vertex point to its root."""
    device.for_each(roots.size, shorten, roots)
    device.for_each(roots.size, compress, Forest(*graph.csr[:2], roots))


def _each_once(graph: Graph, weights: Any, xp: Any) -> Left:
    """Each edge that is no self-loop, once; a function of its own, so that nothing keeps the arrays."""
    src, dst, _ = graph.coo
    slots = xp.flatnonzero(src < dst).astype(index_dtype(graph.num_edges))
    return Left(src.take(slots), dst.take(slots), weights.take(slots) if weights.size else weights, slots)


def _between_trees(left: Left, roots: Any, graph: Graph, device: Device) -> Left:
    if isinstance(device, Cpu):
        return Left(*first_round.still_between(left, roots, graph, device))
    one, other = roots.take(left.one), roots.take(left.other)
    kept = device.xp.flatnonzero(one != other)
    weights = left.weights.take(kept) if left.weights.size else left.weights
    return Left(one.take(kept), other.take(kept), weights, left.slots.take(kept))


def find_least(edge, left, trees):
    """Lower both trees' least weights. A stale read only costs an atomic."""
    weight = left.weights[edge]
    if weight < trees.least[left.one[edge]]:
        atomic_min(trees.least, left.one[edge], weight)
    if weight < trees.least[left.other[edge]]:
        atomic_min(trees.least, left.other[edge], weight)


def find_first(edge, left, trees):
    """Lower both trees' first edges, if this one is of the least weight."""
    for tree in (left.one[edge], left.other[edge]):
        is_light = left.weights.size == 0 or left.weights[edge] == trees.least[tree]
        if is_light and edge < trees.first[tree]:
            atomic_min(trees.first, tree, edge)


def join(tree, left, trees, is_taken):
    """Have the root point to that of the tree that its edge leads to; of two at one edge, the larger."""
    edge = trees.first[tree]
    if edge < left.slots.size:
        other = left.one[edge] if left.other[edge] == tree else left.other[edge]
        is_taken[edge] = True
        if trees.first[other] != edge or other < tree:
            trees.roots[tree] = other


def shorten(vertex, roots):
    """On the way from the vertex to its root, have every second vertex point to the one after the next.

    Threads may undo one another's steps, so that `compress` has to follow; its ways are short then.
    """
    place = vertex
    while roots[roots[place]] != roots[place]:
        roots[place] = roots[roots[place]]
        place = roots[place]
