"""Up to 64 searches in one launch; kernel.py has the kernel.

Directed graphs are pushed only: their lists of in-neighbors are not here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....device import Cuda, Python
from ...level_queue import THREADS
from ...level_types import last_level, too_deep
from .data import PLANES, TOO_DEEP, Lists, Plan, Search
from .kernel import search_levels
from .pull import HUGE, PIECE

if TYPE_CHECKING:
    from ....graph import Graph
    from ....trace import Trace

PULL_SHARE = 1 / 4  # of the edges: vertices found with as many are followed by a pull
STATE_WORDS = TOO_DEEP + 1
NEVER = 1 << 62  # edges


def write_levels(
    graph: Graph, sources: np.ndarray, levels: Any, device: Cuda | Python, trace: Trace | None = None
) -> None:
    """Write the levels from at most 64 sources, a row each.

    Raises TooDeepError where a search goes deeper than their type holds.
    """
    xp, edges = device.xp, graph.num_edges
    starts, places = np.unique(sources, return_inverse=True)
    bits = np.zeros(starts.size, np.int64)
    np.bitwise_or.at(bits, places, np.int64(1) << np.arange(sources.size))
    prepared = graph.prepared_for(device)
    if prepared is None or prepared.new_id is None or not prepared.old_id.size:
        lists, new_id, old_id = Lists(*graph.csr[:2]), None, None
        starts, words = device.array(starts), device.array(bits)
    else:
        lists, new_id, old_id = Lists(*prepared[:2]), prepared.new_id, prepared.old_id
        starts, words = new_id.take(device.array(starts)), device.array(bits)
        starts, words = starts[starts >= 0], words[starts >= 0]
    count = lists.src_ptr.size - 1
    search = Search(
        xp.zeros(2 * count, np.int64),
        xp.empty(count, np.int64),
        xp.zeros(PLANES * count, np.int64),
        xp.empty(4 * count, np.int64),
        xp.empty(edges // HUGE + 1, np.int64),
        xp.empty(2 * (edges // PIECE + edges // HUGE + 1), np.int64),
        xp.zeros(STATE_WORDS, np.int64),
        levels.reshape(-1),
        new_id,
        old_id,
    )
    search.words[starts] = words
    search.planes[starts] = words
    pulls = NEVER if graph.directed else max(1, int(PULL_SHARE * edges))
    every, row = int(np.bitwise_or.reduce(bits)), graph.num_vertices
    plan = Plan(every, sources.size, row, pulls, last_level(levels.dtype))
    blocks, threads = device.running_at_once(THREADS)
    kernel: Any = device.bind(search_levels, lists, search, plan, threads=threads)
    if trace is not None:
        trace.start()
    device.relaunch(blocks, threads, kernel, {})
    if int(search.state[TOO_DEEP]):
        raise too_deep(levels.dtype, row)
    if old_id is not None:  # sources without edges have no new id
        levels[xp.arange(sources.size), device.array(sources)] = 0
    if trace is not None:
        trace.lap(1, _directions(graph, levels, pulls))


def _directions(graph: Graph, levels: Any, pulls: int) -> list[str]:
    """The direction of level 1, 2, ..., the empty one included; the kernel pulls after so many edges."""
    frontiers = ((levels == level).any(axis=0) for level in range(int(levels.max()) + 1))
    edges = (int(graph.out_degrees.compress(found).sum(dtype=np.int64)) for found in frontiers)
    return ["pull" if size >= pulls else "push" for size in edges]
