"""Levels of searches from many sources, a few sources at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..algorithms.multi_source_bfs import multi_source_bfs
from ..algorithms.multi_source_bfs.words import WORD_SIZE
from ..graph import Graph


def each_level(graph: Graph, sources: np.ndarray) -> Iterator[np.ndarray]:
    """The levels of the search from each source: V int32, -1 where there is no path."""
    for first in range(0, len(sources), WORD_SIZE):
        yield from multi_source_bfs(graph, sources[first : first + WORD_SIZE]).levels
