"""Levels from the words of words.py: a row per source.

A vertex's levels are far apart, often by a power of two bytes, so that a cache can't hold a line of each row.
So the words of several levels are kept, and then each row is written for TILE vertices at a time, in loops
that become vector instructions: a vertex's bit of a source is set at one level at most.
"""

import numpy as np

from ...device import Cpu
from ...frontier import UNVISITED
from ...graph import Graph
from ..level_types import last_level, too_deep
from .words import CHUNKS, WORD_SIZE, each_level

LEVELS_AT_ONCE = 16  # levels whose words are kept until they are written
TILE = 64  # vertices whose levels are written together: four cache lines of a row
MOST_TILES = 16  # of a chunk


def search_in_words(graph: Graph, sources: np.ndarray, levels: np.ndarray, device: Cpu) -> None:
    """Write the levels from at most 64 sources, a row each; what is in `levels` before doesn't matter.

    Raises TooDeepError where a search goes deeper than their type holds.
    """
    num_vertices = graph.num_vertices
    fronts = np.empty((LEVELS_AT_ONCE, num_vertices), np.int64)
    most = max(1, min(MOST_TILES, num_vertices // (TILE * CHUNKS * device.threads)))
    num_chunks = -(-num_vertices // (TILE * most))
    tiles = np.empty(num_chunks * TILE, np.int64)

    def write(first: int, last: int) -> None:
        arguments = (most * TILE, first, last, num_vertices, sources.size)
        size = num_vertices * WORD_SIZE
        device.for_each(num_chunks, write_chunk, *arguments, fronts.ravel(), tiles, levels.ravel(), size=size)

    first = last = 0  # the levels not written yet
    deepest = last_level(levels.dtype)
    for last, _ in enumerate(each_level(graph, sources, device, fronts), 1):
        if last > deepest:
            raise too_deep(levels.dtype, num_vertices)
        if last - first == LEVELS_AT_ONCE - 1:
            write(first, last)
            first = last + 1
    if first <= last:
        write(first, last)


def write_chunk(chunk, chunk_size, first, last, num_vertices, num_sources, fronts, tiles, levels):
    """Write the levels `first` to `last` of a chunk's vertices; with level 0, those unreached too."""
    tile = chunk * TILE
    end = min((chunk + 1) * chunk_size, num_vertices)
    for start in range(chunk * chunk_size, end, TILE):
        size = min(TILE, end - start)
        found = levels_found(start, size, first, last, num_vertices, fronts)
        if found == 0 and first > 0:
            continue
        for source in range(num_sources):
            for lane in range(TILE):
                tiles[np.uint64(tile + lane)] = UNVISITED
            for level in range(first, last + 1):
                if found >> (level - first) & 1 == 0:
                    continue
                front = level % LEVELS_AT_ONCE * num_vertices + start
                for lane in range(size):
                    word = fronts[np.uint64(front + lane)]
                    tiles[np.uint64(tile + lane)] += -(word >> source & 1) & (level - UNVISITED)
            row = source * num_vertices + start
            for lane in range(size):
                level = tiles[np.uint64(tile + lane)]
                if first == 0 or level != UNVISITED:
                    levels[np.uint64(row + lane)] = level


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
