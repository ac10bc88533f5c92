"""Biconnected components in NetworkX's order: each comes once a depth-first search has left it.

Source: Hopcroft and Tarjan, "Algorithm 447: Efficient Algorithms for Graph Manipulation", Communications of
the ACM 1973. One thread.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..device import Cpu
from .weights import Lists

NEW = -1  # as a time: not entered yet


class Split(NamedTuple):
    """Both ends of each edge, component by component; each component's end; vertices between components.

    A vertex between components is listed once for each component below it.
    """

    src: np.ndarray
    dst: np.ndarray
    ends: np.ndarray
    between: np.ndarray


class Visit(NamedTuple):
    """Per vertex when it was entered, the least time seen below, its next edge, and where its edges start."""

    entered: np.ndarray
    lowest: np.ndarray
    following: np.ndarray
    first: np.ndarray
    path: np.ndarray


def bicomponents(lists: Lists) -> Split:
    """The biconnected components of an undirected graph."""
    count, entries = lists.ptr.size - 1, lists.neighbors.size
    split = Split(
        np.empty(entries, np.int32),
        np.empty(entries, np.int32),
        np.empty(count, np.int64),
        np.empty(2 * count, np.int32),
    )
    visit = Visit(
        np.full(count, NEW, np.int32),
        np.full(count, NEW, np.int32),
        lists.ptr[:-1].copy(),
        np.empty(count, np.int64),
        np.empty(count, np.int32),
    )
    waiting = np.empty((2, entries), np.int32)
    listed, found, between = Cpu().call(leave_components, *lists[:2], visit, *waiting, split)
    return Split(split.src[:listed], split.dst[:listed], split.ends[:found], split.between[:between])


def leave_components(ptr, neighbors, visit, tails, heads, split):
    """List the edges by component: the numbers of edges, of components and of entries in `between`."""
    listed, found, between = 0, 0, 0
    for start in range(visit.entered.size):
        if visit.entered[start] != NEW:
            continue
        visit.entered[start] = visit.lowest[start] = 0
        visit.path[0] = start
        depth, clock, waiting, children = 1, 1, 0, 0
        while depth > 0:
            vertex = visit.path[depth - 1]
            above = visit.path[max(depth - 2, 0)]
            if visit.following[vertex] < ptr[vertex + 1]:
                neighbor = neighbors[visit.following[vertex]]
                visit.following[vertex] += 1
                if neighbor == above:
                    continue
                if visit.entered[neighbor] == NEW:
                    visit.entered[neighbor] = visit.lowest[neighbor] = clock
                    clock += 1
                    visit.first[neighbor] = waiting
                    visit.path[depth] = neighbor
                    depth += 1
                elif visit.entered[neighbor] <= visit.entered[vertex]:
                    visit.lowest[vertex] = min(visit.lowest[vertex], visit.entered[neighbor])
                else:
                    continue
                tails[waiting] = vertex
                heads[waiting] = neighbor
                waiting += 1
                continue
            depth -= 1
            if depth == 0:
                break
            if depth == 1 or visit.lowest[vertex] >= visit.entered[above]:
                for place in range(visit.first[vertex], waiting):
                    split.src[listed] = tails[place]
                    split.dst[listed] = heads[place]
                    listed += 1
                waiting = visit.first[vertex]
                split.ends[found] = listed
                found += 1
                if depth == 1:
                    children += 1
                else:
                    split.between[between] = above
                    between += 1
            visit.lowest[above] = min(visit.lowest[above], visit.lowest[vertex])
        if children > 1:
            split.between[between] = start
            between += 1
    return listed, found, between
