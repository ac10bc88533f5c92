"""Connected components where one search reaches nearly all: over GPUs that reach one another's memory.

The search is fused_peers.py's, from the vertex of most edges: on skewed and on random graphs it reaches the
giant component in a few levels, each vertex by one look mostly. What it leaves is told to all ranks, edge by
edge, and each joins that by itself. Whatever takes more levels, or leaves more, is left to components.py, as
are directed graphs, whose edges a search follows one way only.

Work O((V + E) / ranks), and a look at V / 8 bytes; messages of 24 bytes for each edge of what is left.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import link, root_of
from ..atomics import atomic_add, atomic_min
from ..device import Cpu
from ..frontier.bitmap import WORD_SIZE, insert
from . import fused_peers
from .forest import NO_TREE
from .graph import DistributedGraph
from .numbering import ends_of, number_of, words_of_alone

DEPTH = 16  # levels; a graph of more is long, and its search would take longer than trees take
REST_SHARE = 16  # what the search leaves has an edge for so many vertices, at most
# Own vertices that are left, and their edges; whether one that is reached has the last level; the smallest.
COUNT, EDGES, IS_CUT, SMALLEST, STATE_SIZE = range(5)
ROW = 3  # an edge that is left: the places of both ends, and the first one's id


class Reached(NamedTuple):
    """What the search has found of the rank's own vertices."""

    levels: Any
    left: Any  # vertices with edges that it has not reached, as far as there is room
    state: Any  # counts of these, whether a vertex has the last level, and the smallest id that was reached


class Rest(NamedTuple):
    """The trees of what is left, over the places of all ranks; only places that are left have entries."""

    parents: Any
    smallest: Any  # the smallest id of a root's tree
    first: Any  # of the rank's own places


def components(graph: DistributedGraph, linked: int, trees: tuple[Any, Any]) -> tuple[Any, int] | None:
    """Each own vertex's component, and how many there are; None where trees are the way. A collective.

    So many own vertices have edges. The trees' arrays have a number for each place.
    """
    if graph.directed or not graph.num_edges or "_is_left_to_trees" in vars(graph):
        return None
    peers = fused_peers.any_peers_of(graph)
    if peers is None:
        return None
    usual = fused_peers.ALPHA, fused_peers.BETA
    levels, _ = fused_peers.bfs(graph, peers, _hub(graph), None, False, *usual, last_level=DEPTH)
    told, left = _told(graph, levels, linked)
    edges = told[:, EDGES]
    if told[:, IS_CUT].any() or edges.sum() * REST_SHARE > graph.num_vertices:
        vars(graph)["_is_left_to_trees"] = True  # on all ranks: the next call is spared the search
        return None
    rest = Rest(*trees, graph.partition.first)
    firsts = words_of_alone(graph, linked).copy()
    smallest = int(told[:, SMALLEST].min())
    firsts[smallest // WORD_SIZE] |= np.uint32(1 << smallest % WORD_SIZE)
    if edges.any():
        _join(graph, rest, left, edges, firsts)
    ends = ends_of(graph, firsts)
    numbers = graph.device.xp.empty(graph.ids.size, graph.ids.dtype)
    found = smallest, levels, rest, firsts, ends, numbers
    graph.device.for_each(numbers.size, number_own, graph.ids, linked, *found)
    return numbers, int(ends[-1])


def _hub(graph: DistributedGraph) -> int:
    """A vertex of most edges: the first rank's first. A collective, when asked first."""
    if "_hub" not in vars(graph):
        own = int(graph.ids[0]) if graph.partition.rank == 0 else 0
        vars(graph)["_hub"] = int(graph.communicator.sum(np.array([own], np.int64))[0])
    hub: int = vars(graph)["_hub"]
    return hub


def _told(graph: DistributedGraph, levels: Any, linked: int) -> tuple[np.ndarray, Any]:
    """What each rank tells of its vertices, a row of a state each; and this rank's that are left."""
    device, xp = graph.device, graph.device.xp
    room = min(linked, graph.num_vertices // REST_SHARE)
    state = device.array(np.array([0, 0, 0, graph.num_vertices], np.int64))
    reached = Reached(levels, xp.empty(room, np.int64), state)
    device.for_each(linked, look, graph.out.ptr, graph.ids, reached)
    told = np.empty((graph.partition.size, STATE_SIZE), np.int64)
    graph.communicator.gather(told.reshape(-1), Cpu().array(state))
    return told, reached.left[: int(told[graph.partition.rank, COUNT])]


def _join(graph: DistributedGraph, rest: Rest, left: Any, edges: np.ndarray, firsts: Any) -> None:
    """Join what is left along its edges, of which each rank has so many, and note each tree's smallest id."""
    device, xp, part, most = graph.device, graph.device.xp, graph.partition, int(edges.max())
    rows, counter = xp.full(ROW * most, NO_TREE, np.int64), xp.zeros(1, np.int64)
    device.for_each(left.size, list_edges, left, part.first, graph.out, graph.ids, rows, counter)
    every = xp.empty(part.size * rows.size, np.int64)
    graph.communicator.gather(every, rows)
    for step in (plant, link_ends, lower, note_smallest):
        device.for_each(every.size // ROW, step, every, rest, firsts, graph.num_vertices)


def look(local, ptr, ids, reached):
    """Note whether the search has reached an own vertex."""
    level = reached.levels[local]
    if level < 0:
        slot = atomic_add(reached.state, COUNT, 1)
        atomic_add(reached.state, EDGES, ptr[local + 1] - ptr[local])
        if slot < reached.left.size:
            reached.left[slot] = local
    else:
        if level == DEPTH:
            reached.state[IS_CUT] = 1
        if ids[local] < reached.state[SMALLEST]:  # asked first: many wait for the same word
            atomic_min(reached.state, SMALLEST, np.int64(ids[local]))


def list_edges(item, left, first, out, ids, rows, counter):
    """List the edges of an own vertex that is left."""
    local = left[item]
    for edge in range(out.ptr[local], out.ptr[local + 1]):
        slot = ROW * atomic_add(counter, 0, 1)
        rows[slot], rows[slot + 1], rows[slot + 2] = first + local, out.places[edge], ids[local]


def plant(row, rows, rest, firsts, unknown):
    """Have a place that is left be a root: it has an edge, and so it comes first in some row."""
    place = rows[ROW * row]
    if place != NO_TREE:
        rest.parents[place], rest.smallest[place] = place, unknown


def link_ends(row, rows, rest, firsts, unknown):
    """Join the trees of an edge's ends."""
    place = rows[ROW * row]
    if place != NO_TREE:
        link(place, rows[ROW * row + 1], rest.parents)


def lower(row, rows, rest, firsts, unknown):
    """Lower the smallest id of a tree to that of a place in it."""
    place, vertex = rows[ROW * row], rows[ROW * row + 2]
    if place != NO_TREE:
        root = root_of(place, NO_TREE, rest)
        if vertex < rest.smallest[root]:
            atomic_min(rest.smallest, root, vertex)


def note_smallest(row, rows, rest, firsts, unknown):
    """Note a vertex that is the smallest of its tree."""
    place, vertex = rows[ROW * row], rows[ROW * row + 2]
    if place != NO_TREE and rest.smallest[root_of(place, NO_TREE, rest)] == vertex:
        insert(firsts, vertex)


def number_own(local, ids, linked, smallest, levels, rest, firsts, ends, numbers):
    """Give an own vertex the number of its component."""
    first = np.int64(ids[local])
    if local < linked and levels[local] >= 0:
        first = np.int64(smallest)
    elif local < linked:
        first = np.int64(rest.smallest[root_of(rest.first + local, NO_TREE, rest)])
    numbers[local] = number_of(first, firsts, ends)
