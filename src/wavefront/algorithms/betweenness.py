"""Betweenness centrality: of all shortest paths, the share that leads through a vertex, or along an edge.

Method: Brandes, "A Faster Algorithm for Betweenness Centrality", Journal of Mathematical Sociology 2001;
edges as in his "On Variants of Shortest-Path Betweenness Centrality", Social Networks 2008. For each source
a search counts the shortest paths to every vertex, then the dependencies on every vertex are added up from
the last level back. Of W, one level on, with c(W) paths and dependency d(W), its in-neighbor V has c(V)
times the credit (1 + d(W)) / c(W).

Each vertex gathers: path counts from in-neighbors one level back, credits from out-neighbors one level on, so
that no sum is written by two threads. betweenness_cpu.py is the form for the CPU where there are enough
sources, or many levels. Work O(V + E) a source.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, Device, get_device, working_on
from ..errors import InputError, checked_integer
from ..frontier import UNVISITED, Frontier, claim
from ..operators import advance, compute, enact, filter, neighbor_reduce
from .betweenness_cpu import LARGE_COUNT, LEAST_COUNT, SHRINK, add_scores_by_source, out_of_range
from .result import in_numpy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..graph import Graph

LARGE_BITS = math.log2(LARGE_COUNT)
MIN_MEAN_DEGREE = 16  # stored edges a vertex from which there are few levels, of many vertices


class Paths(NamedTuple):
    """The problem: one source's shortest paths, and the scores from all sources so far."""

    levels: Any  # V int32
    counts: Any  # V: shortest paths from the source, divided by the level's power of two
    sums: Any  # V: the credits of the out-neighbors one level on
    credits: Any  # V: what a path to the vertex is worth to an in-neighbor
    scores: Any  # V: dependencies, over all sources
    edge_scores: Any  # E likewise, none if they aren't wanted
    level: int = 0  # that is worked on
    shrink: float = 1.0  # the next level's power of two against this one's


@dataclass(frozen=True, eq=False)
class BetweennessResult:
    """Betweenness of every vertex and, if it was asked for, every edge.

    Attributes
    ----------
    scores
        V float64.
    edge_scores
        E float64 in the order of `graph.csr`, the same in both directions of an undirected edge; None if
        they weren't asked for.
    sources
        The vertices that paths were followed from, ascending.
    device
        What ran.
    """

    graph: Graph
    scores: np.ndarray
    edge_scores: np.ndarray | None
    sources: np.ndarray
    device: Device

    def to_numpy(self) -> BetweennessResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        used = f"{self.sources.size:,} sources on {self.device.name}"
        return f"BetweennessResult({self.scores.size:,} vertices, {used})"


def betweenness_centrality(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray | None = None,
    *,
    normalized: bool = True,
    edges: bool = False,
    seed: int = 0,
    device: str | Device = "auto",
) -> BetweennessResult:
    """Of the shortest paths between all pairs of vertices, the share through each vertex, its ends left out.

    Weights are ignored; two parallel edges make two paths, where NetworkX sees one: `simplified` merges them.

    Parameters
    ----------
    sources
        Where paths start: by default at every vertex, which is exact. A number draws so many at random; a
        list names them. Scores are then scaled up to estimate the exact ones.
    normalized
        Divide by the number of pairs that a path through the vertex, or along the edge, can join. Else scores
        count pairs, those of an undirected graph once. Both are NetworkX's, for samples too: a vertex
        has one source fewer if it is one itself, so that a sole source's own score is NaN.
    edges
        Whether to score edges as well.
    seed
        Of the draw: 0 or more.
    device
        As of `bfs`.

    Raises
    ------
    InputError
        For sources that are no vertices, none, or a number that isn't from 1 to V; for a wrong seed; or where
        the numbers of shortest paths to one level's vertices differ by more than float64 can hold, about
        2**1500: on grids of more than 1500 x 1500.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    starts = _sources(graph, sources, seed)
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        xp, num_vertices = where.xp, graph.num_vertices
        scores, edge_scores = xp.zeros(num_vertices), xp.zeros(graph.num_edges if edges else 0)
        if isinstance(where, Cpu) and prefers_own_sources(views, starts.size, where):
            add_scores_by_source(views, starts, where, scores, edge_scores)
        else:
            _add_scores(views, starts, where, scores, edge_scores)
        if edges and not graph.directed:
            edge_scores += edge_scores[views.csc_slots]  # of the other direction
        _scale(graph, xp.asarray(starts), normalized, scores, edge_scores)
    return BetweennessResult(graph, scores, edge_scores if edges else None, starts, where)


def prefers_own_sources(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether a thread should take a source for itself: there are enough, or levels may be many and small."""
    return num_sources >= device.threads or graph.num_edges < MIN_MEAN_DEGREE * graph.num_vertices


def label(source, neighbor, edge, paths):
    """A pull: the neighbor, which no one else looks at, is one level on."""
    paths.levels[neighbor] = paths.level
    return True


def discover(source, neighbor, edge, paths):
    """A push: the neighbor is one level on, if it wasn't reached before."""
    return claim(paths.levels, neighbor, paths.level)


def is_unvisited(vertex, paths):
    """Whether the vertex has no level."""
    return paths.levels[vertex] == UNVISITED


def count(source, neighbor, edge, paths):
    """The shortest paths to the neighbor that come through the source."""
    if paths.levels[source] == paths.level - 1:
        return paths.counts[source]
    return 0.0


def credit(source, neighbor, edge, paths):
    """What the neighbor is worth to a path to the source, if it is one level on."""
    if paths.levels[neighbor] == paths.level + 1:
        return paths.credits[neighbor] * paths.shrink
    return 0.0


def credit_along(source, neighbor, edge, paths):
    """As `credit`; the edge's score gets its part. No other thread looks at this edge."""
    worth = credit(source, neighbor, edge, paths)
    paths.edge_scores[edge] += paths.counts[source] * worth
    return worth


def settle(vertex, paths):
    """The vertex's score and credit, now that the level after its own has credits."""
    paths.scores[vertex] += paths.counts[vertex] * paths.sums[vertex]
    paths.credits[vertex] = 1 / paths.counts[vertex] + paths.sums[vertex]


def _add_scores(graph: Graph, sources: np.ndarray, device: Device, scores: Any, edge_scores: Any) -> None:
    """Add the dependencies of each source; all threads work on one level."""
    xp, num_vertices = device.xp, graph.num_vertices
    levels = xp.empty(num_vertices, np.int32)
    counts, sums, credits = (xp.empty(num_vertices) for _ in range(3))
    paths = Paths(levels, counts, sums, credits, scores, edge_scores)
    frontier = Frontier(graph, device=device)
    for source in sources.tolist():
        levels[:] = UNVISITED
        levels[source], counts[source] = 0, 1
        layers, shrinks = _search(graph, source, frontier, paths)
        credit_of = credit_along if edge_scores.size else credit
        for level in range(len(layers) - 1, 0, -1):
            _show(frontier, layers[level])
            step = paths._replace(level=level, shrink=shrinks[level])
            neighbor_reduce(graph, credit_of, step, sums, frontier=frontier)
            compute(frontier, settle, step)
        if edge_scores.size:
            _show(frontier, layers[0])
            step = paths._replace(level=0, shrink=shrinks[0])
            neighbor_reduce(graph, credit_of, step, sums, frontier=frontier)


def _search(graph: Graph, source: int, frontier: Frontier, paths: Paths) -> tuple[list[Any], list[float]]:
    """Label and count; the vertices of each level, and each level's power of two against the one before."""
    unvisited = Frontier(graph, device=frontier.device, queue_sizing=0).load_all()
    layers, shrinks = [frontier.load(source).items.copy()], []
    growth = math.log2(max(2, int(graph.in_degrees.max())))
    bits = 0.0  # the counts of the last level are at most 2**bits

    def count_paths(step: Paths) -> None:
        nonlocal bits
        neighbor_reduce(graph, count, step, paths.counts, over="in", frontier=frontier)
        layer = frontier.items.copy()
        bits += growth
        shrinks.append(1.0)
        if bits > LARGE_BITS and layer.size:
            bits, shrinks[-1] = _shrunk(paths.counts, layer, source)
        layers.append(layer)

    def push(level: int) -> None:
        step = paths._replace(level=level)
        advance(graph, frontier, discover, step)
        count_paths(step)

    def pull(level: int) -> None:
        step = paths._replace(level=level)
        filter(unvisited, is_unvisited, step)
        advance(graph, frontier, label, step, direction="pull", unvisited=unvisited)
        count_paths(step)

    enact(push, frontier, pull=pull, unvisited=unvisited)
    return layers, [*shrinks, 1.0]


def _shrunk(counts: Any, layer: Any, source: int) -> tuple[float, float]:
    """Shrink a level's counts if they are large: the bits of the largest, and the factor."""
    here = counts[layer]
    top, least = float(here.max()), float(here.min())
    if top <= LARGE_COUNT:
        return math.log2(top), 1.0
    if least * SHRINK < LEAST_COUNT:
        raise out_of_range(source)
    counts[layer] = here * SHRINK
    return math.log2(top * SHRINK), SHRINK


def _show(frontier: Frontier, layer: Any) -> None:
    """Make the layer the frontier."""
    frontier.resize(layer.size)[: layer.size] = layer
    frontier.swap(layer.size, "vertices")


def _scale(graph: Graph, sources: Any, normalized: bool, scores: Any, edge_scores: Any) -> None:
    """Dependencies to scores: from sums over the sources to means over the pairs, or sums over those."""
    num_vertices = graph.num_vertices
    sampled = sources.size < num_vertices
    # A path through a vertex joins two of the V - 1 others; one along an edge, any two of V.
    for values, others in ((scores, num_vertices - 1), (edge_scores, num_vertices)):
        if others < 2:
            continue
        pairs = others - 1 if normalized else (1 if graph.directed else 2) / others
        seen = sources.size if sampled else others
        if values is scores and sampled:  # no path from a source has it inside
            values[sources] *= seen / (seen - 1) if seen > 1 else math.nan
        values /= seen * pairs


def _sources(graph: Graph, sources: int | Sequence[int] | np.ndarray | None, seed: int) -> np.ndarray:
    """The vertices to start from, ascending."""
    num_vertices = graph.num_vertices
    if sources is None:
        return np.arange(num_vertices)
    if isinstance(sources, int | np.integer):
        if isinstance(sources, bool) or not 1 <= sources <= num_vertices:
            raise InputError(f"sources must be from 1 to {num_vertices:,} to be drawn, not {sources!r}")
        rng = np.random.default_rng(checked_integer("seed", seed, 0))
        return np.sort(rng.choice(num_vertices, int(sources), replace=False))
    chosen = [graph.checked_vertex(vertex) for vertex in np.atleast_1d(np.asarray(sources, object))]
    if not chosen:
        raise InputError("betweenness needs at least one source")
    return np.unique(np.array(chosen, np.int64))
