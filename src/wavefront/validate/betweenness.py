"""Rule checks that need no oracle: do these scores add up to the lengths of the shortest paths, each its own?

For each pair of vertices, one unit flows along the pair's shortest paths, shared among them. So the flow that
leaves a vertex along its out-edges is its score plus the flow that starts there. The flow that arrives is its
score plus the flow that ends there. All scores add up to the paths' inner vertices. These sums tell what is
wrong. A score that is too large by as much as another is too small is found by following the flow itself,
edge by edge, in NumPy. Distances are SciPy's.
"""

from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError, checked_flag
from ..graph import Graph
from ..graph.edges import as_array
from ..graph.vertices import checked_vertices, named, require_graph
from .distances import each_distance
from .kept import kept_part
from .rules import ValidationError, real_numbers

RELATIVE_ERROR = 1e-6  # of a sum


class Flow(NamedTuple):
    """What flows, in all, from each of the sources to every vertex."""

    starts: np.ndarray  # V: what starts at each vertex
    ends: np.ndarray  # V: what ends there
    through: np.ndarray  # V: what passes through
    along: np.ndarray  # E: what flows along each edge


def validate_betweenness(
    graph: Graph,
    scores: np.ndarray,
    edge_scores: np.ndarray | None = None,
    *,
    sources: np.ndarray | None = None,
    targets: np.ndarray | None = None,
    weighted: bool = False,
    normalized: bool = True,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check betweenness from all vertices, or from `sources`, as `betweenness_centrality` scales it.

    Parameters
    ----------
    targets, weighted, vertex_filter, edge_filter
        That function's. With filters the scores are checked as those of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) there is one score per vertex and, if edge
        scores are given, one per edge, none negative, and 0 where it is dropped; a sole source's own score is
        NaN, (2) scores add up to the inner vertices of the shortest paths, (3) only a vertex with in-edges
        and out-edges has a score, (4) edge scores at a vertex add up to its own score and the paths that
        start or end there, (5) each score is the flow through its vertex, or along its edge.
    """
    require_graph(graph)
    whole = graph.to_device("cpu")
    graph, kept, edges = kept_part(graph, vertex_filter, edge_filter)
    num_vertices, normalized = kept.size, checked_flag("normalized", normalized)
    starts = kept if sources is None else _checked_sources(graph, sources, kept)
    sampled = targets is None and starts.size < num_vertices
    counts = np.full(graph.num_vertices, targets is None)
    if targets is not None:
        counts[checked_vertices(graph, targets, "targets")] = True
    weights = graph.csr.weights if checked_flag("weighted", weighted) else None
    undefined = starts[: int(sampled and starts.size == 1 and num_vertices > 2)]
    dependencies = _checked(graph, "vertex", scores, undefined)
    _require_none(graph, "vertex", dependencies, kept)
    if num_vertices > 2:
        dependencies *= _pairs(graph, num_vertices - 1, starts.size, sampled, normalized)
        if sampled and starts.size > 1:
            dependencies[starts] *= (starts.size - 1) / starts.size
    flow = _flow(graph, starts, counts, weights)
    _check_sums(graph, dependencies, flow)
    if edge_scores is not None:
        along = _checked(whole, "edge", edge_scores, starts[:0])
        _require_none(whole, "edge", along, edges)
        along = along[edges]
        if num_vertices > 1:
            along *= _pairs(graph, num_vertices, starts.size, sampled, normalized)
        _check_edges(graph, dependencies, along, flow)
        _check_each_edge(graph, along, flow)
    _check_each_vertex(graph, dependencies, flow)


def _checked_sources(graph: Graph, sources: np.ndarray, kept: np.ndarray) -> np.ndarray:
    given = as_array(sources, "sources")
    if given.ndim != 1 or (kept.size and not given.size):
        raise InputError("sources must list the vertices that the result's paths start from")
    if not given.size:
        return kept[:0]
    starts = np.unique(checked_vertices(graph, sources, "sources"))
    if (dropped := np.setdiff1d(starts, kept)).size:
        raise InputError(f"sources: vertex {named(graph, dropped[0])} is dropped by vertex_filter")
    return starts


def _checked(graph: Graph, kind: str, values: np.ndarray, undefined: np.ndarray) -> np.ndarray:
    """Check rule 1. Returns a copy of the values, with 0 for the undefined ones."""
    array = real_numbers(f"{kind} scores", values).astype(np.float64)
    count = graph.num_vertices if kind == "vertex" else graph.num_edges
    if array.shape != (count,):
        raise ValidationError("1", f"{array.shape} {kind} scores for {count}")
    if not np.isnan(array[undefined]).all():
        (v,) = undefined
        raise ValidationError(
            "1", f"vertex {named(graph, v)} is the sole source and has the score {array[v]}"
        )
    array[undefined] = 0
    if (bad := np.flatnonzero(~(np.isfinite(array) & (array >= 0)))).size:
        place = named(graph, bad[0]) if kind == "vertex" else bad[0]
        raise ValidationError("1", f"{kind} {place} has the score {array[bad[0]]}")
    return array


def _require_none(graph: Graph, kind: str, values: np.ndarray, kept: np.ndarray) -> None:
    """Rule 1: what is dropped has no score."""
    odd = values != 0
    odd[kept] = False
    if (bad := np.flatnonzero(odd)).size:
        place = named(graph, bad[0]) if kind == "vertex" else bad[0]
        raise ValidationError("1", f"{kind} {place} is dropped and has the score {values[bad[0]]}")


def _pairs(graph: Graph, others: int, num_sources: int, sampled: bool, normalized: bool) -> float:
    """The divisor that scaled the dependencies."""
    sources = num_sources if sampled else others
    return sources * (others - 1 if normalized else (1 if graph.directed else 2) / others)


def _check_sums(graph: Graph, dependencies: np.ndarray, flow: Flow) -> None:
    """Rules 2 and 3."""
    total, inner = dependencies.sum(), flow.through.sum()
    if not np.isclose(total, inner, rtol=RELATIVE_ERROR):
        raise ValidationError("2", f"scores stand for {total:g} inner vertices of paths, of {inner:g}")
    dead_ends = (graph.out_degrees == 0) | (graph.in_degrees == 0)
    if (bad := np.flatnonzero(dead_ends & (dependencies > 0))).size:
        raise ValidationError("3", f"vertex {named(graph, bad[0])} leads nowhere, but has a score")


def _flow(graph: Graph, sources: np.ndarray, counts: np.ndarray, weights: np.ndarray | None) -> Flow:
    """What flows from the sources to the vertices that count."""
    lengths = np.ones(graph.num_edges) if weights is None else weights.astype(np.float64)
    starts, ends, through = np.zeros((3, graph.num_vertices))
    flow = Flow(starts, ends, through, np.zeros(graph.num_edges))
    for source, distances in each_distance(graph, sources, None if weights is None else lengths):
        joined = np.isfinite(distances) & (distances > 0) & counts
        starts[source] = joined.sum()
        ends += joined
        _follow(graph, distances, lengths, counts, flow)
    return flow


def _follow(graph: Graph, distances: np.ndarray, lengths: np.ndarray, counts: np.ndarray, flow: Flow) -> None:
    """Add what flows from one source, at these distances: forth to share it by paths, then back to add it up.

    Numbers of paths are kept as logarithms: on a grid of a thousand rows they are more than float64 holds.
    """
    src, dst, _ = graph.coo
    arriving = distances[src] + lengths
    tight = np.flatnonzero((arriving == distances[dst]) & np.isfinite(arriving))
    tight = tight[np.argsort(distances[src[tight]], kind="stable")]
    levels = np.split(tight, np.flatnonzero(np.diff(distances[src[tight]])) + 1)
    paths = np.where(distances == 0, 0.0, -np.inf)
    for edges in levels:
        np.logaddexp2.at(paths, dst[edges], paths[src[edges]])
    passing = np.zeros(graph.num_vertices)
    for edges in reversed(levels):
        carried = np.exp2(paths[src[edges]] - paths[dst[edges]]) * (counts[dst[edges]] + passing[dst[edges]])
        flow.along[edges] += carried
        np.add.at(passing, src[edges], carried)
    passing[distances == 0] = 0
    flow.through[:] += passing


def _check_edges(graph: Graph, dependencies: np.ndarray, along: np.ndarray, flow: Flow) -> None:
    """Rule 4. An undirected edge's score is the sum for both directions."""
    src, dst, _ = graph.coo
    leaving = np.bincount(src, along, minlength=graph.num_vertices)
    if graph.directed:
        arriving = np.bincount(dst, along, minlength=graph.num_vertices)
        checks = [(leaving, dependencies + flow.starts), (arriving, dependencies + flow.ends)]
    else:
        checks = [(leaving, 2 * dependencies + flow.starts + flow.ends)]
    for found, expected in checks:
        if (bad := np.flatnonzero(_differ(found, expected))).size:
            v = bad[0]
            problem = f"edge scores at vertex {named(graph, v)} stand for {found[v]:g} paths"
            raise ValidationError("4", f"{problem}, its own for {expected[v]:g}")


def _check_each_edge(graph: Graph, along: np.ndarray, flow: Flow) -> None:
    """Rule 5 for edges."""
    expected = flow.along if graph.directed else flow.along + flow.along[graph.csc_slots]
    if (bad := np.flatnonzero(_differ(along, expected))).size:
        e = bad[0]
        edge = f"edge {named(graph, graph.coo.src[e])} -> {named(graph, graph.coo.dst[e])}"
        raise ValidationError(
            "5", f"{edge} has a score for {along[e]:g} paths; {expected[e]:g} lead along it"
        )


def _check_each_vertex(graph: Graph, dependencies: np.ndarray, flow: Flow) -> None:
    """Rule 5 for vertices."""
    if (bad := np.flatnonzero(_differ(dependencies, flow.through))).size:
        v = bad[0]
        problem = f"vertex {named(graph, v)} has a score for {dependencies[v]:g} paths"
        raise ValidationError("5", f"{problem}; {flow.through[v]:g} lead through it")


def _differ(found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    different: np.ndarray = ~np.isclose(found, expected, rtol=RELATIVE_ERROR, atol=RELATIVE_ERROR)
    return different
