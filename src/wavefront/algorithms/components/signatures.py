"""Strongly connected components on a GPU by signatures, in one launch.

The method is ECL-SCC: Alabandi, Sands, Biros and Burtscher, "A GPU Algorithm for Detecting Strongly Connected
Components", SC 2023. In a round, each vertex finds the largest key among the vertices that reach it, and the
largest among those that it reaches. Where both are one, it is the key of a vertex of the same component. An
edge whose ends differ in one of the two joins two components, and goes; so does one inside of a component
that is found. The next round has the edges left.

The largest keys are found by sweeps over the edges, until one changes nothing. A vertex's own largest key so
far names a vertex, whose largest keys hold for the first one as well: that makes the way short, as pointer
jumping does. All threads take edges of a list, and atomics raise keys, so that stale reads do no harm.

Keys are ids at first, which suits ids in the order of the edges. On meshes and on rings such keys climb for
hundreds of sweeps, and some chains lose two vertices per round. So a round that takes too many sweeps begins
again with keys that are ids times an odd number, modulo a power of two, as all rounds after it have. With
these, most keys stay as they are after a few sweeps, and changes.py follows the others. Where lists are
skewed, a vertex with a long list has the largest key in the first round: it is mostly in the largest
component, which is then found at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_max, atomic_min
from ...compiler import cuda, int64
from ...device import Cuda, Python
from ...errors import DeviceError
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, size_of
from .afforest import SPREAD
from .changes import Changes, follow_changes
from .edges_left import HALF, LOW, keep_edges, list_edges
from .keys import key_of, keys_of, raise_both, raise_other, vertex_of
from .numbering import STATE_SIZE, THREADS, TOTAL, Numbering, new_numbering, number_found, own_part

if TYPE_CHECKING:
    from ...graph import Graph

NONE = -1  # no component yet
SAMPLE = 1024  # edges asked for a vertex with a long list
SKEWED = 16  # times the mean degree, from which a vertex is worth the largest key
SWEEPS = 24  # of a round whose keys are ids, before other keys are taken: enough for chains in order of ids
FIRST_SWEEPS = 12  # of a round with other keys, until few may change
PAUSE = 4  # sweeps until it is looked again whether few do
MANY = 1 << 10  # edges, for which these changes are followed
UNLIMITED = 1 << 62
MOST_VERTICES = 1 << 31  # keys are int32
# Words of the state, beside ARRIVALS and TOTAL of numbering.py. Of LENGTHS and CHANGES three words take
# turns: one is read, one written, one cleared.
HUB, LENGTHS, CHANGES = 16, 24, 28


class Signs(NamedTuple):
    """The graph, scratch, and the result."""

    src_ptr: Any
    dst: Any
    keys: Any  # 2V int32: the largest key that reaches a vertex, and the largest that it reaches
    pairs: Any  # V int64: the same memory
    labels: Any  # V ids: a vertex of the component, or NONE
    smallest: Any  # V ids: the smallest vertex of the component that this vertex names
    edges: Any  # 2E int64: two lists of edges left, which take turns; source, and neighbor from bit HALF on
    state: Any


def numbered_strong_components(graph: Graph, device: Cuda | Python) -> tuple[Any, int]:
    """Numbered strong components, and how many.

    Raises DeviceError for more than MOST_VERTICES.
    """
    if graph.num_vertices > MOST_VERTICES:
        raise DeviceError(f"a GPU finds strong components of {MOST_VERTICES:,} vertices at most: use the CPU")
    numbering = new_numbering(graph.num_vertices, graph.csr.dst.dtype, device)
    signs = _search(graph, device, numbering)
    return numbering.components, int(signs.state[TOTAL])


def _search(graph: Graph, device: Cuda | Python, numbering: Numbering) -> Signs:
    xp, count, dtype = device.xp, graph.num_vertices, graph.csr.dst.dtype
    pairs = xp.empty(count, np.int64)
    signs = Signs(
        *graph.csr[:2],
        pairs.view(np.int32),
        pairs,
        xp.empty(count, dtype),
        xp.empty(count, dtype),
        xp.empty(2 * graph.num_edges, np.int64),
        xp.zeros(STATE_SIZE, np.int64),
    )
    changes = Changes(
        signs.edges.view(np.int32),
        xp.empty(2 * count, np.int64),
        numbering.components,
        numbering.numbers,
        xp.empty(2 * count, np.int32),
        xp.zeros(count, np.int32),
    )
    mask = (1 << max(1, (count - 1).bit_length())) - 1
    blocks, threads = device.running_at_once(THREADS)
    kernel: Any = device.bind(find_strong, signs, changes, numbering, mask, threads=threads)
    device.relaunch(blocks, threads, kernel, {})
    return signs


def find_strong(signs, changes, numbering, mask):
    """Round by round; see above."""
    goal, left, begin = int64(cuda.gridDim.x), int64(signs.dst.size), int64(0)
    sweeps, rounds, turn, allowed, hashed = int64(0), int64(0), int64(0), int64(SWEEPS), int64(0)
    mark, listed = int64(1), False
    for vertex in range(cuda.grid(1), signs.labels.size, cuda.gridsize(1)):
        put(signs.labels, vertex, NONE)
        put(signs.smallest, vertex, vertex)
    list_edges(signs)
    sample_hub(signs)
    goal = grid_barrier(signs.state, goal)
    hub = hub_of(signs, mask)
    while left:
        rounds += 1
        keys = keys_of(rounds, hashed, mask, hub)
        reset(signs, keys, begin, left)
        goal = grid_barrier(signs.state, goal)
        steps, look, changed = int64(0), int64(FIRST_SWEEPS), True
        while changed and steps < allowed:
            if cuda.grid(1) == 0:
                put(signs.state, CHANGES + (sweeps + 1) % 3, 0)
            if sweep(signs, keys, begin, left):
                put(signs.state, CHANGES + sweeps % 3, 1)
            goal = grid_barrier(signs.state, goal)
            changed = at(signs.state, CHANGES + sweeps % 3) != 0
            sweeps, steps = sweeps + 1, steps + 1
            if changed and hashed and steps >= look and left >= MANY:
                mark, levels, listed, goal = follow_changes(
                    signs, changes, keys, begin, left, mark, listed, goal
                )
                steps += levels
                look = steps if levels else steps + PAUSE
        if changed:
            hashed, allowed = int64(1), int64(UNLIMITED)
            continue
        if cuda.grid(1) == 0:
            put(signs.state, LENGTHS + (turn + 1) % 3, 0)
        settle(signs, keys, begin, left)
        keep_edges(signs, begin, left, LENGTHS + turn % 3)
        goal = grid_barrier(signs.state, goal)
        left, begin = at(signs.state, LENGTHS + turn % 3), signs.dst.size - begin
        hub, turn, listed = int64(NONE), turn + 1, False
    number_strong(signs, numbering, goal)


def sample_hub(signs):
    """Note the longest list of the vertices that some edges lead to."""
    index = int64(cuda.grid(1))
    if index < SAMPLE and signs.dst.size:
        vertex = at(signs.dst, (index + 1) * SPREAD % signs.dst.size)
        length = at(signs.src_ptr, vertex + 1) - at(signs.src_ptr, vertex)
        atomic_max(signs.state, HUB, min(length, LOW >> 1) << HALF | vertex)


def hub_of(signs, mask):
    """The vertex that gets the largest key, or NONE: then no key is larger than the mask."""
    noted = at(signs.state, HUB)
    skewed = (noted >> HALF) * signs.labels.size > SKEWED * signs.dst.size
    return noted & LOW if skewed and mask < MOST_VERTICES - 1 else int64(NONE)


def reset(signs, keys, begin, left):
    """Give the vertices that are left their own keys: those of the edges left, if these are few."""
    if left > signs.labels.size:
        for vertex in range(cuda.grid(1), signs.labels.size, cuda.gridsize(1)):
            if at(signs.labels, vertex) == NONE:
                reset_one(vertex, signs, keys)
        return
    for index in range(begin + cuda.grid(1), begin + left, cuda.gridsize(1)):
        edge = at(signs.edges, index)
        reset_one(edge & LOW, signs, keys)
        reset_one(edge >> HALF, signs, keys)


def reset_one(vertex, signs, keys):
    """Give the vertex its own key."""
    key = key_of(vertex, keys)
    put(signs.pairs, vertex, key | key << HALF)


def sweep(signs, keys, begin, left):
    """Raise the keys of the ends of each edge left; returns whether this thread raised one."""
    changed = False
    for index in range(begin + cuda.grid(1), begin + left, cuda.gridsize(1)):
        edge = at(signs.edges, index)
        source, neighbor = edge & LOW, edge >> HALF
        of_source, of_neighbor = at(signs.pairs, source), at(signs.pairs, neighbor)
        above, below = of_source & LOW, of_neighbor >> HALF  # the largest before the edge, and behind it
        before, behind = vertex_of(above, keys), vertex_of(below, keys)
        of_before, of_behind = at(signs.pairs, before), at(signs.pairs, behind)
        above, below = max(above, of_before & LOW), max(below, of_behind >> HALF)
        changed |= raise_both(signs, source, of_source, above, below)
        changed |= raise_both(signs, neighbor, of_neighbor, above, below)
        changed |= raise_both(signs, before, of_before, 0, below)
        changed |= raise_both(signs, behind, of_behind, above, 0)
        if of_source >> HALF != of_neighbor >> HALF:
            changed |= raise_other(signs, vertex_of(of_source >> HALF, keys), 0, above)
        if of_source & LOW != of_neighbor & LOW:
            changed |= raise_other(signs, vertex_of(of_neighbor & LOW, keys), 1, below)
    return changed


def settle(signs, keys, begin, left):
    """Label the vertices whose component is found."""
    for index in range(begin + cuda.grid(1), begin + left, cuda.gridsize(1)):
        edge = at(signs.edges, index)
        settle_one(edge & LOW, signs, keys)
        settle_one(edge >> HALF, signs, keys)


def settle_one(vertex, signs, keys):
    """Label the vertex if its component is found."""
    pair = at(signs.pairs, vertex)
    if pair & LOW == pair >> HALF:
        put(signs.labels, vertex, vertex_of(pair >> HALF, keys))


def number_strong(signs, numbering, goal):
    """Find the smallest vertex of each component, and number the components."""
    for vertex in range(cuda.grid(1), signs.labels.size, cuda.gridsize(1)):
        label = at(signs.labels, vertex)
        if label == NONE:
            put(signs.labels, vertex, vertex)
        elif vertex < at(signs.smallest, label):
            atomic_min(signs.smallest, label, vertex)
    goal = grid_barrier(signs.state, goal)
    lane, (begin, end), found = cuda.threadIdx.x % WARP_SIZE, own_part(signs.labels.size), int64(0)
    for base in range(begin, end, WARP_SIZE):
        vertex, is_first = base + lane, False
        if vertex < end:
            first = at(signs.smallest, at(signs.labels, vertex))
            put(signs.labels, vertex, first)
            is_first = first == vertex
        found += size_of(ballot(is_first))
    number_found(signs.labels, numbering, signs.state, (begin, end, found), goal)
