"""The memory of a fused search: the arrays that the host sides of both devices make, as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...filters import ALL_EDGES, EdgeFilter, checked_filters, vertex_in_arrays
from ...graph.needs import Needs, id_bytes, offset_bytes
from ...intrinsics.warp import WARP_SIZE
from .cpu import alone
from .cpu.host import is_for_one_thread
from .cpu.search import BUFFER, LEAST_PIECE, MAX_SHARES, ROOM

if TYPE_CHECKING:
    from ...device import Cuda, Device, Python
    from ...graph import Graph


INDEX = 8  # bytes
BEST, MORE = 5, 32  # a GPU's best in-neighbors of a vertex, and places behind those of the last


def plain_options(predecessors: bool = False) -> dict[str, Any]:
    """The arguments for `needs` of a plain search, of levels of 32 bits."""
    return {"level_dtype": np.dtype(np.int32), "predecessors": predecessors, "trace": False}


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What `wf.bfs` takes with these arguments, the first search of a graph: later ones have its scratch.

    The argument `most_sources`, if there is one, is how many sources there are at most.
    """
    count, level = graph.num_vertices, arguments["level_dtype"].itemsize
    parts = {
        "levels": count * level,
        "predecessors": count * id_bytes(graph) if arguments["predecessors"] else 0,
        "trace": 8 * count if arguments["trace"] else 0,
    }
    traced, result = ("out_degrees",) if arguments["trace"] else (), sum(parts.values())
    if not isinstance(device, Cpu):
        filtering, slots = _for_filters_on_gpu(graph, device, arguments)
        return Needs(
            {**parts, **_on_gpu(graph, device, level, bool(filtering)), **filtering}, ("csc", *slots, *traced)
        )
    filtering, slots = _for_filters(graph, device, arguments)
    chosen = arguments.get("options", {})  # has_options of query.py
    is_plain = all(chosen.get(name) is None for name in ("alpha", "beta", "serial_edges"))
    is_few = alone.takes_filters(graph) and not arguments["trace"] and is_plain
    is_alone = is_few and (bool(filtering) or alone.is_small(graph))
    most_sources = arguments.get("most_sources", np.size(arguments.get("source", 0)))
    if is_alone and most_sources <= alone.WIDE:
        return Needs({**parts, "queue": count * id_bytes(graph)})
    parts |= _on_cpu(graph, level) | filtering
    parts["setting up"] = max(0, parts["setting up"] - sum(filtering.values()))  # given back before these
    if slots:  # are found when all is there but what is found from them
        result = sum(parts[name] for name in parts.keys() - {"setting up", "remembered", "waiting vertices"})
    return Needs(parts, ("csc", *slots, *traced), result)


def _on_cpu(graph: Graph, level: int) -> dict[str, int]:
    """As cpu/host.py's `new_scratch`; what setting up takes is given back before the search."""
    count, ids = graph.num_vertices, id_bytes(graph)
    shares = 0 if is_for_one_thread(graph) else MAX_SHARES
    is_relabelled = graph._form not in (None, "hubs_first")
    parts = {
        "queue": 2 * count * ids,
        "first in-neighbors": count * ids,
        "bitmaps": 5 * count // 8,
        "in new ids": count * (level + ids) if is_relabelled else 0,
        "pieces of lists": 16 * (2 * (graph.num_edges // LEAST_PIECE) + 1),
        "threads": ids * 2 * (Cpu().threads * BUFFER + shares * ROOM),
    }
    degrees = offset_bytes(graph)
    # The first in-neighbors are looked up by indices of 64 bits, before most of the parts are there.
    looking_up = count * (2 * ids + 2 * degrees + 2 * INDEX)
    return {**parts, "setting up": max(degrees * count, looking_up - sum(parts.values()))}


def _for_filters(
    graph: Graph, device: Cpu, arguments: dict[str, Any]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """As cpu/filtered.py's `filtered`, and the view that it reads. The graph keeps what is remembered."""
    chosen = arguments.get("vertex_filter"), arguments.get("edge_filter")
    filters = checked_filters(graph, np.empty(0, np.int64), *chosen, device)
    if filters is None:
        return {}, ()
    from .cpu.remembered import GROUP, WORD  # here, since most calls have no filter

    count, bitmap = graph.num_vertices, -(-graph.num_vertices // 8)
    asks = chosen[0] is not None and filters.vertices.functor is not vertex_in_arrays
    kept = bitmap + max(2 * bitmap, count + bitmap if asks else 0)  # asked vertices are noted in bytes first
    if filters.edges is ALL_EDGES:
        return {"kept vertices": kept}, ()
    if filters.made is not None:  # and those of them that a kept edge enters
        return {"kept vertices": kept + bitmap, "remembered": count * id_bytes(graph)}, ()
    slots = offset_bytes(graph) if filters.edges.reads_edge else 0
    parts = {
        "kept vertices": kept + 2 * bitmap,
        "remembered": count * (2 * id_bytes(graph) + (2 * slots + INDEX if slots else 0)),
        "waiting vertices": device.threads * GROUP * WORD * 2 * INDEX,
    }
    return parts, ("csc_slots",) if slots else ()


def _for_filters_on_gpu(
    graph: Graph, device: Cuda | Python, arguments: dict[str, Any]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """As cuda/filtered.py's `form_and_arrays`, and the view that it reads.

    Nothing is copied to the GPU to tell what copies would take.
    """
    vertices, edges = arguments.get("vertex_filter"), arguments.get("edge_filter")
    count, parts = graph.num_vertices, {}
    if vertices is not None:
        parts["kept vertices"] = 4 * (-(-count // 32) + 1) + _copied(vertices, device)
    if edges is None:
        return parts, ()
    if isinstance(edges, EdgeFilter):
        copies = [edges.kept] if edges.symmetric else [edges.kept, edges.entering]
        moved = sum(_copied(words, device) for words in copies)
        return parts | {"kept in-neighbors": BEST * 4 * count + MORE + moved}, ()
    reads_edge = True
    if callable(edges) or isinstance(edges, tuple):
        asked = checked_filters(graph, np.empty(0, np.int64), None, edges, device)
        reads_edge = asked is not None and asked.edges.reads_edge
    if not reads_edge:
        return {**parts, "asked edges": 0}, ()
    numbers = (BEST * count + MORE) * offset_bytes(graph)
    return parts | {"asked edges": numbers + _copied(edges, device)}, ("csc_slots",)


def _copied(array: Any, device: Cuda | Python) -> int:
    """Bytes that an array takes on the device, if it is one of the host's."""
    return array.nbytes if isinstance(array, np.ndarray) and device.xp is not np else 0


def _on_gpu(graph: Graph, device: Cuda | Python, level: int, is_filtered: bool) -> dict[str, int]:
    """As cuda/host.py's `new_scratch` and cuda/arrays.py's `graph_arrays`, of an unprepared graph."""
    from .cuda import push, rest, tiny
    from .cuda.host import launch_sizes
    from .cuda.search import BLOCK_SIZE, STATE_SIZE

    if tiny.is_tiny(graph) and not is_filtered:
        return {"edges": 4 * graph.num_edges}
    count, (blocks, threads) = graph.num_vertices, launch_sizes(graph, device)
    pieces = max(push.most_pieces(blocks * threads // WARP_SIZE), rest.most_pieces(count, graph.num_edges))
    is_prepared = graph._form is not None and not is_filtered
    return {
        "best in-neighbors": 20 * count + 128,
        "bitmaps": count // 2,
        "queue": 8 * (4 * ((count + 1) // 8 + BLOCK_SIZE * blocks)),
        "pieces of lists": 16 * pieces,
        "in new ids": count * (1 + level + 4) if is_prepared else 0,
        "state": 8 * STATE_SIZE,
    }
