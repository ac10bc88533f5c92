"""Label propagation on a GPU: up to 256 iterations in one launch, with two barriers each.

First the vertices to be looked at vote: one thread counts the labels of a short list, a warp those of a
longer one, a block those of a hub. Then the vertices that want another label take it, and their neighbors are
to be looked at again. api.py has the rules and the table that labels are counted in.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_cas, atomic_max
from ...compiler import cuda, int64
from ...device import Cpu, Cuda, Python
from ...graph import Graph
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, lowest, syncwarp, without_lowest
from ...progress import Report, pieces
from .api import KEYS, Votes, adopt, decide, first_place, next_place, vote

THREADS = 1024  # per block
AT_ONCE, LEAST_AT_ONCE = 256, 8  # iterations of a launch, at most
WORK_AT_ONCE = 1 << 34  # edges that a launch looks at, at most: Ctrl-C waits for its end
TEAMS = THREADS // WARP_SIZE + 1  # warps of a block, and the block
WARP_DEGREE = 16  # edges of a list from which a warp counts the labels
BLOCK_DEGREE = 4096  # from which a block does
FREE = -1  # a free slot of a table that several threads fill
LABEL_BITS = 31
LABELS = (1 << LABEL_BITS) - 1
TURNS = 3
ARRIVALS, ITERATIONS, RESTLESS = 0, 1, 2  # in the state; the last in turns: whether labels still change
STATE_SIZE = RESTLESS + TURNS


class Lists(NamedTuple):
    """The vertices with longer lists, and scratch."""

    middle: Any
    long: Any
    orders: Any  # of each iteration, as of `Votes.order`
    state: Any


class Team(NamedTuple):
    """The threads that count the labels of one list: a warp or a block."""

    thread: Any
    size: Any
    is_block: Any
    place: Any  # of its words in `best` and `own`
    best: Any  # shared memory: the most frequent label of each team, with its count
    own: Any  # how often the vertex's own label occurs


def propagate(
    graph: Graph,
    votes: Any,
    rng: np.random.Generator,
    limit: int,
    device: Cuda | Python,
    report: Report | None,
) -> int:
    """Propagate labels until they are at rest, or for so many iterations; returns the iterations."""
    xp, degrees = device.xp, graph.out_degrees
    lists = Lists(
        xp.flatnonzero((degrees >= WARP_DEGREE) & (degrees < BLOCK_DEGREE)),
        xp.flatnonzero(degrees >= BLOCK_DEGREE),
        xp.empty(0, np.int64),
        xp.empty(STATE_SIZE, np.int64),
    )
    blocks, threads = device.running_at_once(THREADS)
    kernel: Any = device.bind(iterate, votes, lists, threads=threads)
    at_once = min(AT_ONCE, max(LEAST_AT_ONCE, WORK_AT_ONCE // max(1, graph.num_edges)))
    iterations = 0
    for some in pieces(limit, at_once, report):
        orders = device.array(rng.integers(KEYS, size=some.stop - some.start))
        lists.state[:] = 0
        device.relaunch(blocks, threads, kernel, {"lists.orders": orders})
        state = Cpu().array(lists.state)
        iterations += int(state[ITERATIONS])
        if not state[RESTLESS + (state[ITERATIONS] - 1) % TURNS]:
            break
    return iterations


def iterate(votes, lists):
    """Iteration after iteration, as many as there are orders; see above."""
    best = cuda.shared.array(TEAMS, int64)
    own = cuda.shared.array(TEAMS, int64)
    warp, lane = int64(cuda.threadIdx.x // WARP_SIZE), int64(cuda.threadIdx.x % WARP_SIZE)
    of_warp = Team(lane, int64(WARP_SIZE), False, warp, best, own)
    of_block = Team(int64(cuda.threadIdx.x), int64(cuda.blockDim.x), True, int64(TEAMS - 1), best, own)
    state, goal, iteration, restless = lists.state, int64(cuda.gridDim.x), int64(0), votes.labels.size > 0
    while restless and iteration < lists.orders.size:
        word = RESTLESS + iteration % TURNS
        if cuda.grid(1) == 0:
            put(state, RESTLESS + (iteration + 1) % TURNS, 0)
        ordered = Votes(
            votes.src_ptr,
            votes.dst,
            votes.labels,
            votes.wanted,
            votes.stale,
            votes.table,
            votes.counts,
            at(lists.orders, iteration),
        )
        vote_alone(ordered, state, word)
        vote_by_warps(ordered, lists, of_warp, word)
        for index in range(cuda.blockIdx.x, lists.long.size, cuda.gridDim.x):
            vote_together(at(lists.long, index), ordered, of_block, state, word)
        goal = grid_barrier(state, goal)
        adopt_by_warps(ordered, lane, state, word)
        for index in range(cuda.blockIdx.x, lists.long.size, cuda.gridDim.x):
            adopt_together(at(lists.long, index), ordered, state, word)
        goal = grid_barrier(state, goal)
        iteration, restless = iteration + 1, at(state, word) != 0
    if cuda.grid(1) == 0:
        put(state, ITERATIONS, iteration)


def length_of(vertex, votes):
    """The edges in the vertex's list."""
    return at(votes.src_ptr, vertex + 1) - at(votes.src_ptr, vertex)


def vote_alone(votes, state, word):
    """Each thread counts the labels of short lists."""
    for vertex in range(cuda.grid(1), votes.labels.size, cuda.gridsize(1)):
        if votes.stale[vertex] and length_of(vertex, votes) < WARP_DEGREE:
            vote(vertex, votes)
            if votes.stale[vertex]:
                put(state, word, 1)


def vote_by_warps(votes, lists, team, word):
    """Each warp counts the labels of longer lists."""
    warps, first = cuda.gridsize(1) // WARP_SIZE, cuda.blockIdx.x + cuda.gridDim.x * team.place
    while first < lists.middle.size:
        place, vertex, is_stale = first + team.thread * warps, int64(0), False
        if place < lists.middle.size:
            vertex = at(lists.middle, place)
            is_stale = votes.stale[vertex] != 0
        waiting = ballot(is_stale)
        while waiting:
            vote_together(broadcast(vertex, lowest(waiting)), votes, team, lists.state, word)
            waiting = without_lowest(waiting)
        first += warps * WARP_SIZE


def vote_together(vertex, votes, team, state, word):
    """As `vote`, by all threads of a team, which count together and then compare the table's slots."""
    if not votes.stale[vertex]:
        return
    begin, end = at(votes.src_ptr, vertex), at(votes.src_ptr, vertex + 1)
    first, size, own, best = 2 * begin, 2 * (end - begin), votes.labels[vertex], int64(0)
    if team.thread == 0:
        team.best[team.place] = team.own[team.place] = 0
    for slot in range(first + team.thread, first + size, team.size):
        votes.table[slot], votes.counts[slot] = FREE, 0
    join(team)  # the table is empty
    for edge in range(begin + team.thread, end, team.size):
        if votes.dst[edge] != vertex:
            count_together(votes.labels[votes.dst[edge]], first, size, votes)
    join(team)  # all are counted
    for slot in range(first + team.thread, first + size, team.size):
        label, count = votes.table[slot], int64(votes.counts[slot])
        if count:
            best = max(best, count << LABEL_BITS | (label ^ votes.order))
            if label == own:
                team.own[team.place] = count
    if best:
        atomic_max(team.best, team.place, best)
    join(team)  # each thread's best is told
    if team.thread == 0:
        best = int64(team.best[team.place])
        is_best = team.own[team.place] == best >> LABEL_BITS
        decide(vertex, own if is_best else (best & LABELS) ^ votes.order, votes)
        if votes.stale[vertex]:
            put(state, word, 1)
    join(team)  # the team's words are free


def join(team):
    """Wait until all threads of the team have come here."""
    if team.is_block:
        cuda.syncthreads()
    else:
        syncwarp()


def count_together(label, first, size, votes):
    """Add a vote to a table into which other threads put theirs."""
    slot = first_place(label, first, size)
    holder = atomic_cas(votes.table, slot, FREE, label)
    while holder != FREE and holder != label:
        slot = next_place(slot, first, size)
        holder = atomic_cas(votes.table, slot, FREE, label)
    atomic_add(votes.counts, slot, 1)


def adopt_by_warps(votes, lane, state, word):
    """Vertices take the labels that they want; then a thread, or a warp, goes through the list of each."""
    vertex = int64(cuda.grid(1))
    while vertex - lane < votes.labels.size:
        begin, length = int64(0), int64(0)
        if vertex < votes.labels.size and length_of(vertex, votes) < BLOCK_DEGREE and adopt(vertex, votes):
            begin, length = at(votes.src_ptr, vertex), length_of(vertex, votes)
            put(state, word, 1)
        if length < WARP_DEGREE:
            look_again_at(begin, begin + length, 1, votes)
        longer = ballot(length >= WARP_DEGREE)
        while longer:
            start, count = broadcast(begin, lowest(longer)), broadcast(length, lowest(longer))
            look_again_at(start + lane, start + count, WARP_SIZE, votes)
            longer = without_lowest(longer)
        vertex += cuda.gridsize(1)


def adopt_together(vertex, votes, state, word):
    """As `adopt_by_warps`, one vertex by a block."""
    changes = votes.wanted[vertex] != votes.labels[vertex]
    cuda.syncthreads()  # all know it
    if changes:
        if cuda.threadIdx.x == 0:
            adopt(vertex, votes)
            put(state, word, 1)
        begin, end = at(votes.src_ptr, vertex), at(votes.src_ptr, vertex + 1)
        look_again_at(begin + cuda.threadIdx.x, end, cuda.blockDim.x, votes)


def look_again_at(begin, end, stride, votes):
    """The neighbors of a vertex that changed may want other labels."""
    for edge in range(begin, end, stride):
        votes.stale[votes.dst[edge]] = 1
