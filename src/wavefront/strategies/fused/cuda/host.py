"""The fused search on a GPU: one cooperative launch that holds the level loop; its host side.

A level pushes the frontier's lists, or has the unvisited vertices pull, as on the CPU; which one is decided
on the GPU (Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012). There is one
block a multiprocessor, and one barrier of all blocks a level, two where long lists are cut or a pulled level
is put into the queue. Thread, race and cost of each part are told in the files cuda_*.py; what was measured,
in docs/decisions/0009-fused-gpu.md.

A call costs microseconds: results are new arrays, but scratch and the kernel's arguments are kept with the
graph, and only those that changed are laid out again. A prepared graph is searched in its own ids, and its
answer translated at the end of the same launch.
"""

import threading
from collections import deque
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....device import Cpu, Cuda
from ....enactor import Stop
from ....errors import InputError
from ....frontier import WORD_SIZE
from ....graph import Graph
from ....graph.prepared import Prepared
from ....intrinsics.warp import WARP_SIZE
from ....trace import Trace
from .kernel import traverse
from .push import most_pieces
from .search import BLOCK_SIZE, STATE_SIZE, Search

ALPHA = 60.0  # dimensionless; pulling is cheaper here than on the CPU; docs/decisions/0009-fused-gpu.md
BETA = 1024.0  # dimensionless; as ALPHA
SPARSE_BLOCK_SIZE = 256  # threads where there are few edges a vertex: many small levels, and cheaper barriers
SPARSE = 8  # stored edges a vertex
SIMULATED = 1, WARP_SIZE  # blocks and threads of each, without a GPU
NO_LIMIT = np.iinfo(np.int32).max  # levels
PER_THREAD_STREAM = 2  # address of CUDA's default stream of a thread, which is another one in every thread


class Scratch(NamedTuple):
    """What a search of one graph needs beside its results, and how to launch it."""

    search: Search  # without results
    kernels: dict[bool, Any]  # bound to it, by whether predecessors are wanted; two compiled forms
    stream: Any  # whose order keeps two searches apart
    blocks: int
    threads: int
    nothing: Any  # an empty array of ids


# By graph, and by stream and whether the graph is prepared: those that no call is using.
_idle: WeakKeyDictionary[Graph, dict[tuple[int, int, bool], deque[Scratch]]] = WeakKeyDictionary()


def bitmap_of_settled(src_ptr: Any, dst_ptr: Any, xp: Any) -> Any:
    """Bits of the vertices without edges, and of those behind the last: no search need look at them."""
    count = dst_ptr.size - 1
    bits = xp.ones(-(-count // WORD_SIZE) * WORD_SIZE, np.uint8)
    bits[:count] = (src_ptr[1:] == src_ptr[:-1]) & (dst_ptr[1:] == dst_ptr[:-1])
    return xp.packbits(bits, bitorder="little").view(np.uint32)


def aligned(array: Any, xp: Any) -> Any:
    """The array, or a copy that begins at a multiple of 16 bytes: four elements are read at once."""
    return array if xp is np or array.data.ptr % 16 == 0 else array.copy()


def new_scratch(graph: Graph, prepared: Prepared | None, device: Cuda, stream: Any) -> Scratch:
    """Scratch for the graph, or for what it was prepared to. Raises InputError for 2^31 vertices or more."""
    if graph.csr.dst.dtype != np.int32:
        raise InputError(
            f"on a GPU, fused takes less than 2^31 vertices, not {graph.num_vertices:,}; try another strategy"
        )
    xp = device.xp
    nothing = xp.empty(0, np.int32)
    blocks, threads = SIMULATED
    if xp is not np:
        blocks = xp.cuda.Device(device.index).attributes["MultiProcessorCount"]
        threads = SPARSE_BLOCK_SIZE if graph.num_edges < SPARSE * graph.num_vertices else BLOCK_SIZE
    src_ptr, dst, dst_ptr, src = (*graph.csr[:2], *graph.csc[:2]) if prepared is None else prepared[:4]
    first, new_id, old_id = (None, None, None) if prepared is None else prepared[4:]
    count = src_ptr.size - 1
    several = count
    if prepared is not None:
        several -= int((dst_ptr[:0:-1] - dst_ptr[-2::-1] > 1).argmax())
    settled = bitmap_of_settled(src_ptr, dst_ptr, xp)
    search = Search(
        src_ptr,
        dst,
        dst_ptr,
        aligned(src, xp),
        first,
        several,
        levels=nothing if prepared is None else xp.empty(count, np.int8),
        deep_levels=None if prepared is None else xp.empty(count, np.int32),
        predecessors=None,
        settled=settled,
        even=xp.empty_like(settled),
        odd=xp.empty_like(settled),
        queue=xp.zeros(4 * (src_ptr.size // 8 + BLOCK_SIZE * blocks), np.int64),
        pieces=xp.empty(2 * most_pieces(blocks * threads // WARP_SIZE), np.int64),
        new_id=new_id,
        old_id=old_id,
        final_levels=nothing,
        final_predecessors=None,
        state=xp.zeros(STATE_SIZE, np.int64),
        directions=xp.empty(0, np.int8),
    )
    return Scratch(search, {}, stream, blocks, threads, nothing)


def bound_kernel(scratch: Scratch, predecessors: bool, device: Cuda) -> Any:
    """The kernel that records predecessors, or the one that doesn't."""
    if predecessors not in scratch.kernels:
        search = scratch.search
        if predecessors and search.new_id is None:
            search = search._replace(predecessors=scratch.nothing)
        elif predecessors:
            found = device.xp.empty(search.levels.size, np.int32)
            search = search._replace(predecessors=found, final_predecessors=scratch.nothing)
        no_source, no_sources, no_target = -1, scratch.nothing, -1
        arguments = search, no_source, no_sources, NO_LIMIT, no_target, ALPHA, BETA
        scratch.kernels[predecessors] = device.bind(traverse, *arguments)
    return scratch.kernels[predecessors]


def checked_out(graph: Graph, prepared: Prepared | None, device: Cuda) -> tuple[deque[Scratch], Scratch]:
    """Scratch for a search on the current stream, and where it is to go back to."""
    stream = None if device.xp is np else device.xp.cuda.get_current_stream()
    address = 0 if stream is None else stream.ptr
    thread = threading.get_ident() if address == PER_THREAD_STREAM else 0
    order = address, thread, prepared is not None
    idle = _idle.setdefault(graph, {}).setdefault(order, deque())
    try:
        return idle, idle.pop()
    except IndexError:
        return idle, new_scratch(graph, prepared, device, stream)


def last_level_of(sources: np.ndarray, stop: Stop) -> int:
    """The last level to look for."""
    if stop.target is not None and stop.target in sources.tolist():
        return 0
    return NO_LIMIT if stop.depth_limit is None else stop.depth_limit


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Cuda,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    alpha: float | None,
    beta: float | None,
) -> tuple[Any, Any]:
    """Level and predecessor of every vertex, in one launch."""
    alpha, beta = ALPHA if alpha is None else alpha, BETA if beta is None else beta
    if not (alpha > 0 and beta > 0):
        raise InputError(f"alpha and beta are positive numbers, not {alpha!r} and {beta!r}")
    xp = device.xp
    prepared = graph.prepared if graph.num_edges else None
    idle, scratch = checked_out(graph, prepared, device)
    kernel = bound_kernel(scratch, predecessors, device)
    last_level = last_level_of(sources, stop)
    levels, parents = xp.ndarray(graph.num_vertices, np.int32), scratch.nothing  # `empty` takes longer
    changed: dict[str, Any] = {
        "final_levels": levels,
        "last_level": last_level if graph.num_edges else 0,
        "target": -1 if stop.target is None else stop.target,
        "alpha": float(alpha),
        "beta": float(beta),
    }
    if prepared is None:
        changed["levels"] = levels
    if predecessors:
        parents = xp.ndarray(graph.num_vertices, np.int32)
        changed["predecessors" if prepared is None else "final_predecessors"] = parents
    if sources.size == 1:
        changed["source"] = int(sources[0])
    else:
        changed["sources"] = xp.asarray(sources)
    if trace is not None:
        directions = changed["directions"] = xp.full(graph.num_vertices + 2, -1, np.int8)
        trace.start()
    device.relaunch(scratch.blocks, scratch.threads, kernel, changed)
    idle.append(scratch)
    if trace is not None:
        trace.record_run(levels, Cpu().array(directions[directions >= 0]), last_level)
    return levels, parents
