"""The fused search on the CPU: a compiled call that holds the level loop.

A level is done in one of four ways. A tiny frontier is expanded by one thread, a small one by all in equal
shares, a large one by all in chunks (push); and when its edges are more than 1/ALPHA of those not yet looked
at, every unvisited vertex looks for a visited in-neighbor instead (pull), until the frontier has shrunk below
1/BETA of the vertices (Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012).
The queue slides, and private buffers are flushed into it, as in the GAP Benchmark Suite (Beamer, Asanovic,
Patterson, arXiv 1508.03619). Threads that stay from level to level, fetching lists before their turn, pulling
by the visited vertices, and claiming in batches are in docs/decisions/0006-fused-cpu.md.

While pulling, "visited when the level began" takes the place of the frontier, so that no frontier is written
as a bitmap. A prepared graph is searched in its own ids, and its answer translated at the end.

Work O(V + E), usually much less than E on graphs of few levels.
"""

from collections import deque
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....device import Cpu
from ....enactor import Stop
from ....errors import InputError
from ....graph import Graph
from ....graph.arrays import unsigned
from ....graph.prepared import Prepared
from ....trace import Trace
from .levels import search_levels
from .memory import result_memory
from .search import BUFFER, PIECE, STATE_SIZE, Answer, Plan, Search

ALPHA = 15.0  # dimensionless; the GAP Benchmark Suite's value
BETA = 18.0  # dimensionless; the GAP Benchmark Suite's value
SERIAL_EDGES = 512  # edges of a frontier up to which one of several threads expands it
LONE_EDGES = 1 << 15  # the same for a lone thread: a claim costs it more than fetching lists gains
LONE_VERTICES = 1 << 15  # vertices of a graph up to which a lone thread searches it
NO_LIMIT = np.iinfo(np.int32).max  # levels
NOTHING = np.empty(0, np.int32)


class Scratch(NamedTuple):
    """What a search of one graph works with, beside the result."""

    shared: tuple[Any, ...]  # the graph, and the other fields of `Search` up to `state`
    levels: np.ndarray  # V, and V predecessors, in a prepared graph's ids; else none
    predecessors: np.ndarray
    max_degree: int


# By graph and whether it is prepared: those that no search is using.
_idle: WeakKeyDictionary[Graph, dict[bool, deque[Scratch]]] = WeakKeyDictionary()


def new_scratch(arrays: tuple[Any, ...], is_prepared: bool) -> Scratch:
    """Scratch for the graph of these offsets and neighbors."""
    src_ptr, dst, dst_ptr, _ = arrays
    num_vertices = src_ptr.size - 1
    words = -(-num_vertices // 64)
    has_in = np.zeros(words * 64, bool)
    np.not_equal(dst_ptr[1:], dst_ptr[:-1], out=has_in[:num_vertices])
    known = num_vertices if is_prepared else 0
    bits = np.packbits(has_in, bitorder="little").view(np.uint64)
    bitmaps = np.empty((2, words), np.uint64)
    queue = np.empty(num_vertices, dst.dtype)
    buffers = np.empty((2 * Cpu().threads, BUFFER), dst.dtype)
    pieces = np.empty((2 * (dst.size // PIECE) + 1, 2), np.int64)  # a long list's last may be short
    state = np.zeros(STATE_SIZE, np.int64)
    return Scratch(
        shared=(*map(unsigned, (*arrays, bits, bitmaps, queue, buffers)), pieces, state),
        levels=np.empty(known, np.int32),
        predecessors=np.empty(known, dst.dtype),
        max_degree=int(np.diff(src_ptr).max(initial=0)),
    )


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Cpu,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    alpha: float | None,
    beta: float | None,
    serial_edges: int | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, in one compiled call."""
    alpha, beta = ALPHA if alpha is None else alpha, BETA if beta is None else beta
    if not (alpha > 0 and beta > 0):
        raise InputError(f"alpha and beta are positive numbers, not {alpha!r} and {beta!r}")
    levels, parents = _new_result(graph, predecessors)
    threads = 1 if graph.num_vertices <= LONE_VERTICES else device.threads
    if serial_edges is None:
        serial_edges = LONE_EDGES if threads == 1 else SERIAL_EDGES
    last_level = NO_LIMIT if stop.depth_limit is None else stop.depth_limit
    if stop.target is not None and stop.target in sources.tolist():
        last_level = 0
    prepared = graph.prepared  # another thread may be preparing it
    is_prepared = prepared is not None
    arrays, (new_id, old_id), start, target = _searched(graph, prepared, sources, stop.target)
    idle = _idle.setdefault(graph, {}).setdefault(is_prepared, deque())
    try:
        scratch = idle.pop()
    except IndexError:
        scratch = new_scratch(arrays, is_prepared)
    found = levels, parents
    if is_prepared:
        found = scratch.levels, scratch.predecessors if predecessors else parents
    search = Search._make((*scratch.shared, *found))
    search.queue[: start.size] = start
    directions = np.zeros(0 if trace is None else graph.num_vertices + 2, np.int8)
    limits = last_level, target, scratch.max_degree, float(alpha), float(beta), serial_edges
    if trace is not None:
        trace.start()
    end = device.call(
        search_levels,
        threads,
        start.size,
        Plan(*limits, directions),
        search,
        Answer(new_id, old_id, levels, parents),
    )
    idle.append(scratch)
    if is_prepared:
        levels[sources] = 0  # also those without an edge
    if trace is not None:
        trace.record_run(levels, directions[1:end], last_level)
    return levels, parents


def _new_result(graph: Graph, predecessors: bool) -> tuple[np.ndarray, np.ndarray]:
    """Levels and predecessors to be written, in one piece: NumPy asks Linux for huge pages from 4 MiB on."""
    dtype = graph.csr.dst.dtype
    size = graph.num_vertices * dtype.itemsize if predecessors else 0
    memory = result_memory(graph, size + 4 * graph.num_vertices)
    return memory[size:].view(np.int32), memory[:size].view(dtype)


def _searched(
    graph: Graph, prepared: Prepared | None, sources: np.ndarray, target: int | None
) -> tuple[Any, Any, np.ndarray, int]:
    """The offsets and neighbors to search, their new and old ids, and in these the sources and the target."""
    goal = -1 if target is None else target
    if prepared is None:
        return (*graph.csr[:2], *graph.csc[:2]), (NOTHING, NOTHING), sources, goal
    start = prepared.new_id[sources]
    start = start[start >= 0]  # the others have no edge
    ids = prepared.new_id, prepared.old_id
    return prepared[:4], ids, start, -1 if target is None else int(prepared.new_id[goal])
