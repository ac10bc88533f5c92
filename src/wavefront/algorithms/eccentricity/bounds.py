"""Eccentricities of all vertices of an undirected graph, by bounds.

A search from a vertex of eccentricity e bounds that of a vertex at distance d: it is at least e - d and at
least d, and at most e + d. Where both bounds meet, the vertex needs no search. The next search starts from
the vertex of the largest upper bound, then from the one of the smallest lower bound, by turns: Takes and
Kosters 2013. Once searches settle few vertices each, the vertices left are searched from in batches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Device
from ...frontier import UNVISITED
from ..bfs import bfs
from ..multi_source_bfs.totals import totals

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

FEW = 8  # vertices settled per search, on average of LOOK_BACK searches: below, batches take less time
LOOK_BACK = 8


class Bounds(NamedTuple):
    """Bounds of the eccentricity of every vertex, and a search that tightens them."""

    lower: Any  # V int32
    upper: Any  # V int32
    levels: Any  # V int32
    farthest: int  # the largest level


def tighten(vertex, bounds):
    """Tighten a vertex's bounds by the search, if it got there."""
    level = bounds.levels[vertex]
    if level != UNVISITED:
        bounds.lower[vertex] = max(bounds.lower[vertex], level, bounds.farthest - level)
        bounds.upper[vertex] = min(bounds.upper[vertex], bounds.farthest + level)


def eccentricities(graph: Graph, num_kept: int, device: Device, report: Report | None) -> tuple[Any, bool]:
    """The eccentricities, V int32 on the device, and whether the graph is connected.

    All but `num_kept` of its vertices were dropped: these have no edges, and don't count.
    """
    xp, num_vertices = device.xp, graph.num_vertices
    lower = xp.zeros(num_vertices, np.int32)
    upper = xp.full(num_vertices, num_vertices, np.int32)
    upper[graph.out_degrees == 0] = 0
    settled: list[int] = []
    is_connected, left = num_kept < 2, int((lower < upper).sum())
    while left:
        if len(settled) >= LOOK_BACK and sum(settled[-LOOK_BACK:]) < FEW * LOOK_BACK:
            vertices = xp.flatnonzero(lower < upper)
            rest = vertices if xp is np else vertices.get()
            rest_report = report and _after(num_vertices - left, report)
            lower[vertices] = xp.asarray(totals(graph, rest, device, rest_report).farthest.astype(np.int32))
            break
        vertex = _extreme(xp, lower, upper, graph.out_degrees, len(settled) % 2 == 0)
        levels = bfs(graph, vertex, predecessors=False, device=device).levels
        if not settled:
            is_connected = int((levels != UNVISITED).sum()) == num_kept
        device.for_each(num_vertices, tighten, Bounds(lower, upper, levels, int(levels.max())))
        now = int((lower < upper).sum())
        settled.append(left - now)
        left = now
        if report is not None:
            report(num_vertices - left, num_vertices)
    return lower, is_connected


def _after(done: int, report: Report) -> Report:
    """What a part of the work reports to, after so much has been done."""
    return lambda more, total: report(done + more, done + total)


def _extreme(xp: Any, lower: Any, upper: Any, degrees: Any, takes_upper: bool) -> int:
    """The vertex of the largest upper or smallest lower bound, of those the one of most edges."""
    is_open = lower < upper
    bound = xp.where(is_open, upper if takes_upper else -lower, -lower.size - 1)
    return int(xp.where(bound == bound.max(), degrees, -1).argmax())
