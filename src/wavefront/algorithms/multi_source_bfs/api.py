"""Breadth-first search from many sources at once: 64 searches share every edge that is looked at.

Each vertex has a word with one bit per source: the sources that reached it. An edge carries a whole word, so
that searches which meet go on together. Source: Then et al., "The More the Merrier: Efficient Multi-Source
Graph Traversal", PVLDB 2014. words.py does so on the CPU, by_operators.py on a GPU and
with filters. On graphs of many levels
searches seldom meet: there, on the CPU, by_source.py gives each source to one thread.

O(levels * (V + E)) words for each 64 sources, and 4 bytes for each vertex and source.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...device.memory import require_memory
from ...filters import checked_filters
from ...frontier import UNVISITED
from ...graph.vertices import checked_vertices, require_graph
from ..result import in_numpy
from . import by_operators
from .by_source import search_by_source
from .form import prefers_own_sources
from .rows import search_in_words
from .words import WORD_SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...filters import Filter
    from ...graph import Graph


@dataclass(frozen=True, eq=False)
class MultiSourceBfsResult:
    """Levels of a breadth-first search from each of several sources.

    Attributes
    ----------
    sources
        S vertex ids, as given.
    levels
        S x V int32: row i has the fewest edges from sources[i] to each vertex; -1 where there is no path.
    device
        The device that ran.
    """

    graph: Graph
    sources: np.ndarray
    levels: np.ndarray
    device: Device

    @cached_property
    def eccentricity(self) -> np.ndarray:
        """S int32: the largest level of each source, of the vertices that it reaches."""
        with working_on(self.device):
            farthest: np.ndarray = self.levels.max(axis=1)
            return farthest

    @cached_property
    def closeness(self) -> np.ndarray:
        """S float64: (r - 1) / (sum of levels) * (r - 1) / (V - 1), of the r vertices reached; 0 if r is 1.

        This is NetworkX's ``closeness_centrality`` with its default ``wf_improved=True``. In a directed graph
        levels count from the source; NetworkX counts towards it, as in the reversed graph.
        Source: Wasserman and Faust, "Social Network Analysis", 1994.
        """
        with working_on(self.device):
            unreached = (self.levels == UNVISITED).sum(axis=1)
            others = self.levels.shape[1] - unreached - 1
            sums = self.levels.sum(axis=1, dtype=np.int64) - UNVISITED * unreached
            closeness: np.ndarray = others / np.maximum(sums, 1) * others / max(1, self.levels.shape[1] - 1)
            return closeness

    def to_numpy(self) -> MultiSourceBfsResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        count, vertices = self.levels.shape
        return f"MultiSourceBfsResult({count:,} sources, {vertices:,} vertices on {self.device.name})"


def multi_source_bfs(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray,
    *,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> MultiSourceBfsResult:
    """Breadth-first search from each of the sources, 64 at a time (Then et al., PVLDB 2014).

    Parameters
    ----------
    sources
        S vertex ids, in any order; one may be given more than once.
    device, vertex_filter, edge_filter
        As for `bfs`.

    Raises
    ------
    InputError
        For no source, one that is no vertex or is dropped, a filter as `bfs` refuses it, or more levels than
        memory can hold.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    vertices = checked_vertices(graph, sources, "sources")
    where = get_device(device, graph.device)
    size = 4 * vertices.size * graph.num_vertices
    require_memory(size, f"a search from {vertices.size:,} sources", where.total_memory())
    with working_on(where):
        views = graph.to_device(where)
        filters = checked_filters(views, vertices, vertex_filter, edge_filter, where)
        levels = where.xp.empty((vertices.size, graph.num_vertices), np.int32)
        cpu = where if isinstance(where, Cpu) and filters is None else None
        if cpu is not None and prefers_own_sources(views, vertices, cpu):
            search_by_source(views, vertices, levels, True, cpu)
        else:
            for first in range(0, vertices.size, WORD_SIZE):
                batch = slice(first, first + WORD_SIZE)
                if cpu is not None:
                    search_in_words(views, vertices[batch], levels[batch], cpu)
                else:
                    by_operators.write_levels(views, vertices[batch], levels[batch], where, filters)
    return MultiSourceBfsResult(graph, vertices, levels, where)
