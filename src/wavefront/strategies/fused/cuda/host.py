"""The fused search on a GPU: the host side of one launch that holds the level loop.

A level pushes the frontier's lists, or lets the unvisited vertices pull, as on the CPU. The GPU decides
which (Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012), by what each
costs. There is one block per multiprocessor, and one barrier of all blocks per level. A second barrier
follows where long lists are cut, or where the vertices that a pull found are put into the queue. A tiny
graph is searched by another kernel (tiny.py). The other files in this folder describe thread, race and cost
of each part; docs/decisions/0009-fused-gpu.md and 0012-fused-gpu-any-graph.md have the measurements.

The host's part of a call takes microseconds. Results are new arrays, but scratch and the kernel's packed
arguments are kept in the graph's pool, and only changed arguments are packed again. A prepared graph is
searched in its own ids, and the same launch translates the answer at its end. `fused.api` calls `bfs`,
which waits for the GPU only to read a trace, or to learn whether a filter drops the source.
"""

import threading
from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from ....device import Cpu, Cuda, Python
from ....enactor import NO_STOP
from ....errors import InputError
from ....filters import ALL_VERTICES, require_sources
from ....frontier import WORD_SIZE
from ....graph import Graph
from ....graph.prepared import Prepared
from ....intrinsics.warp import WARP_SIZE
from ....trace import Trace
from ..pool import pool_of
from ..query import LEVEL, NO_LIMIT, Query, last_level, num_rows, thresholds
from . import push, rest, tiny
from .arrays import graph_arrays
from .kernel import traverse
from .search import BLOCK_SIZE, STATE_SIZE, Answer, Found, GraphArrays, Plan, Queues

ALPHA = 1.0  # times the cost of pushing, as levels.py reckons the costs
BETA = 16.0  # likewise after a pull: to push, the frontier must be collected first
SPARSE_BLOCK_SIZE = 256  # threads per block for sparse graphs: many small levels, so cheaper barriers
SPARSE = 5  # stored edges per vertex below which a graph counts as sparse
SIMULATED = 1, WARP_SIZE  # blocks, and threads per block, in the simulator and in plain Python
filtered: Any = None  # the modules, once a search has filters
voted: Any = None
ALIGNMENT = 256  # bytes, as of an allocation: DLPack asks for so much
PER_THREAD_STREAM = 2  # address of CUDA's per-thread default stream: one address, but one stream per thread


class Scratch(NamedTuple):
    """Everything that a search of one graph needs except its results, and how to launch it."""

    graph: GraphArrays
    queues: Queues
    found: Found  # without results
    state: Any
    answer: Answer  # without results
    stream: Any  # the stream whose order keeps two searches from overlapping
    blocks: int
    threads: int
    nothing: Any  # an empty array of ids
    # Bound to these fields; key: predecessors or not, level type, filters. Filters of vertices have more:
    # "kept", which is their bitmap, "votes", which make it, and "told", where the source's word of it is.
    kernels: dict[Hashable, Any]


def launch_sizes(graph: Graph, device: Cuda | Python) -> tuple[int, int]:
    """Blocks, as many as can run at once, and threads per block."""
    if device.xp is np:
        return SIMULATED
    is_sparse = graph.num_edges < SPARSE * graph.num_vertices
    return device.running_at_once(SPARSE_BLOCK_SIZE if is_sparse else BLOCK_SIZE)


def new_scratch(
    graph: Graph,
    prepared: Prepared | None,
    level_dtype: np.dtype[Any],
    device: Cuda | Python,
    stream: Any,
) -> Scratch:
    """Scratch for the graph, or for its prepared form. Raises InputError for 2^31 vertices or more."""
    if graph.csr.dst.dtype != np.int32:
        raise InputError(
            f"on a GPU, fused takes fewer than 2^31 vertices, not {graph.num_vertices:,}; try another"
        )
    xp = device.xp
    nothing = xp.empty(0, np.int32)
    blocks, threads = launch_sizes(graph, device)
    arrays = graph_arrays(graph, prepared, device)
    count = arrays.src_ptr.size - 1
    pushed, pulled = push.most_pieces(blocks * threads // WARP_SIZE), rest.most_pieces(count, arrays.src.size)
    return Scratch(
        arrays,
        Queues(
            queue=xp.zeros(4 * ((count + 1) // 8 + BLOCK_SIZE * blocks), np.int64),
            pieces=xp.empty(2 * max(pushed, pulled), np.int64),
        ),
        Found(
            levels=nothing if prepared is None else xp.empty(count, np.int8),
            deep_levels=None if prepared is None else xp.empty(count, level_dtype),
            predecessors=None,
            even=xp.empty_like(arrays.settled),
            odd=xp.empty_like(arrays.settled),
        ),
        xp.zeros(STATE_SIZE, np.int64),
        Answer(
            new_id=None if prepared is None else prepared.new_id,
            old_id=None if prepared is None else prepared.old_id,
            levels=nothing,
            predecessors=None,
        ),
        stream,
        blocks,
        threads,
        nothing,
        kernels={},
    )


def new_kernel(scratch: Scratch, query: Query, device: Cuda | Python, body: Any = traverse) -> Any:
    """The kernel, with or without predecessors, bound to the scratch."""
    found, nothing = scratch.found, scratch.nothing
    answer = scratch.answer._replace(levels=device.xp.empty(0, query.level_dtype))
    if answer.new_id is None:
        found = found._replace(levels=answer.levels)
    if query.predecessors and answer.new_id is None:
        found = found._replace(predecessors=nothing)
    elif query.predecessors:
        found = found._replace(predecessors=device.xp.empty(found.levels.size, np.int32))
        answer = answer._replace(predecessors=nothing)
    directions = device.xp.empty(0, np.int8)
    plan = Plan(-1, nothing, NO_LIMIT, target=-1, alpha=ALPHA, beta=BETA, directions=directions)
    arguments = scratch.graph, scratch.queues, found, scratch.state, plan, answer
    return device.bind(body, *arguments)


def order_of(stream: Any) -> Hashable:
    """The key of a stream: its address, and the thread's number too for the per-thread stream."""
    if stream is None:
        return 0
    return (stream.ptr, threading.get_ident()) if stream.ptr == PER_THREAD_STREAM else stream.ptr


def changed_plan(graph: Graph, query: Query, xp: Any) -> dict[str, Any]:
    """The fields in which this search's plan differs from the plan that kernels are bound to."""
    changed: dict[str, Any] = {}
    if query.sources.size == 1:
        changed["plan.source"] = query.sources.item()
    else:
        changed["plan.sources"] = xp.asarray(query.sources)
    if query.stop is NO_STOP and query.level_dtype is LEVEL and query.has_defaults and graph.num_edges:
        return changed  # the usual case, in fewer microseconds
    alpha, beta = thresholds(query, ALPHA, BETA)
    last, target = last_level(query) if graph.num_edges else 0, query.stop.target
    if last != NO_LIMIT:
        changed["plan.last_level"] = last
    if target is not None:
        changed["plan.target"] = target
    if alpha != ALPHA or beta != BETA:
        changed["plan.alpha"], changed["plan.beta"] = alpha, beta
    return changed


def filtered_kernel(
    graph: Graph, query: Query, scratch: Scratch, changed: dict[str, Any], device: Cuda | Python
) -> Any:
    """The kernel for the query's filters; adds the filters' arrays and numbers to `changed`.

    Of kernels that ask a caller's function, the last one is kept: it keeps the function alive.
    """
    global filtered, voted
    if filtered is None:
        from . import filtered, voted  # here, since no other search needs them

    filters, kernels = query.filters, scratch.kernels
    assert filters is not None
    if filters.vertices is not ALL_VERTICES:
        changed |= voted.changing_kept(graph, filters, scratch, device)
    own = filtered.changing(filters, scratch.graph, device)
    key = query.predecessors, query.level_dtype.char, None if own.of_function else own.kind
    kind, kernel = kernels.get(key, (None, None))
    if kind != own.kind:
        kept = () if filters.vertices is ALL_VERTICES else voted.kept_fields(scratch, device)
        form, arrays = filtered.form_and_arrays(graph, filters, own, kept, scratch.graph, device)
        kernel = new_kernel(scratch._replace(graph=arrays), query, device, form)
        kernels[key] = own.kind, kernel
    changed |= own.values
    return kernel


def tells_kept(query: Query, scratch: Scratch) -> bool:
    """Whether the vertex filter keeps the only source: asked while the search runs."""
    word = scratch.kernels["told"].read()
    return bool(word >> int(query.sources[0]) % WORD_SIZE & 1)


def new_results(graph: Graph, query: Query, scratch: Any, is_tiny: bool, xp: Any) -> tuple[Any, Any]:
    """New arrays for levels and predecessors; without predecessors an empty array.

    Of a tiny graph they share one piece of memory: a second allocation takes a tenth of the call.
    """
    count, level_dtype = graph.num_vertices, query.level_dtype
    if not query.predecessors:
        return xp.ndarray(count, level_dtype), scratch.nothing  # `xp.empty` takes longer
    if not is_tiny or xp is np:
        return xp.ndarray(count, level_dtype), xp.ndarray(count, np.int32)
    parents_at = count * level_dtype.itemsize + ALIGNMENT - 1 & -ALIGNMENT
    memory = xp.cuda.alloc(parents_at + 4 * count)
    return xp.ndarray(count, level_dtype, memory), xp.ndarray(count, np.int32, memory + parents_at)


def bfs(graph: Graph, query: Query, device: Cuda | Python, trace: Trace | None) -> tuple[Any, Any]:
    """Level and predecessor of every vertex, in one launch."""
    xp = device.xp
    changed = changed_plan(graph, query, xp)
    is_tiny = query.has_defaults and tiny.is_tiny(graph)
    searches_views = is_tiny or not graph.num_edges or query.filters is not None
    prepared = None if searches_views else graph.prepared_for(device)
    stream = None if xp is np else xp.cuda.get_current_stream()
    level_dtype = query.level_dtype
    kind: tuple[Hashable, ...] = query.predecessors, level_dtype.char
    form = order_of(stream), None if prepared is None else kind[1], is_tiny
    pool = pool_of(graph, device.name)
    scratch: Any = pool.take(form)
    if scratch is None and is_tiny:
        scratch = tiny.new_scratch(graph, device)
    elif scratch is None:
        scratch = new_scratch(graph, prepared, level_dtype, device, stream)
    if query.filters is not None:
        kernel = filtered_kernel(graph, query, scratch, changed, device)
    else:
        kernel = scratch.kernels.get(kind)
    if kernel is None:
        bind_kernel = tiny.new_kernel if is_tiny else new_kernel
        kernel = scratch.kernels[kind] = bind_kernel(scratch, query, device)
    in_place = prepared is None and not is_tiny
    levels, parents = new_results(graph, query, scratch, is_tiny, xp)
    changed["answer.levels"] = levels
    if in_place:
        changed["found.levels"] = levels
    if query.predecessors:
        changed["found.predecessors" if in_place else "answer.predecessors"] = parents
    if trace is not None:
        directions = changed["plan.directions"] = xp.full(graph.num_vertices + 2, -1, np.int8)
        trace.start()
    device.relaunch(scratch.blocks, scratch.threads, kernel, changed)
    is_dropped = query.filters is not None and query.filters.asks_source and not tells_kept(query, scratch)
    pool.give_back(form, scratch)
    if is_dropped:
        if trace is not None:
            trace.stop()
        require_sources(graph, query.sources, [False])
    if trace is not None:
        rows = num_rows(query, levels)
        trace.record_run(levels, Cpu().array(directions[1 : rows + 1]) == 1)
    return levels, parents
