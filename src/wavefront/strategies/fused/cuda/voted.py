"""The bitmap of the vertices that a filter keeps, as the fused search of a GPU reads it.

A bitmap is the caller's own. Of an array of bools the search makes one while it begins, and of a function a
launch before the search's. Whether the source is kept, the kernel tells the host, which hears of it while
the search runs: to ask first would be to wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....compiler import cuda, int64, uint32
from ....device.launch import INTEGER, REAL, kind_of
from ....device.told import Told
from ....filters import Filters, Predicate, vertex_in_arrays
from ....filters.votes import AT_ONCE, Ballot, vote
from ....frontier import WORD_SIZE
from ....intrinsics.access import at
from ....intrinsics.warp import WARP_SIZE, ballot
from .search import FULL
from .start import bit_in

if TYPE_CHECKING:
    from ....device import Cuda, Python
    from ....graph import Graph

# Arguments of the kernel that differ from search to search.
OF_KEPT, OF_BOOLS, OF_TOLD = "graph.kept", "graph.mask", "graph.told"


def dropped_of(words, word):
    """The word's bits of vertices that aren't in the bitmap; none if there is no bitmap."""
    if words is None:
        return 0
    return at(words, min(word, words.size - 1)) ^ FULL


def begin_kept(graph, even, source):
    """In place of `begin_bitmap`: vertices that are dropped count as visited, too."""
    if are_bools(graph.mask):
        begin_by_votes(graph, graph.mask, even, source)
    else:
        word, threads = cuda.grid(1), cuda.gridsize(1)
        while word < even.size:
            begin_word(graph, even, word, dropped_of(graph.kept, word), source)
            word += threads


def are_bools(mask):
    """Whether there is an array of bools."""
    if mask is None:
        return False
    return mask.size > 0


def begin_by_votes(graph, mask, even, source):
    """The same, of an array of bools: the lanes of a warp vote on four words, which are written, too."""
    if mask is None:
        return
    lane, warps = cuda.grid(1) % WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    base, last = AT_ONCE * (cuda.grid(1) // WARP_SIZE), mask.size - 1
    while base < even.size:
        item = base * WARP_SIZE + lane
        a, b = at(mask, min(item, last)), at(mask, min(item + WARP_SIZE, last))
        c, d = at(mask, min(item + 2 * WARP_SIZE, last)), at(mask, min(item + 3 * WARP_SIZE, last))
        a, b, c, d = ballot(a != 0), ballot(b != 0), ballot(c != 0), ballot(d != 0)
        word = base + lane
        if lane < AT_ONCE and word < even.size:
            kept = uint32(a if lane == 0 else (b if lane == 1 else (c if lane == 2 else d)))
            graph.kept[word] = kept
            begin_word(graph, even, word, int64(kept) ^ FULL, source)
        base += AT_ONCE * warps


def begin_word(graph, even, word, dropped, source):
    """Write a word of the bitmap of visited vertices."""
    even[word] = np.uint32(at(graph.settled, word) | dropped | bit_in(word, source))


def tell_kept(graph, source):
    """In place of `tell`."""
    tell_word(graph.kept, graph.told, source)


def tell_word(kept, told, source):
    """Tell the source's word of the bitmap, with a bit above it, if the host asks."""
    if told is not None and told.size:
        told[0] = at(kept, source >> 5) | 1 << WORD_SIZE


class Votes(NamedTuple):
    """How a function's bitmap is made anew in each search. The scratch keeps this, and the function."""

    kind: tuple[Any, ...]
    ballot: Ballot | None


def kept_fields(scratch: Any, device: Cuda | Python) -> tuple[Any, Any, Any]:
    """The fields of `KeptArrays` that a filter of vertices needs; without what a search has of its own."""
    xp = device.xp
    return kept_words(scratch, device), xp.empty(0, np.uint8), xp.empty(0, np.int64)


def kept_words(scratch: Any, device: Cuda | Python) -> Any:
    """The bitmap in the scratch's memory."""
    if "kept" not in scratch.kernels:
        scratch.kernels["kept"] = device.xp.ndarray(scratch.graph.settled.size, np.uint32)
    return scratch.kernels["kept"]


def changing_kept(graph: Graph, filters: Filters, scratch: Any, device: Cuda | Python) -> dict[str, Any]:
    """The arguments that a search with this filter of vertices has of its own. A function is asked here."""
    functor, data, _ = filters.vertices
    values: dict[str, Any] = {}
    if functor is not vertex_in_arrays:
        vote_on_vertices(graph, filters.vertices, scratch, device)
    elif data.mask.size:
        values[OF_BOOLS] = as_bytes(data.mask, device.xp)
    else:
        values[OF_KEPT] = data.words
    if filters.asks_source:
        told = scratch.kernels["told"] = scratch.kernels.get("told") or Told()
        told.forget()
        values[OF_TOLD] = told.array
    return values


def vote_on_vertices(graph: Graph, vertices: Predicate, scratch: Any, device: Cuda | Python) -> None:
    """Ask a function about all vertices."""
    kernels, words = scratch.kernels, kept_words(scratch, device)
    functor, data, _ = vertices
    changed = {
        f"data.{name}": value.item() if isinstance(value, np.generic) else value
        for name, value in zip(data._fields, data, strict=True)
    }
    kind = functor, type(data), *map(kind_of, changed.values())
    votes = kernels.get("votes")
    if votes is None or votes.kind != kind:
        vote(graph.num_vertices, functor, data, words, device)
        kernels["votes"] = Votes(kind, None)
        return
    if votes.ballot is None:  # bound in the second search of a kind: a kernel of one search isn't kept
        empty = type(data)(*(emptied(changed[f"data.{name}"], device.xp) for name in data._fields))
        votes = kernels["votes"] = Votes(kind, Ballot(graph.num_vertices, functor, empty, words, device))
    votes.ballot.again(changed)


def as_bytes(mask: Any, xp: Any) -> Any:
    """Bools as the kernel reads them; a GPU's as they are, for only their address and size go there."""
    return mask.view(np.uint8) if xp is np else mask  # a view takes CuPy three microseconds


def emptied(value: Any, xp: Any) -> Any:
    """In place of an array one without elements, so that a bound kernel doesn't keep the array's memory."""
    return value if isinstance(value, INTEGER | REAL) else xp.empty(0, value.dtype)
