"""Strongly connected components on a CPU, in several steps.

Slota, Rajamanickam and Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components
and Related Problems", IPDPS 2014:

1. Trim: a vertex without in-edges, or without out-edges, among the vertices left is a component of its own.
   It is removed, and other vertices may then be such.
2. Search forward and backward from a vertex of high degree: the vertices that both searches reach are its
   component, mostly the largest.
3. Color: the largest id spreads along the edges; the vertices of a color that reach back to the vertex of
   that id are a component. All colors at once, until few vertices are left.
4. One CPU thread finds the rest, by the path-based method: Gabow, "Path-based depth-first search for strong
   and biconnected components", Information Processing Letters 2000.

On long chains a search would take many steps of few vertices each. So a search is given up after MAX_STEPS,
and step 4 finds the rest. A CPU of few threads begins with step 4. Work O(V + E), and as much again for each
round of coloring.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_cas, atomic_exch, atomic_max, atomic_min
from ...device import Cpu
from ...frontier import Frontier
from ...graph import Graph
from ...operators import advance, enact

NONE = -1  # no component yet
# CPU threads from which steps 1 to 3 are worth it: with one thread, they took 1.4 times as long as step 4
# alone, on Kronecker 18 and uniform 18 with one in five of the directed edges kept.
MIN_THREADS = 4
MAX_STEPS = 100  # of one search; a step takes about 0.1 ms at least
MAX_ROUNDS = 8  # of coloring
SERIAL_VERTICES = 100_000  # vertices left up to which one thread takes over; the paper's section IV


class Search(NamedTuple):
    """What the functors work on."""

    labels: Any  # V ids: a vertex of the component, or NONE
    values: Any  # V integers: edges left, marks or colors
    claims: Any  # V int32: the step in which the vertex was last put into the frontier
    pivot: int
    step: int


def lose_edge(source, neighbor, edge, search):
    """The source was removed; whether the neighbor goes too, left without edges in this direction."""
    if atomic_add(search.values, neighbor, -1) != 1:
        return False
    return atomic_cas(search.labels, neighbor, NONE, neighbor) == NONE


def mark(source, neighbor, edge, search):
    """Mark a neighbor that is left and isn't marked."""
    if search.labels[neighbor] != NONE or search.values[neighbor] != 0:
        return False
    return atomic_exch(search.values, neighbor, 1) == 0


def join_pivot(source, neighbor, edge, search):
    """A marked neighbor, reached backward, is of the pivot's component."""
    if search.values[neighbor] == 0 or search.labels[neighbor] != NONE:
        return False
    return atomic_cas(search.labels, neighbor, NONE, search.pivot) == NONE


def spread(source, neighbor, edge, search):
    """Give the neighbor the source's color if that is larger; each neighbor goes on once per step."""
    color = search.values[source]
    if search.labels[neighbor] != NONE or not search.values[neighbor] < color:
        return False
    if not atomic_max(search.values, neighbor, color) < color:
        return False
    return atomic_exch(search.claims, neighbor, search.step) != search.step


def join_color(source, neighbor, edge, search):
    """A neighbor of the same color, reached backward, is of the component that gave it."""
    color = search.labels[source]
    if search.labels[neighbor] != NONE or search.values[neighbor] != color:
        return False
    return atomic_cas(search.labels, neighbor, NONE, color) == NONE


def follow_paths(_, src_ptr, dst, order, next_edge, calls, path, bounds, labels):
    """Find the components of all vertices without a label, by one thread.

    `path` holds the vertices that are not in a component yet, `bounds` the order of those that begin one, as
    far as is known.
    """
    visited = 0
    for root in range(labels.size):
        if labels[root] != NONE:
            continue
        calls[0], depth, on_path, begun = root, 1, 0, 0
        while depth > 0:
            vertex = calls[depth - 1]
            if order[vertex] == 0:
                visited += 1
                order[vertex], bounds[begun], path[on_path] = visited, visited, vertex
                begun, on_path = begun + 1, on_path + 1
            if next_edge[vertex] < src_ptr[vertex + 1]:
                neighbor = dst[next_edge[vertex]]
                next_edge[vertex] += 1
                if labels[neighbor] == NONE and order[neighbor] == 0:
                    calls[depth] = neighbor
                    depth += 1
                elif labels[neighbor] == NONE:  # a cycle: no later vertex begins a component
                    while bounds[begun - 1] > order[neighbor]:
                        begun -= 1
                continue
            depth -= 1
            if bounds[begun - 1] == order[vertex]:
                begun -= 1
                while labels[vertex] == NONE:
                    on_path -= 1
                    labels[path[on_path]] = vertex


def note_smallest(vertex, labels, smallest):
    """Lower the smallest vertex of this one's component."""
    if vertex < smallest[labels[vertex]]:  # a plain read first: few are smaller
        atomic_min(smallest, labels[vertex], vertex)


def strong_components(graph: Graph, device: Cpu) -> Any:
    """V vertex ids: the smallest of each vertex's component."""
    labels = np.full(graph.num_vertices, NONE, graph.csr.dst.dtype)
    if device.threads >= MIN_THREADS:
        _search_in_parallel(graph, labels, device)
    if (labels == NONE).any():
        _finish(graph, labels)
    smallest = np.full(labels.size, labels.size, labels.dtype)
    device.for_each(labels.size, note_smallest, labels, smallest)
    return smallest.take(labels)


def _search_in_parallel(graph: Graph, labels: Any, device: Cpu) -> None:
    """Steps 1 to 3; vertices that no search reached in time keep NONE."""
    backward = Graph.from_csr(graph.csc.dst_ptr, graph.csc.src, check=False)
    _trim(graph, backward, labels, device)
    in_time, rounds = _pivot_component(graph, backward, labels, device), 0
    while in_time and rounds < MAX_ROUNDS and int((labels == NONE).sum()) > SERIAL_VERTICES:
        in_time = _color(graph, backward, labels, device)
        rounds += 1


def _run(graph: Graph, frontier: Frontier, functor: Any, search: Search) -> bool:
    """Advance until the frontier is empty; returns whether it became empty in time."""
    enact(
        lambda step: advance(graph, frontier, functor, search._replace(step=step)),
        frontier,
        max_iterations=MAX_STEPS,
    )
    return not frontier.size


def _searching(graph: Graph, labels: Any, values: Any, device: Cpu) -> tuple[Frontier, Search]:
    claims = np.zeros(graph.num_vertices, np.int32)
    return Frontier(graph, device=device, queue_sizing=0), Search(labels, values, claims, NONE, 0)


def _trim(graph: Graph, backward: Graph, labels: Any, device: Cpu) -> None:
    out_left, in_left = graph.out_degrees.copy(), backward.out_degrees.copy()
    frontier, leaving = _searching(graph, labels, in_left, device)
    others, entering = _searching(backward, labels, out_left, device)
    first = np.flatnonzero((in_left == 0) | (out_left == 0))
    labels[first] = first
    frontier.load(first)

    def step(_: int) -> None:
        others.load(frontier.items)
        advance(graph, frontier, lose_edge, leaving)
        advance(backward, others, lose_edge, entering)
        frontier.load(np.concatenate([frontier.items, others.items]))

    enact(step, frontier, max_iterations=MAX_STEPS)


def _pivot_component(graph: Graph, backward: Graph, labels: Any, device: Cpu) -> bool:
    """Label the component of one vertex; returns whether its searches ended in time."""
    pairs = graph.out_degrees.astype(np.int64) * backward.out_degrees
    pairs[labels != NONE] = -1
    if not pairs.size or int(pairs.max()) < 0:
        return True
    pivot = int(pairs.argmax())
    marks = np.zeros(graph.num_vertices, np.int32)
    marks[pivot] = 1
    frontier, search = _searching(graph, labels, marks, device)
    if not _run(graph, frontier.load(pivot), mark, search):
        return False
    labels[pivot] = pivot
    if _run(backward, frontier.load(pivot), join_pivot, search._replace(pivot=pivot)):
        return True
    labels[labels == pivot] = NONE
    return False


def _color(graph: Graph, backward: Graph, labels: Any, device: Cpu) -> bool:
    """Do a round of coloring; returns whether its searches ended in time."""
    left = np.flatnonzero(labels == NONE)
    colors = np.arange(graph.num_vertices, dtype=labels.dtype)
    frontier, search = _searching(graph, labels, colors, device)
    if not _run(graph, frontier.load(left), spread, search):
        return False
    roots = left[colors.take(left) == left]
    labels[roots] = roots
    if _run(backward, frontier.load(roots), join_color, search):
        return True
    labels[left] = NONE
    return False


def _finish(graph: Graph, labels: Any) -> None:
    src_ptr, dst, _ = graph.csr
    order, *stacks = (np.zeros(labels.size, dst.dtype) for _ in range(4))
    Cpu(threads=1).for_each(1, follow_paths, src_ptr, dst, order, src_ptr[:-1].copy(), *stacks, labels)
