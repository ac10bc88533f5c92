"""The host side of the fused search on the CPU, which is one compiled call that holds the level loop.

`bfs`, which api.py calls, lays out the call's arguments: the plan, the graph, the queues, the search and the
answer (the tuples of search.py). Only this file knows of Graph, the pool and the trace.

A level is done in one of four ways. A small frontier is expanded by one thread, one that grows slowly by
all threads in shares, several levels deep, a large one by all threads in chunks (push). When the frontier's
edges are more than 1/alpha (direction.py) of the edges not yet inspected, every unvisited vertex looks for a
visited in-neighbor instead (pull), until the frontier has shrunk below 1/BETA of the vertices (Beamer,
Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012). The queue slides, and private
buffers are flushed into it, as in the GAP Benchmark Suite (Beamer, Asanovic, Patterson, arXiv 1508.03619).
docs/decisions/0006-fused-cpu.md explains threads that stay from level to level; 0011-fused-cpu-any-graph.md
explains shares, and pushes without claims.

A pull looks for in-neighbors "visited when the level began", so that no frontier is written as a bitmap. A
graph in new ids (graph/prepared.py) is searched in these. Small graphs: alone.py and filtered_alone.py.

Work O(V + E), usually much less than E on graphs of few levels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....device import Cpu
from ....device.distance import distance, gate_costs, measure_distance
from ....enactor import NO_STOP
from ....errors import checked_integer
from ....graph import Graph
from ....graph.arrays import first_entries, unsigned
from ....graph.prepared import Prepared
from ....intrinsics.jobs import JOB_SIZE
from ....trace import Trace
from ..pool import pool_of
from ..query import Query, last_level, num_rows, thresholds
from . import alone
from .direction import alphas_of, same_alpha
from .gates import line_cost
from .levels import LONE_SERIAL_EDGES, search_levels
from .memory import result_memory
from .search import (
    BUFFER,
    LEAST_PIECE,
    MAX_SHARES,
    PIECE,
    ROOM,
    ROW_SIZE,
    STATE_SIZE,
    Answer,
    GraphArrays,
    Plan,
    Queues,
    Search,
    Teamwork,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ....filters import Filters

BETA = 18.0  # dimensionless; the GAP Benchmark Suite's value
# Edges of a frontier up to which one thread expands it: over the square of the number of threads, times the
# distance of their cores, but at least so many. Two gain little: they wait for the other's lines.
SERIAL_EDGES, LEAST_SERIAL_EDGES = 640_000, 1 << 13
# Edges per vertex and thread, times the distance of the cores, up to which they search from shares.
FAR_EDGES = 7
ANY_LEVEL = 1 << 62
FEW_ENDS = 8  # where one vertex in so many or more leads nowhere, these aren't queued
LONE_VERTICES, LONE_LISTS = 1 << 15, 1 << 21  # vertices and edges of a graph that a lone thread searches
NO_IDS = np.empty(0, np.int32)
NO_DIRECTIONS = np.empty(0, np.int8)


class Scratch(NamedTuple):
    """The arrays that a search of one graph works on, beside the result."""

    graph: GraphArrays
    queues: Queues
    search: Search  # levels and predecessors are in new ids; empty if the ids are the caller's
    job: np.ndarray  # for the team of threads
    max_degree: int
    entered: int  # vertices that an edge enters


def new_scratch(graph: Graph, prepared: Prepared | None, level_dtype: np.dtype[Any]) -> Scratch:
    """Scratch for the graph, or for its prepared form."""
    src_ptr, dst, dst_ptr, src = (*graph.csr[:2], *graph.csc[:2]) if prepared is None else prepared[:4]
    num_vertices = src_ptr.size - 1
    words = -(-num_vertices // 64)
    leads, max_degree = leading(src_ptr, 1 if graph.directed else 2)
    in_degrees = np.zeros(words * 64, dst_ptr.dtype)
    np.subtract(dst_ptr[1:], dst_ptr[:-1], out=in_degrees[:num_vertices])
    long = np.flatnonzero(in_degrees > PIECE).astype(dst.dtype)
    entered = int(np.count_nonzero(in_degrees))
    in_degrees[long] = 0
    has_in, several = (np.packbits(in_degrees > few, bitorder="little").view(np.uint64) for few in (0, 1))
    known = 0 if prepared is None or prepared.new_id is None else num_vertices
    first = first_entries(dst_ptr, src) if prepared is None else prepared.first.copy()  # pulls write to it
    queue = np.empty(2 * num_vertices, dst.dtype)
    buffers = np.empty((2 * Cpu().threads, BUFFER), dst.dtype)
    pieces = np.empty((2 * (dst.size // LEAST_PIECE) + 1, 2), np.int64)  # a list's last may be short
    shares = 0 if is_for_one_thread(graph) else MAX_SHARES
    finds = np.empty((2, shares * ROOM), dst.dtype)
    bounds = np.empty((shares, ROW_SIZE), np.int64)
    return Scratch(
        GraphArrays(
            unsigned(src_ptr),
            unsigned(dst),
            unsigned(dst_ptr),
            unsigned(src),
            unsigned(first),
            has_in,
            several,
            unsigned(long),
            leads,
        ),
        Queues(unsigned(queue), unsigned(buffers), pieces, unsigned(finds), bounds),
        Search(
            bitmaps=np.empty((2, words), np.uint64),
            state=np.zeros(STATE_SIZE, np.int64),
            levels=np.empty(known, level_dtype),
            predecessors=np.empty(known, dst.dtype),
        ),
        job=np.empty(JOB_SIZE, np.int64),
        max_degree=max_degree,
        entered=entered,
    )


def leading(src_ptr: np.ndarray, least: int) -> tuple[np.ndarray, int]:
    """The bitmap of vertices with `least` out-neighbors or more, empty if most have; the largest degree."""
    degrees = np.diff(src_ptr)
    most = int(degrees.max(initial=0))
    if FEW_ENDS * np.count_nonzero(degrees == least - 1) < degrees.size:
        return np.empty(0, np.uint64), most
    leads = np.zeros(-(-degrees.size // 64) * 64, np.bool_)
    np.greater_equal(degrees, least, out=leads[: degrees.size])
    return np.packbits(leads, bitorder="little").view(np.uint64), most


def is_for_one_thread(graph: Graph) -> bool:
    """Whether the graph is too small to be shared. A clique of few vertices is not: it has many edges."""
    return graph.num_vertices <= LONE_VERTICES and graph.num_edges <= LONE_LISTS


def bfs(graph: Graph, query: Query, device: Cpu, trace: Trace | None) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, in one compiled call, or two."""
    if trace is None and not query.has_options:
        found = _search_alone(graph, query, device)
        if found is not None:
            return found
    run = new_run(graph, query, device, keeps_directions=trace is not None)
    plan, scratch, search, answer, _ = run
    if trace is not None:
        trace.start()
    teamwork = Teamwork(scratch.job, device.team(plan.threads))
    if query.filters is None:
        device.call(search_levels, plan, scratch.graph, scratch.queues, search, answer, teamwork)
    else:
        search_kept(graph, query.filters, run, teamwork, device)
    give_back(graph, run)
    if answer.new_id.size:
        answer.levels[query.sources] = 0  # also sources without an edge
    if trace is not None:
        trace.record_run(answer.levels, plan.directions[1 : num_rows(query, answer.levels) + 1] == 1)
    if plan.threads > 1:
        measure_distance(device)  # behind the record, which counts launches and time
    return answer.levels, answer.predecessors


def _search_alone(graph: Graph, query: Query, device: Cpu) -> tuple[np.ndarray, np.ndarray] | None:
    """Search a small graph by one thread, if that is quicker."""
    if query.filters is None:
        return alone.bfs(graph, query, device) if alone.is_small(graph) else None
    from . import filtered_alone  # here, since no other search needs it

    return filtered_alone.bfs(graph, query, device)


def search_kept(graph: Graph, filters: Filters, run: Run, teamwork: Teamwork, device: Cpu) -> None:
    """Search what the filters keep."""
    from .filtered import end_of, filtered  # here, since no other search needs them

    kept = filtered(graph, filters, run.scratch.graph, run.search, device)
    device.call(kept.form, run.plan, kept.graph, run.scratch.queues, kept.search, run.answer, teamwork)
    end_of(kept, device)


class Run(NamedTuple):
    """What one search works with."""

    plan: Plan
    scratch: Scratch
    search: Search
    answer: Answer
    form: Hashable  # of the scratch


def new_run(graph: Graph, query: Query, device: Cpu, keeps_directions: bool) -> Run:
    """The arguments of one search, the sources in the queue. Raises InputError for options out of range."""
    prepared = _prepared(graph, query, device)
    answer = _new_answer(graph, prepared, query)
    form = query.level_dtype.char if answer.new_id.size else prepared is not None
    scratch = pool_of(graph, "cpu").take(form) or new_scratch(graph, prepared, query.level_dtype)
    threads = 1 if is_for_one_thread(graph) else device.threads
    apart, searched = distance(device) if threads > 1 else 0, scratch.graph
    fetched = apart * 2 * (1 - 1 / threads)  # the more threads, the rarer a line that is one's own
    alphas = alphas_of(searched.src_ptr.size - 1, searched.dst.size, fetched)
    alpha, beta = thresholds(query, alphas[0], BETA)
    if query.alpha is not None or query.filters is not None:
        alphas = same_alpha(alpha)
    serial_edges = query.serial_edges
    if serial_edges is None:
        serial_edges = edges_alone(threads, apart, searched.dst.size / alpha)
    else:
        serial_edges = checked_integer("serial_edges", serial_edges, 0)
    sources, target = _inner_ids(prepared, query)
    scratch.queues.queue[: sources.size] = sources
    plan = Plan(
        threads,
        sources.size,
        last_level(query),
        target,
        scratch.max_degree,
        scratch.entered,
        *gate_costs(),
        line_cost(threads, graph.num_vertices) if query.serial_edges is None else 0.0,
        alphas,
        beta,
        serial_edges,
        0 if may_cut(threads, apart, searched) else ANY_LEVEL,
        threads > 1 or query.serial_edges is not None,
        np.zeros(graph.num_vertices + 2, np.int8) if keeps_directions else NO_DIRECTIONS,
    )
    return Run(plan, scratch, _with_result(scratch.search, answer), answer, form)


def edges_alone(threads: int, apart: int, pulled: float) -> int:
    """Edges of a frontier up to which one thread expands it; more than `pulled` edges are pulled at first."""
    if threads == 1:
        return LONE_SERIAL_EDGES
    shared = SERIAL_EDGES // threads**2
    return max(shared, int(min(apart * shared, pulled)), LEAST_SERIAL_EDGES)


def may_cut(threads: int, apart: int, graph: GraphArrays) -> bool:
    """Whether searches from shares of a frontier may pay: each edge may lead to a far core's cache line."""
    return apart <= 1 or apart * graph.dst.size <= FAR_EDGES * threads * graph.src_ptr.size


def give_back(graph: Graph, run: Run) -> None:
    """Keep the scratch for another search of the graph, or of its prepared form."""
    pool_of(graph, "cpu").give_back(run.form, run.scratch)


def _prepared(graph: Graph, query: Query, device: Cpu) -> Prepared | None:
    """What to search instead of the graph's views, if anything.

    Not a graph in new ids if the search may stop early: filling and translating all levels takes time. Not
    with filters, which have the caller's ids and edges.
    """
    if query.filters is not None:
        return None
    prepared = graph.prepared_for(device)
    translates = prepared is not None and prepared.new_id is not None
    return None if translates and query.stop != NO_STOP else prepared


def _new_answer(graph: Graph, prepared: Prepared | None, query: Query) -> Answer:
    """New levels and predecessors in one block of memory: NumPy asks for huge pages from 4 MiB on."""
    count, dtype = graph.num_vertices, graph.csr.dst.dtype
    recorded = count if query.predecessors else 0
    size = recorded * dtype.itemsize
    memory = result_memory(graph, size + query.level_dtype.itemsize * count)
    new_id, old_id = NO_IDS, NO_IDS
    if prepared is not None and prepared.new_id is not None:
        new_id, old_id = prepared.new_id, prepared.old_id
    levels = np.ndarray(count, query.level_dtype, memory, size)
    parents = np.ndarray(recorded, dtype, memory)
    return Answer(new_id, old_id, levels, parents)


def _with_result(search: Search, answer: Answer) -> Search:
    """The search with the arrays that it writes: the answer's, or a prepared graph's own."""
    found = search if answer.new_id.size else answer
    predecessors = found.predecessors if answer.predecessors.size else answer.predecessors
    return Search(search.bitmaps, search.state, found.levels, predecessors)


def _inner_ids(prepared: Prepared | None, query: Query) -> tuple[np.ndarray, int]:
    """The sources and the target, -1 if there is none, in the ids of the graph that is searched."""
    target = -1 if query.stop.target is None else query.stop.target
    if prepared is None or prepared.new_id is None:
        return query.sources, target
    start = prepared.new_id[query.sources]
    return start[start >= 0], -1 if target < 0 else int(prepared.new_id[target])  # -1: no edge
