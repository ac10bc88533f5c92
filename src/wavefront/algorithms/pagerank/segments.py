"""Sums of neighboring edges by the lanes of a warp, where a piece may begin and end in any lane.

The edges of a lane that end a piece have a bit each. The pieces are numbered through; `base` is the number of
the lane's first.
"""

from ...compiler import float64, int32, int64
from ...intrinsics.warp import broadcast, broadcast_real, lowest, sum_through


def along_edge(contribution, pieces, ends, base, state):
    """The state after an edge: what is left of the sum, the first piece, how many; others are stored."""
    left, first, count = state
    left += float64(contribution)
    if ends:
        if count == 0:
            first = left
        else:
            pieces[base + count] = left
        return float64(0.0), first, int32(count + 1)
    return left, first, count


def over_lanes(pieces, lane, ends, base, enders, state):
    """Store the pieces that end first in a lane, with what lanes before have of them."""
    left, first = state[0], state[1]
    later = enders & ~((int64(2) << lane) - 1)
    ender = int64(lowest(later))
    carried = sum_through(left, ender - 1)
    total, place = carried + broadcast_real(first, ender), broadcast(base, ender)
    if later and (ends or lane == 0):
        pieces[place] = total
    if ends and lane == 0:
        pieces[base] = first
