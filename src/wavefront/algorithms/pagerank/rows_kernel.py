"""Lists of any lengths added up on a GPU by equal shares of their edges: see rows.py.

A warp adds up CHUNK edges, a lane LANE_EDGES neighboring ones. What a lane has left behind its last piece's
end belongs to the first piece that ends in a later lane.
"""

from ...compiler import cuda, float64, int32, int64
from ...intrinsics.access import at, four_at, real_at
from ...intrinsics.warp import WARP_SIZE, ballot
from .rows import CHUNK, LANE_EDGES
from .segments import along_edge, over_lanes

ENDS = (1 << LANE_EDGES) - 1
QUAD = 4


def gather_rows(rows, step):
    """Add up all pieces."""
    lane = int64(cuda.threadIdx.x % WARP_SIZE)
    chunk = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    chunks, warps = rows.lanes.size // WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    while chunk < chunks:
        add_row_chunk(rows, step, chunk, lane)
        chunk += warps


def add_row_chunk(rows, step, chunk, lane):
    """Add up the pieces of a chunk, by all lanes of a warp."""
    place, last = chunk * CHUNK + lane * LANE_EDGES, int64(rows.src.size - 1)
    told = at(rows.lanes, chunk * WARP_SIZE + lane)
    if place + LANE_EDGES <= rows.src.size:
        a, b, c, d = four_at(rows.src, place)
        e, f, g, h = four_at(rows.src, place + QUAD)
    else:  # what is read again lies behind the last piece's end
        a, b = at(rows.src, min(place, last)), at(rows.src, min(place + 1, last))
        c, d = at(rows.src, min(place + 2, last)), at(rows.src, min(place + 3, last))
        e, f = at(rows.src, min(place + 4, last)), at(rows.src, min(place + 5, last))
        g, h = at(rows.src, min(place + 6, last)), at(rows.src, min(place + 7, last))
    from_a, from_b = entry(rows.before, step, a), entry(rows.before, step, b)
    from_c, from_d = entry(rows.before, step, c), entry(rows.before, step, d)
    from_e, from_f = entry(rows.before, step, e), entry(rows.before, step, f)
    from_g, from_h = entry(rows.before, step, g), entry(rows.before, step, h)
    ends, base = told & ENDS, told >> LANE_EDGES
    state = float64(0.0), float64(0.0), int32(0)
    state = along_edge(from_a, rows.sums, ends & 1, base, state)
    state = along_edge(from_b, rows.sums, ends & 2, base, state)
    state = along_edge(from_c, rows.sums, ends & 4, base, state)
    state = along_edge(from_d, rows.sums, ends & 8, base, state)
    state = along_edge(from_e, rows.sums, ends & 16, base, state)
    state = along_edge(from_f, rows.sums, ends & 32, base, state)
    state = along_edge(from_g, rows.sums, ends & 64, base, state)
    state = along_edge(from_h, rows.sums, ends & 128, base, state)
    over_lanes(rows.sums, lane, ends, base, int64(ballot(ends != 0)), state)


def entry(before, step, number):
    """A vertex's contribution, or what was added up before."""
    if before is None:
        return float64(real_at(step.walk.contributions, step.read + number))
    piece = number - step.walk.ranks.size
    if piece >= 0:
        return real_at(before, piece)
    return float64(real_at(step.walk.contributions, step.read + number))
