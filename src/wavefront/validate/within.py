"""Rule checks that need no oracle: are these the vertices within a radius, their distances and predecessors?

The checks are NumPy over whole arrays, share no code with the search, and cost what the balls do.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from ..errors import InputError, checked_flag, checked_integer, checked_number
from ..graph import Graph
from ..graph.edges import as_array
from ..graph.vertices import checked_vertices, named, require_graph
from .kept import kept_graph
from .rules import ValidationError, signed_integers


class _Balls(NamedTuple):
    """The balls, entry by entry: the keys, of ball and vertex, are all different."""

    ball: np.ndarray
    vertex: np.ndarray
    distance: np.ndarray
    keys: np.ndarray  # in `order`, ascending
    order: np.ndarray

    def entries(self, ball: np.ndarray, vertex: np.ndarray, num_vertices: int) -> np.ndarray:
        """The entries of these vertices in these balls; -1 where there is none."""
        wanted = ball * num_vertices + vertex
        places = np.minimum(np.searchsorted(self.keys, wanted), self.keys.size - 1)
        return np.where(self.keys[places] == wanted, self.order[places], -1)


def validate_within(
    graph: Graph,
    source: int | np.ndarray,
    radius: float,
    vertices: np.ndarray,
    distances: np.ndarray,
    predecessors: np.ndarray,
    offsets: np.ndarray,
    weighted: bool = False,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check the vertices within a radius of one or several sources.

    Parameters
    ----------
    vertices, distances, predecessors
        N vertex ids, numbers and vertex ids, or -1: one ball after the other.
    offsets
        S+1 integers: where each ball begins.
    weighted
        Whether a distance is a sum of weights. Sums are compared in the wider of their two types.
    vertex_filter, edge_filter
        Those of the search: it is checked as one of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) the offsets split the entries into a
        ball per source, (2) every ball begins with its source at distance 0, without predecessor, (3) its
        vertices are different and ascend by distance, then id, all within the radius, (4) an edge from a
        vertex in the ball to a distance within the radius leads to a vertex in the ball, no further away,
        (5) the predecessor of every other vertex is in the ball and is joined to the vertex by an edge of
        the length that is between them, (6) the predecessors form no cycle.
    """
    require_graph(graph)
    graph = kept_graph(graph, vertex_filter, edge_filter)
    sources, weighted = checked_vertices(graph, source, "source"), checked_flag("weighted", weighted)
    if weighted:  # float64, beside which float32 distances are not rounded
        radius = np.float64(checked_number("radius", radius, "a number, 0 or more"))
    else:
        radius = checked_integer("radius", radius, 0, None)  # type: ignore[arg-type]
    ids, parents = signed_integers("vertices", vertices), signed_integers("predecessors", predecessors)
    lengths = Cpu().array(as_array(distances, "distances"))
    if lengths.dtype.kind not in ("fi" if weighted else "i"):
        raise InputError(f"distances are {'numbers' if weighted else 'integers'}, not {lengths.dtype}")
    if lengths.dtype.kind == "i":
        lengths = lengths.astype(np.float64 if weighted else np.int64)
    bounds = signed_integers("offsets", offsets)
    _check_sizes(sources, bounds, (ids, lengths, parents))
    balls = _checked_balls(graph, sources, radius, ids, lengths, bounds)
    if (odd := np.flatnonzero(parents[bounds[:-1]] != -1)).size:
        raise ValidationError("2", f"source {named(graph, sources[odd[0]])} has a predecessor")
    tight = _check_edges(graph, radius, weighted, balls)
    _check_predecessors(graph, parents, balls, bounds, tight)


def _check_sizes(sources: np.ndarray, offsets: np.ndarray, arrays: tuple[np.ndarray, ...]) -> None:
    size = arrays[0].size
    if any(array.shape != (size,) for array in arrays):
        raise ValidationError("1", f"arrays of the shapes {[array.shape for array in arrays]}")
    if offsets.shape != (sources.size + 1,) or offsets[0] != 0 or offsets[-1] != size:
        raise ValidationError("1", f"the offsets aren't those of {sources.size} balls and {size} entries")
    if (empty := np.flatnonzero(offsets[1:] <= offsets[:-1])).size:
        raise ValidationError("1", f"ball {empty[0]} has no entries")


def _checked_balls(
    graph: Graph,
    sources: np.ndarray,
    radius: float,
    ids: np.ndarray,
    lengths: np.ndarray,
    offsets: np.ndarray,
) -> _Balls:
    """The balls, after rules 2 and 3."""
    if (odd := np.flatnonzero((ids < 0) | (ids >= graph.num_vertices))).size:
        raise ValidationError("3", f"{ids[odd[0]]} is no vertex")
    if (odd := np.flatnonzero((ids[offsets[:-1]] != sources) | (lengths[offsets[:-1]] != 0))).size:
        raise ValidationError("2", f"ball {odd[0]} doesn't begin with its source at distance 0")
    if (odd := np.flatnonzero(~((lengths >= 0) & (lengths <= radius) & (lengths < np.inf)))).size:
        problem = f"vertex {named(graph, ids[odd[0]])} is at distance {lengths[odd[0]]}"
        raise ValidationError("3", f"{problem}, the radius is {radius}")
    ball = np.repeat(np.arange(sources.size), np.diff(offsets))
    ascends = (lengths[1:] > lengths[:-1]) | ((lengths[1:] == lengths[:-1]) & (ids[1:] > ids[:-1]))
    ascends[offsets[1:-1] - 1] = True  # the first of a ball
    follows_source = offsets[:-1][np.diff(offsets) > 1]
    ascends[follows_source] = True  # a weight of 0 may lead there, and to a smaller id
    if (odd := np.flatnonzero(~ascends)).size:
        raise ValidationError("3", f"vertex {named(graph, ids[odd[0] + 1])} is out of order")
    keys = ball * graph.num_vertices + ids
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    if (odd := np.flatnonzero(keys[1:] == keys[:-1])).size:
        raise ValidationError("3", f"vertex {named(graph, ids[order[odd[0]]])} is in a ball twice")
    return _Balls(ball, ids, lengths, keys, order)


def _check_edges(graph: Graph, radius: float, weighted: bool, balls: _Balls) -> tuple[np.ndarray, np.ndarray]:
    """Rule 4; the entries at both ends of each edge that is as long as its ends are apart."""
    src_ptr, dst, weights = graph.csr
    starts, degrees = src_ptr[balls.vertex], src_ptr[balls.vertex + 1] - src_ptr[balls.vertex]
    entry = np.repeat(np.arange(balls.vertex.size), degrees)
    edge = np.arange(entry.size) - np.repeat(np.cumsum(degrees) - degrees, degrees) + starts[entry]
    one = np.ones(1, np.float64 if weighted else np.int64)
    with np.errstate(over="ignore"):
        ends = balls.distance[entry] + (one if weights is None or not weighted else weights[edge])
    neighbor = balls.entries(balls.ball[entry], dst[edge].astype(np.int64), graph.num_vertices)
    near = (ends <= radius) & (ends < np.inf)
    known = np.where(neighbor >= 0, balls.distance[neighbor], np.inf)
    if (odd := np.flatnonzero(near & ~(known <= ends))).size:
        names = named(graph, balls.vertex[entry[odd[0]]]), named(graph, dst[edge[odd[0]]])
        problem = f"edge {names[0]} -> {names[1]} leads to {names[1]} in {ends[odd[0]]}"
        where = f"at {known[odd[0]]}" if neighbor[odd[0]] >= 0 else "not in the ball"
        raise ValidationError("4", f"{problem}, which is {where}")
    tight = (neighbor >= 0) & (ends == known)
    return entry[tight], neighbor[tight]


def _check_predecessors(
    graph: Graph,
    parents: np.ndarray,
    balls: _Balls,
    offsets: np.ndarray,
    tight: tuple[np.ndarray, np.ndarray],
) -> None:
    """Rules 5 and 6, given the ends of the tight edges."""
    joined = np.zeros(parents.size, bool)
    joined[offsets[:-1]] = True
    source, neighbor = tight
    joined[neighbor[parents[neighbor] == balls.vertex[source]]] = True
    if (odd := np.flatnonzero(~joined)).size:
        v = balls.vertex[odd[0]]
        raise ValidationError("5", f"no edge from {parents[odd[0]]} accounts for vertex {named(graph, v)}")
    above = np.where(
        parents < 0, np.arange(parents.size), balls.entries(balls.ball, parents, graph.num_vertices)
    )
    for _ in range(parents.size.bit_length()):
        above = above[above]
    if (odd := np.flatnonzero(above != offsets[balls.ball])).size:
        v = balls.vertex[odd[0]]
        raise ValidationError("6", f"the predecessors of vertex {named(graph, v)} don't lead to its source")
