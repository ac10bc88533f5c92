"""The memory of `multi_source_bfs`: rows of levels, and the words of 64 searches; and that of `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...errors import checked_integer
from ...filters import needs_of_part
from ...graph.needs import Needs, id_bytes, offset_bytes
from ...operators.needs import of_advance
from ...strategies.fused import needs as fused
from ..level_queue import has_room
from ..level_types import checked_level_types
from .form import is_large
from .one_by_one import MOST_COUNTS, is_few
from .rows import LEVELS_AT_ONCE, TILE_WORDS, chunks_of

if TYPE_CHECKING:
    from ...device import Cuda, Device, Python
    from ...graph import Graph

WORD = 8  # bytes


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the searches take; less where a thread searches from sources of its own."""
    words = {"words of sources": (LEVELS_AT_ONCE + 1) * WORD * graph.num_vertices}
    tiles = {"numbers of levels": WORD * TILE_WORDS * chunks_of(graph.num_vertices, device)[0]}
    parts = {**_levels(graph, arguments), **words, **tiles, **_form(graph, device)}
    plain = Needs(parts, ("csc", "out_degrees"), sum(parts.values()))
    few = int(np.size(arguments.get("sources", 0))) if np.dtype(np.int32) in _types(arguments)[:1] else None
    found = needs_of_part(graph, device, arguments, plain, sources=few)
    return found if found is plain else found._replace(views=(*found.views, *_of_trace(arguments)))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the searches take: by operators where edges are filtered, else in one launch."""
    filtered = arguments["vertex_filter"] is not None or arguments["edge_filter"] is not None
    if filtered or not has_room(graph):
        parts = {**_levels(graph, arguments), **_by_operators(graph), **_of_level(graph)}
        return Needs(parts, _of_trace(arguments))
    from .cuda.data import PLANES  # here, since only a GPU needs its kernels
    from .cuda.pull import HUGE, PIECE

    count, edges = graph.num_vertices, graph.num_edges
    shared_out = edges // HUGE + 1
    parts = {
        **_levels(graph, arguments),
        "words of sources": 3 * WORD * count,
        "planes of levels": PLANES * WORD * count,
        "queues": 4 * WORD * count,
        "pieces of long lists": WORD * (3 * shared_out + 2 * (edges // PIECE)),
    }
    return Needs(parts, _of_trace(arguments))


def _of_trace(arguments: dict[str, Any]) -> tuple[str, ...]:
    """The view that a trace reads. Its counts take less than the search, whose words are given back then."""
    return ("out_degrees",) if arguments.get("trace") else ()


def _types(arguments: dict[str, Any]) -> tuple[np.dtype[Any], ...]:
    return checked_level_types(arguments["level_dtype"])


def _levels(graph: Graph, arguments: dict[str, Any]) -> dict[str, int]:
    widest = _types(arguments)[-1]
    rows = 0 if arguments["out"] is not None else int(np.size(arguments.get("sources", 0)))
    return {"levels": widest.itemsize * rows * graph.num_vertices}


def _form(graph: Graph, device: Cpu) -> dict[str, int]:
    """What the search takes that chooses the form, where it isn't that of one thread."""
    if not is_large(graph):
        return {}
    return {"the search that chooses the form": _one_by_one(graph, device)}


def _by_operators(graph: Graph) -> dict[str, int]:
    count = graph.num_vertices
    return {"words of sources": 3 * WORD * count, "frontiers": (4 * id_bytes(graph) + 1) * count}


def _of_level(graph: Graph) -> dict[str, int]:
    return {"a level's edges": of_advance(graph.num_vertices, graph.num_edges)}


def needs_of_totals(
    graph: Graph, device: Device, sources: int, score: int, arguments: dict[str, Any], direction: str = "out"
) -> Needs:
    """What totals.py takes, and then V scores of so many bytes, made of its counts."""
    count, counts = graph.num_vertices, 4 * WORD * sources
    if not isinstance(device, Cpu):
        if is_few(sources, device):
            searching = _one_by_one(graph, device) + WORD * MOST_COUNTS
            return Needs({"a search and counts of its levels": searching}, ("csc",))
        return Needs({**_by_operators(graph), **_of_level(graph)}, ("csc",) if direction == "in" else ())
    is_turned = graph.directed and direction == "in"
    words = 0 if is_few(sources, device) else (2 + 1) * WORD * count
    has_filter = arguments["vertex_filter"] is not None
    search = _one_by_one(graph, device, has_filter) if is_few(sources, device, have_few_levels=True) else 0
    parts = {
        "vertices": WORD * sources,
        "counts": counts,
        "searches, then scores": max(words, search, counts + score * count),
        **({} if search else _form(graph, device)),
    }
    if is_turned:
        return Needs({**parts, "degrees of the reversed graph": offset_bytes(graph) * count}, ("csc",))
    return Needs(parts, ("csc", "out_degrees"), sum(parts.values()))


def _one_by_one(graph: Graph, device: Device, has_filter: bool = False) -> int:
    """What a search takes whose levels are counted; of marked vertices, an array that drops them, too."""
    options, kept = fused.plain_options(), np.ones(graph.num_vertices if has_filter else 0, np.bool_)
    if has_filter:
        options["vertex_filter"] = kept
    return kept.size + sum(fused.needs(graph, device, options).parts.values())


def number_of(graph: Graph, chosen: Any, name: str) -> int:
    """How many vertices are chosen: all for None, so many drawn for a number, or those listed."""
    if chosen is None:
        return graph.num_vertices
    if np.ndim(chosen) == 0:
        return checked_integer(name, chosen, 1, graph.num_vertices)
    return int(np.size(chosen))
