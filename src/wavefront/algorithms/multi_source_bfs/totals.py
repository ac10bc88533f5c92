"""Sums over the levels of searches from many sources, without the levels themselves in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device
from ...progress import pieces
from . import words
from .by_operators import count_levels
from .by_source import Counts, new_counts, search_by_source
from .form import prefers_own_sources
from .one_by_one import is_few, totals_one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...graph import Graph
    from ...progress import Report

SOURCES_AT_ONCE = 1024  # searched in one call, each by a thread: Ctrl-C waits for the call to end


def totals(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    report: Report | None = None,
    dropped: np.ndarray | None = None,
) -> Counts:
    """Of each source, by edges that lead away from it: see `Counts`. The graph is on the device.

    On the CPU, `dropped` vertices are not entered.

    Memory: 24 bytes per vertex for 64 sources on the CPU, or 8 per vertex and thread; few take a search's.
    """
    if not sources.size:
        return new_counts(0)
    if is_few(sources.size, device):
        return totals_one_by_one(graph, sources, device, report, dropped)
    if isinstance(device, Cpu) and prefers_own_sources(graph, sources, device):
        return _by_source(graph, sources, device, report, dropped)
    if is_few(sources.size, device, have_few_levels=True):
        return totals_one_by_one(graph, sources, device, report, dropped)
    parts = [
        _by_level(graph, sources[batch], device, dropped)
        for batch in pieces(sources.size, words.WORD_SIZE, report, words.WORD_SIZE)
    ]
    return Counts(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _by_source(
    graph: Graph, sources: np.ndarray, device: Cpu, report: Report | None, dropped: np.ndarray | None
) -> Counts:
    levels = np.empty(device.threads * graph.num_vertices, np.int32)
    parts = [
        search_by_source(graph, sources[some], levels, False, device, dropped)
        for some in pieces(sources.size, SOURCES_AT_ONCE, report, device.threads)
    ]
    return Counts(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _by_level(graph: Graph, sources: np.ndarray, device: Device, dropped: np.ndarray | None) -> Counts:
    """The counts of at most 64 sources that share words."""
    if isinstance(device, Cpu):
        fronts = np.empty((2 + 1, graph.num_vertices), np.int64)
        levels: Iterator[np.ndarray] = words.each_level(graph, sources, device, fronts, dropped=dropped)
    else:
        levels = count_levels(graph, sources, device)
    counts = new_counts(sources.size)
    counts.reached[:] = 1
    for level, found in enumerate(levels, 1):
        counts.reached[:] += found
        counts.total[:] += level * found
        counts.harmonic[:] += found / level
        counts.farthest[found > 0] = level
    return counts
