"""What the CPU's PageRank keeps with a graph: facts about its lists, and the memory of shares."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...graph import Graph
from ...intrinsics.gather import FEW_LANES
from ...strategies.fused.cpu.memory import Lent, Piece
from ...strategies.fused.pool import pool_of
from .sums_on_cpu import CHUNK, NUM_RATES, PIECE, STATE_SIZE

SELDOM = 4  # times as many lists as longer ones, at least, where lists are short
LEAST_PAGED = 1 << 21  # bytes from which memory is kept
LINE = 64  # bytes of a cache line
APART = 17 * LINE  # bytes between arrays: a core mixes up addresses with the same last 12 bits
PAGE = 1 << 21  # bytes of a large page: shares that lie in whole ones cost less to find


class Facts(NamedTuple):
    """What a walk asks about the lists of in-neighbors."""

    hubs: np.ndarray  # vertices with long lists, ascending
    pieces: np.ndarray  # each hub's first piece; and how many there are
    are_short: bool  # whether few lanes suffice for most lists


_facts: WeakKeyDictionary[Graph, Facts] = WeakKeyDictionary()


def facts_of(graph: Graph) -> Facts:
    """The graph's facts, found out once."""
    facts = _facts.get(graph)
    if facts is None:
        ptr = graph.csc.dst_ptr
        lengths = ptr[1:] - ptr[:-1] if graph.directed else graph.out_degrees
        facts = _facts.setdefault(graph, found_facts(lengths, graph.num_edges))
    return facts


def found_facts(lengths: np.ndarray, num_edges: int) -> Facts:
    """Facts about lists of these lengths, of so many edges in all."""
    hubs = np.flatnonzero(lengths > PIECE)
    pieces = np.zeros(hubs.size + 1, np.int64)
    np.cumsum(-(-lengths[hubs] // PIECE), out=pieces[1:])
    return Facts(hubs, pieces, _are_short(lengths, num_edges))


def memory_of_chunks(facts: Facts, chunks: int) -> dict[str, np.ndarray]:
    """Fields of a walk: where hubs and their pieces are, memory for sums of chunks, what decides a step."""
    hubs, pieces, _ = facts
    return {
        "hubs": hubs,
        "hubs_before": np.searchsorted(hubs, np.arange(0, (chunks + 1) * CHUNK, CHUNK)),
        "pieces_before": pieces,
        "owners": np.repeat(np.arange(hubs.size), np.diff(pieces)),
        "parts": np.empty(pieces[-1]),
        "changes": np.empty(chunks),
        "masses": np.empty(chunks),
        "stranded": np.empty(chunks),
        "rates": np.zeros(NUM_RATES),
        "state": np.zeros(STATE_SIZE, np.int64),
    }


def _are_short(lengths: np.ndarray, num_edges: int) -> bool:
    """Whether few lanes suffice for most lists: else the processor often guesses wrong which need more."""
    count = lengths.size
    if num_edges > FEW_LANES * count:
        return False
    return int(np.count_nonzero(lengths > FEW_LANES)) * SELDOM <= count


def share_bytes(count: int, number: int, by_changes: bool, extrapolates: bool) -> list[int]:
    """Bytes of the arrays of V shares, numbers of so many bytes; three of them to extrapolate from.

    Where changes are passed on: these, of 16 bits, and one more behind them; shares; sums; pending changes.
    """
    if by_changes:
        return [2 * count + 2, 8 * count, 8 * count, 2 * count]
    return [number * count] * (3 if extrapolates else 1)


def paged_bytes(sizes: list[int]) -> int:
    """Bytes that `paged` takes at most."""
    size = _places(sizes)[-1]
    return size if size < LEAST_PAGED else size + 2 * PAGE


def _places(sizes: list[int]) -> list[int]:
    """Where arrays of these sizes begin, one behind the other; and the end."""
    places: list[int] = np.cumsum([0, *(-(-size // LINE) * LINE + APART for size in sizes)]).tolist()
    return places


def paged(graph: Graph, sizes: list[int]) -> list[np.ndarray]:
    """Arrays of so many bytes, the first at the start of a page; in an earlier walk's memory if large."""
    places = _places(sizes)
    size = places[-1]
    if size < LEAST_PAGED:
        memory = np.empty(size, np.uint8)
    else:
        pool = pool_of(graph, "pagerank shares", 1)
        piece = pool.take(size)
        if piece is None:
            room = np.empty(size + 2 * PAGE, np.uint8)  # so much that NumPy asks for large pages
            start = -room.ctypes.data % PAGE
            some = room[start : start + size]
            piece = Piece(some, some.__array_interface__)
        memory = np.asarray(Lent(piece, pool))
    return [memory[start : start + size] for start, size in zip(places, sizes, strict=False)]
