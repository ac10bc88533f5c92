"""SHARES and SETTLE, the CPU's steps for slowly growing frontiers: threads search several levels deep.

In a mesh or a road network, a level is too short to be worth a gate. So in SHARES (`push_shares`) a thread
takes a share of the frontier and searches from it DEPTH levels deep, without waiting for other threads.
(This is vertical granularity: Wang, Dong, Gu, Sun, "Parallel Strong Connectivity Based on Faster
Reachability", SIGMOD 2023; for breadth-first search: the PASGAL library.) Vertices next to one another in
the queue are mostly close to one another in the graph: searches from two shares meet at the shares'
borders. There one of them may give a vertex too high a level. The other, which has the shorter way to that
vertex, lowers the level and goes on from the vertex.

After SHARES the levels are exact. Proof, by induction: take a vertex that is d <= DEPTH levels from the
frontier, and u before it on a shortest path. The share that gave u its level has u among its finds, comes
to u while u has that level, and gives the vertex a level of at most d.

A search that runs out of room, or has more to inspect than one thread should, stops and lowers COMPLETE to
the number of levels that it completed. SETTLE (`settle_shares`) takes back the levels after those, and
those after a target's.

Race: levels only fall, by compare-and-swap, so that a vertex gets a given level at most once. Of all the
finds with a vertex, one has its final level, and whoever settles that find's share alone writes the
predecessor or takes the level back. The other finds are stale, and are passed over. Some get into the
queue, where they are expanded without an effect. The queue has room for them: per SETTLE only the finds of
one level get there, and a vertex is found there once.

`work` in steps.py calls `push_shares` and `settle_shares`; the leader, in levels.py, calls `cut` before
them, `place` between them and `go_deep` after them.
"""

import numpy as np

from ....atomics import atomic_add, atomic_cas, atomic_min
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from ....intrinsics.waiting import watched
from .keeping import fetch_asked_beside, keeps
from .search import (
    CHUNK,
    COMPLETE,
    DEPTH,
    EDGES,
    END,
    FINDS,
    HEAD,
    LEVEL,
    MAX_DEPTH,
    MAX_SHARES,
    MIN_SHARE,
    NEXT_DEPTH,
    NO_SHARES_UNTIL,
    OWN_SHARES,
    PLACE,
    REACHED,
    REST,
    ROOM,
    SHARES_CUT,
    STALE,
    STEPS_DONE,
    TAIL,
    WIDEST,
    leads_on,
    suits_shares,
)
from .serial import fetch_beside, fetch_next

MAX_SHARE = 512  # vertices of a share, at most: what is found from them stays in a core's cache
LONG = 256  # edges of a list that no share's search inspects
MOST_EDGES = 4 * ROOM  # edges that the search from a share inspects, at most
BORDER = 2  # a search goes at most a share's vertices / BORDER deep: near a border it labels in vain
LONG_BORDER = 4  # the same for two threads, whose shares are long enough
FEW_STALE, MANY_STALE = 1 / 16, 1 / 8  # of the finds; then the next searches go twice, or half, as deep
# Vertices that a share leads to at once, over its own. Where there are more, although the frontier hardly
# grows, shares lead to the same vertices, and their threads take cache lines from one another. It is over 2.5
# in layers joined at random, under 1.5 in grids, meshes and road networks.
OVERLAP = 1.5
FIRST_REST = 16  # levels without shares after searches that could not go two levels deep; then twice as many


def cut(plan, queues, state):
    """Cut the frontier into shares; whether it can be cut, and grows slowly."""
    size = state[TAIL] - state[HEAD]
    if plan.threads == 1 or not suits_shares(size, state[LEVEL], state):
        return False
    threads = min(plan.threads, MAX_SHARES)
    chunk = max(-(-size // (threads * -(-size // (threads * MAX_SHARE)))), MIN_SHARE)
    shares = -(-size // chunk)
    if shares > queues.bounds.shape[0]:
        return False
    for share in range(shares):
        queues.bounds[share, STEPS_DONE] = 0
    border = LONG_BORDER if plan.threads == 2 else BORDER
    deepest = min(chunk // border, ROOM // (2 * chunk), plan.last_level - state[LEVEL] + 1)
    state[DEPTH] = state[COMPLETE] = min(state[NEXT_DEPTH], deepest)
    state[CHUNK], state[SHARES_CUT], state[OWN_SHARES] = chunk, shares, -(-shares // plan.threads)
    state[EDGES] = state[STALE] = 0
    return True


def take_share(turn, thread, done, queues, state):
    """Take the share whose turn it is for this thread, unless another has; returns its number, or -1.

    `done` is how many steps have been done with the share. A thread begins with the same shares in both
    steps: its core has them in the cache.
    """
    share = (thread * state[OWN_SHARES] + turn) % state[SHARES_CUT]
    row = queues.bounds[share]
    if row[STEPS_DONE] == done and atomic_cas(row, STEPS_DONE, done, done + 1) == done:
        return share
    return -1


def lower(levels, vertex, level):
    """Lower the vertex's level to this one; whether it was higher. UNVISITED, as unsigned, is the highest."""
    known = levels[vertex]
    while np.uint32(known) > np.uint32(level):
        seen = atomic_cas(levels, vertex, known, level)
        if seen == known:
            return True
        known = seen
    return False


def find_neighbors(edges, size, level, graph, queues, search):
    """Append the neighbors at these edges that get this level; returns the end of the finds.

    `edges` is a vertex, its first edge, and the edge after the last. First neighbors with a higher level are
    listed, without a branch, which would often be mispredicted.
    """
    vertices, predecessors = queues.finds[0], queues.finds[1]
    vertex, first, last = edges
    listed = size
    for edge in range(first, last):
        neighbor = graph.dst[edge]
        vertices[listed] = neighbor
        is_higher = np.uint32(search.levels[neighbor]) > np.uint32(level)
        listed += np.int64(is_higher & keeps(vertex, neighbor, edge, search))
    for slot in range(size, listed):
        neighbor = vertices[slot]
        if lower(search.levels, neighbor, level):
            prefetch(graph.src_ptr, neighbor)
            vertices[size], predecessors[size] = neighbor, vertex
            size += 1
    return size


def search_level(places, level, left, graph, queues, search):
    """Give the neighbors of the finds from one place to another this level, and append them to the finds.

    No more than `left` edges are inspected. Returns the new end, the number of edges inspected, and whether
    the level is complete.
    """
    vertices = queues.finds[0]
    begin, end = places
    size, edges, limit = end, np.int64(0), (begin // ROOM + 1) * ROOM
    for slot in range(begin, end):
        vertex = vertices[slot]
        if leads_on(vertex, graph) and search.levels[vertex] == level - 1:
            first, last = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
            if last - first > min(LONG, left - edges) or size + last - first >= limit:
                return size, edges, False
            fetch_beside(np.int64(vertex), first, graph, search.levels)
            fetch_asked_beside(first, search)
            fetch_next(slot, end, vertices, graph)
            size = find_neighbors((vertex, first, last), size, level, graph, queues, search)
            edges += last - first
    return size, edges, True


def search_share(share, graph, queues, search):
    """Search from a share of the frontier; returns the number of edges inspected."""
    state, ends = search.state, queues.bounds[share]
    first = state[HEAD] + share * state[CHUNK]
    begin = end = share * ROOM
    for index in range(first, min(first + state[CHUNK], state[TAIL])):
        queues.finds[0, end] = queues.queue[index]
        end += 1
    depth, inspected, is_complete = 0, np.int64(0), True
    ends[0] = end
    while is_complete and begin < end and depth < watched(state, COMPLETE):
        level, left = state[LEVEL] + depth, MOST_EDGES - inspected
        size, edges, is_complete = search_level((begin, end), level, left, graph, queues, search)
        if not is_complete:
            atomic_min(state, COMPLETE, depth)
        depth += 1
        begin, end = end, size
        ends[depth] = end
        inspected += edges
    ends[REACHED] = depth
    return inspected


def push_shares(thread, graph, queues, search):
    """Search from shares of the frontier."""
    edges = np.int64(0)
    for turn in range(search.state[SHARES_CUT]):
        share = take_share(turn, thread, 0, queues, search.state)
        if share >= 0:
            edges += search_share(share, graph, queues, search)
    atomic_add(search.state, EDGES, edges)


def place(plan, queues, search):
    """Between the two steps: which levels stand, and where the last one of each share comes in the queue."""
    state = search.state
    if plan.target >= 0 and search.levels[plan.target] != UNVISITED:
        state[DEPTH] = state[COMPLETE] = min(state[COMPLETE], search.levels[plan.target] - state[LEVEL] + 1)
    complete = state[COMPLETE]
    finds, end, widest = np.int64(0), state[TAIL], np.int64(0)
    for share in range(state[SHARES_CUT]):
        ends = queues.bounds[share]
        if ends[REACHED]:
            widest = max(widest, ends[1] - ends[0])
        depth = min(complete, ends[REACHED])
        finds += ends[depth] - ends[0]
        ends[PLACE] = end
        if complete and depth == complete:
            end += ends[depth] - ends[depth - 1]
    state[END], state[FINDS], state[WIDEST] = end, finds, widest


def settle_share(share, queues, search):
    """Record predecessors, take back levels that don't stand, and queue the last; returns the stale finds."""
    state, ends = search.state, queues.bounds[share]
    vertices, predecessors = queues.finds[0], queues.finds[1]
    complete, stale = state[COMPLETE], 0
    for depth in range(ends[REACHED]):
        level, stands = state[LEVEL] + depth, depth < complete
        for slot in range(ends[depth], ends[depth + 1]):
            vertex = vertices[slot]
            if search.levels[vertex] != level:
                stale += stands
            elif not stands:
                search.levels[vertex] = UNVISITED
            elif search.predecessors.size:
                search.predecessors[vertex] = predecessors[slot]
    if complete and complete <= ends[REACHED]:
        begin = ends[complete - 1]
        for slot in range(begin, ends[complete]):
            queues.queue[ends[PLACE] + slot - begin] = vertices[slot]
    return stale


def settle_shares(thread, queues, search):
    """Settle what was found from the shares."""
    stale = 0
    for turn in range(search.state[SHARES_CUT]):
        share = take_share(turn, thread, 1, queues, search.state)
        if share >= 0:
            stale += settle_share(share, queues, search)
    atomic_add(search.state, STALE, stale)


def go_deep(state):
    """After the two steps: how deep the next searches go. Returns whether a level was completed."""
    complete, finds, stale = state[COMPLETE], state[FINDS], state[STALE]
    if complete < state[DEPTH]:
        state[NEXT_DEPTH] = complete
    elif stale > MANY_STALE * finds:
        state[NEXT_DEPTH] = complete // 2
    elif stale < FEW_STALE * finds and complete == state[NEXT_DEPTH]:
        state[NEXT_DEPTH] = min(2 * complete, MAX_DEPTH)
    if state[NEXT_DEPTH] < 2 or state[WIDEST] > OVERLAP * state[CHUNK]:
        state[NEXT_DEPTH] = 2
        state[NO_SHARES_UNTIL] = state[LEVEL] + complete + state[REST]
        state[REST] *= 2
    else:
        state[REST] = FIRST_REST
    if finds:
        state[EDGES] = state[EDGES] * (finds - stale) // finds
    return complete > 0
