"""Levels from the words of words.py: a row per source.

A vertex's levels are far apart, often by a power of two bytes, so that a cache can't hold a line of each row.
So the words of several levels are kept, and then TILE vertices' levels are written row by row.

A vertex's bit of a source is set at one level at most. Numbered from 1 on, the kept levels fit four bits, so
a tile's words become four planes: bit i of a level's number is in plane i. A table spreads a plane's bits of
eight sources over the bytes of a word. Four such words, each shifted by its plane's number, together hold
the numbers of the levels at which eight sources reach a vertex. A row takes one byte of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu
from ...frontier import UNVISITED
from ...graph import Graph
from ..kept_memory import kept_memory
from ..level_types import last_level, too_deep
from .words import CHUNKS, WORD_SIZE, each_level

if TYPE_CHECKING:
    from ...trace import Trace

PLANES = 4
LEVELS_AT_ONCE = 2**PLANES - 1  # levels whose words are kept until they are written
TILE = 256  # vertices whose levels are written together
TILE_WORDS = 8 * TILE  # each has the numbers of a vertex's levels from eight sources
MOST_TILES = 16  # of a chunk
ZERO, BYTE = np.uint64(0), np.uint64(255)


def search_in_words(
    graph: Graph,
    sources: np.ndarray,
    levels: np.ndarray,
    device: Cpu,
    trace: Trace | None,
    dropped: np.ndarray | None = None,
) -> None:
    """Write the levels from at most 64 sources, a row each; what is in `levels` before doesn't matter.

    Raises TooDeepError where a search goes deeper than their type holds.
    """
    num_vertices = graph.num_vertices
    fronts = kept_memory(graph, "words of sources", (LEVELS_AT_ONCE + 1, num_vertices), np.int64)
    num_chunks, tiles_each = chunks_of(num_vertices, device)
    tiles = np.empty(num_chunks * TILE_WORDS, np.uint64)
    table = spreading_table()

    def write(first: int, last: int) -> None:
        arguments = (tiles_each * TILE, first, last, num_vertices, sources.size)
        size = num_vertices * WORD_SIZE
        device.for_each(
            num_chunks, write_chunk, *arguments, fronts.ravel(), table, tiles, levels.ravel(), size=size
        )

    first = last = 0  # the levels not written yet
    deepest = last_level(levels.dtype)
    for last, _ in enumerate(each_level(graph, sources, device, fronts, trace, dropped), 1):
        if last > deepest:
            raise too_deep(levels.dtype, num_vertices)
        if last - first == LEVELS_AT_ONCE - 1:
            write(first, last)
            first = last + 1
    if first <= last:
        write(first, last)


def chunks_of(num_vertices: int, device: Cpu) -> tuple[int, int]:
    """How many chunks threads take, and the tiles of each."""
    tiles_each = max(1, min(MOST_TILES, num_vertices // (TILE * CHUNKS * device.threads)))
    return -(-num_vertices // (TILE * tiles_each)), tiles_each


def spreading_table() -> np.ndarray:
    """256 words: bit i of a byte is bit 0 of byte i of the byte's word."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return bits.view(np.uint64).ravel()


def write_chunk(chunk, chunk_size, first, last, num_vertices, num_sources, fronts, table, tiles, levels):
    """Write the levels `first` to `last` of a chunk's vertices; with level 0, those unreached too."""
    tile = chunk * TILE_WORDS
    end = min((chunk + 1) * chunk_size, num_vertices)
    for start in range(chunk * chunk_size, end, TILE):
        size = min(TILE, end - start)
        found = levels_found(start, size, first, last, num_vertices, fronts)
        if found == 0 and first > 0:
            continue
        for lane in range(size):
            number_levels(start + lane, tile + lane, first, last, found, num_vertices, fronts, table, tiles)
        for source in range(num_sources):
            row, numbers = source * num_vertices + start, tile + (source >> 3) * TILE
            moved = np.uint64(8 * (source & 7))
            for lane in range(size):
                number = tiles[np.uint64(numbers + lane)] >> moved & BYTE
                if first == 0 or number != 0:
                    levels[np.uint64(row + lane)] = np.int64(number) + (first + UNVISITED)


def levels_found(start, size, first, last, num_vertices, fronts):
    """A bit for each of the levels that some vertex from `start` on is in."""
    found = 0
    for level in range(first, last + 1):
        front = level % LEVELS_AT_ONCE * num_vertices + start
        word = fronts[front]
        for place in range(front, front + size):
            word |= fronts[np.uint64(place)]
        if word != 0:
            found |= 1 << (level - first)
    return found


def number_levels(vertex, place, first, last, found, num_vertices, fronts, table, tiles):
    """Write the numbers of a vertex's levels into words TILE apart, from `place` on: eight sources each."""
    plane_0 = plane_1 = plane_2 = plane_3 = ZERO
    for level in range(first, last + 1):
        if found >> (level - first) & 1 != 0:
            word = np.uint64(fronts[np.uint64(level % LEVELS_AT_ONCE * num_vertices + vertex)])
            number = level - first + 1
            plane_0 |= word & np.uint64(-(number & 1))
            plane_1 |= word & np.uint64(-(number >> 1 & 1))
            plane_2 |= word & np.uint64(-(number >> 2 & 1))
            plane_3 |= word & np.uint64(-(number >> 3 & 1))
    for byte in range(8):
        moved = np.uint64(8 * byte)
        numbers = table[plane_0 >> moved & BYTE]
        numbers |= table[plane_1 >> moved & BYTE] << np.uint64(1)
        numbers |= table[plane_2 >> moved & BYTE] << np.uint64(2)
        numbers |= table[plane_3 >> moved & BYTE] << np.uint64(3)
        tiles[np.uint64(place + byte * TILE)] = numbers
