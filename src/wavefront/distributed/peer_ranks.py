"""The kernel of `fused_ranks`: all iterations of PageRank in one launch on each rank's GPU.

Every rank has what the vertices of all ranks contribute along each of their edges, twice, in memory that all
write: an iteration reads one copy and stores into the other copy of all ranks. Ranks of own vertices are kept
twice as well, by the same turns. The steps:

    PUBLISH    all ranks are alike; what own vertices contribute        all ranks meet
    GATHER     sums along pieces of long lists, a warp for each         own blocks meet
    ADD        own vertices' new ranks, and what these contribute       all ranks meet
    LEAVE      nothing                                                  all ranks meet

An iteration is GATHER, if there are long lists, and ADD. Each block writes its sums over its vertices into a
row of all ranks' memory, by turns of meetings; behind the meeting every block adds up all rows in the same
order, and so all ranks decide alike, and alike in every run. The last meeting is there for its failures
alone, as in peer_kernel.py.

Lists are added up as on one GPU: algorithms/pagerank/gather.py. Contributions are float32 or float64, ranks
and sums float64. What rounding takes from contributions starts anew, as do the ranks of vertices without
out-edges: so the ranks' sum stays 1. And ranks are extrapolated from those that were contributed, rounding
included. Else errors would grow where the damping is near 1, and keep some walks from converging.
"""

from typing import Any, NamedTuple

from ..algorithms.pagerank.gather import Lists, gather_pieces, total_of
from ..algorithms.pagerank.semi_iteration import GIVEN_UP, grows, is_slow, next_weight
from ..compiler import cuda, float64, int32, int64
from ..intrinsics.access import at, put, put_real, real_at
from ..intrinsics.warp import WARP_SIZE, sum_through
from .peer_meeting import meet
from .peer_state import LAST, LAST_OWN, MOST_WARPS, lean_warp

PUBLISH, GATHER, ADD, LEAVE, END = range(5)
# Where the walk is: how many iterations there were, and whether they have converged; which copy, 0 or 1, has
# the ranks; how much of them isn't contributed; and, to extrapolate, the weight in the next iteration, 0
# before the first; the last change, or that before the first; and the one before.
ITERATIONS, CONVERGED, TURN, AT_ENDS, WEIGHT, CHANGED, EARLIER, PACE_SIZE = range(8)
CHANGE, ENDS, ROW = range(3)  # the sums in a block's row: of changes, and of what isn't contributed
SUMS = ROW * MOST_WARPS  # of a block's warps; then of the ranks, which are no more
ANY = 1 << 40  # more pieces than any list has


class Pieces(NamedTuple):
    """The pieces of long lists."""

    firsts: Any  # the first piece of each vertex up to the last with a long list, and where the last ones end
    pieces: Any  # two int64 each: the first edge, and the edge behind the last
    sums: Any  # what was gathered along each piece
    totals: Any  # and along all pieces of each of these vertices
    least: Any  # edges of a long list


class Walk(NamedTuple):
    """What the iterations work on, beside the lists."""

    contributions: Any  # this rank's copies of those of all places; float32 or float64
    everyone: Any  # the same of all ranks, as seen from this one
    starts: Any  # where each rank's begin there
    words: Any  # float64: the same memory of this rank, which has the rows behind the copies' room
    all_words: Any  # and of all ranks
    word_starts: Any
    rows: Any  # of a rank, as many as any has blocks
    ranks: Any  # float64, of the first `distinct` own vertices, twice
    distinct: Any  # the vertices from the last of these on have no edges, and all its rank
    pace: Any  # as above, when a launch begins and when it has ended
    directed: Any
    damping: Any
    tolerance: Any
    limit: Any  # iterations


class Step(NamedTuple):
    """A step, as gather.py asks for it, and what an iteration does with the sums."""

    walk: Any
    read: Any  # where the copy of the contributions begins that is gathered
    turn: Any  # of the ranks before
    restart: Any  # the chance to start anew at a vertex
    weight: Any  # of what is extrapolated; nothing is unless it is above 0


def ranks_over_peers(lists, own, everyone, plan, pieces, walk):
    """The ranks of the rank's own vertices, from where the pace says the walk is."""
    warp = lean_warp()
    sums = cuda.shared.array(SUMS, float64)
    pace = cuda.shared.array(PACE_SIZE, float64)
    number, own_number = at(own.state, LAST), at(own.state, LAST_OWN)
    if cuda.threadIdx.x < PACE_SIZE:
        pace[cuda.threadIdx.x] = walk.pace[cuda.threadIdx.x]
    cuda.syncthreads()
    kind = int64(first_step(pieces) if pace[ITERATIONS] > 0.0 else PUBLISH)
    while kind != END:
        take_step(lists, plan, warp, pieces, walk, pace, sums, kind, number + 1)
        is_own = kind == GATHER
        number, own_number = number + int64(not is_own), own_number + int64(is_own)
        told = meet(own, everyone, plan, warp, is_own, own_number if is_own else number)
        if told.failed or kind == LEAVE:
            kind = int64(END)
        elif kind == GATHER:
            kind = int64(ADD)
        else:
            decide(plan, walk, pace, sums, kind, number)
            ends = pace[CONVERGED] > 0.0 or pace[ITERATIONS] >= walk.limit
            kind = int64(LEAVE if ends else first_step(pieces))
    if cuda.grid(1) == 0:
        put(own.state, LAST, number)
        put(own.state, LAST_OWN, own_number)
        for index in range(PACE_SIZE):
            walk.pace[index] = pace[index]


def first_step(pieces):
    """The step with which an iteration begins."""
    return GATHER if pieces.sums.size else ADD


def take_step(lists, plan, warp, pieces, walk, pace, sums, kind, number):
    """Take a step of this kind, before the common meeting of this number, with all threads."""
    turn, chance = int64(pace[TURN]), 1.0 - walk.damping + walk.damping * pace[AT_ENDS]
    read, restart = turn * plan.size * plan.stride, chance / float64(plan.num_vertices)
    step = Step(walk, read, turn, restart, pace[WEIGHT])
    if kind == PUBLISH:
        tell(plan, warp, walk, sums, number, publish(lists, plan, walk))
    elif kind == GATHER:
        gather_pieces(Lists(lists.in_ptr, lists.in_places, None, None), pieces, step, pieces.sums.size)
    elif kind == ADD:
        add_pieces(warp, pieces, step)
        tell(plan, warp, walk, sums, number, add(lists, plan, warp, pieces, step))


def publish(lists, plan, walk):
    """Make all vertices as likely. Returns this thread's part of the sums, as `add`."""
    vertex, parts = int64(cuda.grid(1)), (float64(0.0), float64(0.0))
    while vertex < walk.distinct:
        rank = 1.0 / float64(plan.num_vertices)
        parts = set_rank(lists, plan, walk, 0, vertex, rank, 0.0, parts)
        vertex += cuda.gridsize(1)
    return parts


def add(lists, plan, warp, pieces, step):
    """New ranks of own vertices. Returns this lane's part of the changes and of what isn't contributed.

    A warp takes 32 neighboring vertices at a time: so do its stores lie side by side.
    """
    walk, lane = step.walk, int32(warp.lane)
    into = Lists(lists.in_ptr, lists.in_places, None, None)
    base, parts = int64(warp.number * WARP_SIZE), (float64(0.0), float64(0.0))
    while base < walk.distinct:
        vertex, start, end = base + lane, int64(0), int64(0)
        if vertex < walk.distinct:
            start, end = at(lists.in_ptr, vertex), at(lists.in_ptr, vertex + 1)
        total = total_of(into, step, lane, start, end, pieces.least)
        if end - start >= pieces.least:
            total = real_at(pieces.totals, vertex)
        if vertex < walk.distinct:
            parts = update(lists, plan, step, vertex, total, parts)
        base += cuda.gridsize(1)
    return parts


def add_pieces(warp, pieces, step):
    """Add up the pieces of each long list, by the warp that takes the vertex in `add`."""
    lane, lists = int32(warp.lane), Lists(pieces.firsts, None, None, pieces.sums)
    base, count = int64(warp.number * WARP_SIZE), pieces.firsts.size - 1
    while base < count:
        vertex, start, end = base + lane, int64(0), int64(0)
        if vertex < count:
            start, end = at(pieces.firsts, vertex), at(pieces.firsts, vertex + 1)
        total = total_of(lists, step, lane, start, end, ANY)
        if end > start:
            pieces.totals[vertex] = total
        base += cuda.gridsize(1)


def update(lists, plan, step, vertex, total, parts):
    """A vertex's new rank, from the sum along its list. Returns the parts with the vertex's."""
    walk = step.walk
    before = real_at(walk.ranks, step.turn * walk.distinct + vertex)
    rank = walk.damping * total + step.restart
    change = abs(rank - before)
    if step.weight > 0.0:
        earlier = earlier_rank(lists, plan, walk, 1 - step.turn, vertex)
        rank = step.weight * (rank - earlier) + earlier
    return set_rank(lists, plan, walk, 1 - step.turn, vertex, rank, change, parts)


def earlier_rank(lists, plan, walk, turn, vertex):
    """The rank before the last, as it was contributed: this copy still has that."""
    degree = at(lists.ptr, vertex + 1) - at(lists.ptr, vertex)
    if degree > 0:
        return float64(degree) * real_at(walk.contributions, place_of(plan, turn, vertex))
    return real_at(walk.ranks, turn * walk.distinct + vertex)


def set_rank(lists, plan, walk, turn, vertex, rank, change, parts):
    """Store a vertex's rank into this copy, and what it contributes into that of all ranks."""
    walk.ranks[turn * walk.distinct + vertex] = rank
    degree, left = at(lists.ptr, vertex + 1) - at(lists.ptr, vertex), rank
    count = float64(plan.owned - vertex if vertex == walk.distinct - 1 else 1)
    if degree > 0:
        contributed = float64(walk.contributions.dtype.type(rank / float64(degree)))
        left -= float64(degree) * contributed
        place = place_of(plan, turn, vertex)
        for reader in range(plan.size):
            put_real(walk.everyone, walk.starts[reader] + place, contributed)
    return parts[0] + count * change, parts[1] + count * left


def place_of(plan, turn, vertex):
    """Where a copy of the contributions has that of an own vertex."""
    return (turn * plan.size + plan.rank) * plan.stride + vertex


def row_of(plan, walk, number, sender):
    """Where a rank's rows begin for the meeting of this number, in words."""
    first = 2 * plan.size * plan.stride
    return first + ((number & 1) * plan.size + sender) * walk.rows * ROW


def tell(plan, warp, walk, sums, number, parts):
    """Write the sums of the block's parts into its row, on all ranks."""
    change, ends = sum_through(parts[0], WARP_SIZE - 1), sum_through(parts[1], WARP_SIZE - 1)
    if warp.lane == 0:
        first = ROW * (cuda.threadIdx.x // WARP_SIZE)
        sums[first + CHANGE], sums[first + ENDS] = change, ends
    cuda.syncthreads()
    if cuda.threadIdx.x < ROW * plan.size:  # a thread for each sum and each rank
        reader, which = cuda.threadIdx.x // ROW, cuda.threadIdx.x % ROW
        total = float64(0.0)
        for other in range(cuda.blockDim.x // WARP_SIZE):
            total += sums[ROW * other + which]
        row = row_of(plan, walk, number, plan.rank) + ROW * cuda.blockIdx.x
        put_real(walk.all_words, walk.word_starts[reader] + row + which, total)


def decide(plan, walk, pace, sums, kind, number):
    """Note where the walk is behind the meeting of this number, from all ranks' sums."""
    add_rows(plan, walk, sums, number)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        change, at_ends = float64(0.0), float64(0.0)
        for sender in range(plan.size):
            change += sums[ROW * sender + CHANGE]
            at_ends += sums[ROW * sender + ENDS]
        if kind == PUBLISH:
            pace[AT_ENDS] = at_ends
        elif pace[WEIGHT] > 0.0 and grows(change, pace[CHANGED]):
            pace[WEIGHT] = GIVEN_UP  # and the iteration is done again, without: the copy it read is untouched
        else:
            note_iteration(walk, pace, change, at_ends)
    cuda.syncthreads()


def add_rows(plan, walk, sums, number):
    """Add up the rows of each rank, by a warp."""
    lane, sender = cuda.threadIdx.x % WARP_SIZE, cuda.threadIdx.x // WARP_SIZE
    while sender < plan.size:
        first, row = row_of(plan, walk, number, sender), int64(lane)
        change, ends = float64(0.0), float64(0.0)
        while row < walk.rows:
            change += real_at(walk.words, first + ROW * row + CHANGE)
            ends += real_at(walk.words, first + ROW * row + ENDS)
            row += WARP_SIZE
        change, ends = sum_through(change, WARP_SIZE - 1), sum_through(ends, WARP_SIZE - 1)
        if lane == 0:
            sums[ROW * sender + CHANGE], sums[ROW * sender + ENDS] = change, ends
        sender += cuda.blockDim.x // WARP_SIZE


def note_iteration(walk, pace, change, at_ends):
    """Note what an iteration changed. If it extrapolated and has converged, the ranks before it are found."""
    weight = pace[WEIGHT]
    pace[ITERATIONS] += 1.0
    pace[CONVERGED] = 1.0 if change < walk.tolerance else 0.0
    if weight > 0.0 and change < walk.tolerance:
        return
    pace[TURN], pace[AT_ENDS] = 1.0 - pace[TURN], at_ends
    if weight > 0.0:
        pace[WEIGHT] = next_weight(weight, walk.damping)
    elif weight == 0.0 and not walk.directed:
        if is_slow(change, pace[CHANGED], pace[EARLIER], walk.tolerance, walk.damping):
            pace[WEIGHT] = next_weight(1.0, walk.damping)  # the first weight is 1: this iteration's
        pace[EARLIER], pace[CHANGED] = pace[CHANGED], change
