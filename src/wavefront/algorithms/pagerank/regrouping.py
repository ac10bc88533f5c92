"""A kernel that brings the ids of a slice together in every list: see slices.py.

A row is a list, or a part of at most SEGMENT edges of it. A warp takes 32 rows, far from one another:
neighboring ones are of like length.
"""

from typing import Any, NamedTuple

from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from ...intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    lowest,
    prefix_sum,
    rank,
    size_of,
    warp_sum,
    without_lowest,
)

SEGMENT = 1024  # edges; of each lane at most 255, counted in 8 bits
FIELDS, BITS = 8, 8  # of a word; of two words, 15 slices have a field, and what is behind them


class Regrouped(NamedTuple):
    """Rows, and where their ids go."""

    origins: Any  # R: the first edge
    starts: Any  # R+1: where it goes
    src: Any  # E new ids
    near: Any  # ids of a slice
    number: Any  # slices; what is beyond comes last
    least: Any  # edges of a row that is ordered
    ids: Any  # E: in order of slices


def regroup(rows):
    """Write all rows' ids."""
    lane, count = int64(cuda.threadIdx.x % WARP_SIZE), rows.origins.size
    group, groups = int64(cuda.grid(1) // WARP_SIZE), (count + WARP_SIZE - 1) // WARP_SIZE
    while group < groups:
        row, start, length, origin = group + lane * groups, int64(0), int64(0), int64(0)
        if row < count:
            start, origin = at(rows.starts, row), at(rows.origins, row)
            length = at(rows.starts, row + 1) - start
        if length < rows.least:
            for edge in range(length):
                put(rows.ids, start + edge, at(rows.src, origin + edge))
        left = ballot(length >= rows.least)
        while left:
            owner = lowest(left)
            target, first, size = broadcast(start, owner), broadcast(origin, owner), broadcast(length, owner)
            if size <= WARP_SIZE:
                regroup_few(rows, lane, first, target, size)
            else:
                regroup_many(rows, lane, first, target, size)
            left = without_lowest(left)
        group += cuda.gridsize(1) // WARP_SIZE


def slice_of(rows, new):
    """The slice that this id is in."""
    found = int32(0)
    for index in range(1, rows.number + 1):
        found += int32(new >= index * rows.near)
    return found


def regroup_few(rows, lane, origin, start, length):
    """Order a row that has an edge per lane at most."""
    new, own = int64(0), int32(-1)
    if lane < length:
        new = at(rows.src, origin + lane)
        own = slice_of(rows, new)
    place, before = int64(0), int64(0)
    for index in range(rows.number + 1):
        among = ballot(own == index)
        if own == index:
            place = before + rank(among)
        before += size_of(among)
    if lane < length:
        put(rows.ids, start + place, new)


def regroup_many(rows, lane, origin, start, length):
    """Order a longer row: count, then place."""
    low, high, edge = int64(0), int64(0), lane
    while edge < length:
        own = slice_of(rows, at(rows.src, origin + edge))
        if own < FIELDS:
            low += int64(1) << (own * BITS)
        else:
            high += int64(1) << ((own - FIELDS) * BITS)
        edge += WARP_SIZE
    mine = int64(0)
    for index in range(rows.number + 1):
        word, shift = (low, index * BITS) if index < FIELDS else (high, (index - FIELDS) * BITS)
        total = warp_sum(word >> shift & 255)
        if lane == index:
            mine = int64(total)
    mine = prefix_sum(mine) - mine
    edge = lane
    while edge - lane < length:
        new, own, place = int64(0), int32(-1), int64(0)
        if edge < length:
            new = at(rows.src, origin + edge)
            own = slice_of(rows, new)
        for index in range(rows.number + 1):
            among, before = ballot(own == index), broadcast(mine, index)
            if own == index:
                place = before + rank(among)
            if lane == index:
                mine += size_of(among)
        if edge < length:
            put(rows.ids, start + place, new)
        edge += WARP_SIZE
