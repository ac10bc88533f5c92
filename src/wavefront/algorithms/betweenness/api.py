"""Betweenness centrality: of all shortest paths, the share that leads through a vertex, or along an edge.

Method: Brandes, "A Faster Algorithm for Betweenness Centrality", Journal of Mathematical Sociology 2001;
edges as in his "On Variants of Shortest-Path Betweenness Centrality", Social Networks 2008. For each source
a search counts the shortest paths to every vertex, then the dependencies on every vertex are added up from
the last level back. A vertex W with c(W) paths and dependency d(W) adds c(V) times the credit
(1 + d(W)) / c(W) to each in-neighbor V one level back.

On the CPU, by_gather.py has all threads work on one source. by_source.py has each thread work on a source of
its own: for enough sources of a graph that is small, or may have many small levels. cuda/ has groups of a
GPU's blocks each follow a source, in one launch; where memory is short, by_level.py has all threads work on
one level. Work O(V + E) per source. By weights, or for the paths to some targets, there are by_weight.py on
the CPU, one source per thread, and by_wave.py on a GPU.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import checked_flag, checked_integer
from ...filters import kept_part
from ...graph.vertices import checked_choice, checked_vertices, require_graph
from ...progress import reporting
from ..level_queue import has_room
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from . import by_gather, by_level, by_source, by_wave, by_weight
from .cuda import host
from .form import takes_own_sources
from .weights import with_lengths

if TYPE_CHECKING:
    from ...filters import Filter, Part
    from ...graph import Graph
    from ...graph.vertices import Vertices
    from ...progress import Progress, Report


@dataclass(frozen=True, eq=False)
class BetweennessResult:
    """Betweenness of every vertex and, if it was asked for, every edge.

    Attributes
    ----------
    scores
        V float64: the betweenness of each vertex, 0 of one that is dropped.
    edge_scores
        E float64 in the order of `graph.csr`, 0 for one that is dropped; None if they weren't asked for. The
        same in both directions of an undirected edge, unless a filter keeps some edge in one alone: then
        what is kept is directed.
    sources
        The vertices that paths were followed from, ascending.
    is_exact
        Whether these are all vertices, or all that are kept.
    device
        The device that ran.
    """

    graph: Graph
    scores: np.ndarray
    edge_scores: np.ndarray | None
    sources: np.ndarray
    is_exact: bool
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> BetweennessResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        used = f"{self.sources.size:,} sources on {self.device.name}"
        return f"BetweennessResult({self.scores.size:,} vertices, {used})"


def betweenness_centrality(
    graph: Graph,
    sources: Vertices | None = None,
    *,
    targets: Vertices | None = None,
    weighted: bool = False,
    normalized: bool = True,
    edges: bool = False,
    seed: int = 0,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    progress: Progress = False,
) -> BetweennessResult:
    """Of the shortest paths between all pairs of vertices, the share through each vertex, its ends left out.

    Two parallel edges of equal length make two paths, where NetworkX sees one: `simplified` merges them.

    Parameters
    ----------
    sources
        Where paths start: by default at every vertex, which is exact. A number draws so many at random; a
        list names them. Scores are then scaled up to estimate the exact ones.
    targets
        Where paths end: by default anywhere. Given a vertex or a list, only the paths from `sources` (all, if
        not given) to these count, and nothing is scaled up: NetworkX's `betweenness_centrality_subset`.
    weighted
        Whether the length of an edge is its weight, above 0, rather than 1. Lengths are added up in float64;
        paths are equally long if the sums are equal to the last bit. An infinite weight is no edge.
    normalized
        Divide by the number of pairs that a path through the vertex, or along the edge, can join. Else scores
        count pairs, those of an undirected graph once. Both are NetworkX's, for samples too: a vertex
        has one source fewer if it is one itself, so that a sole source's own score is NaN.
    edges
        Whether to score edges as well.
    seed
        The seed of the draw: 0 or more.
    device, vertex_filter, edge_filter
        As for `bfs`. With filters a copy of what is kept is searched, each edge asked about once. Scores are
        those of what is kept: dropped vertices are neither drawn nor counted, and no path ends there.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For sources or targets that are no vertices, none, or a number of sources that isn't from 1 to V; for
        a source that is dropped; for a wrong seed or filter; for a weight that isn't above 0, or changes no
        distance that it is added to; or where the numbers of shortest paths to one level's vertices differ
        by more than float64 can hold, about 2**1500: on grids of more than 1500 x 1500. With weights or
        targets, where there are more than 10**308 shortest paths to a vertex: on grids of equal weights from
        500 x 500.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    seed = checked_integer("seed", seed, 0, None)
    sources = checked_choice(graph, sources, "sources")
    normalized, edges = checked_flag("normalized", normalized), checked_flag("edges", edges)
    weighted = checked_flag("weighted", weighted)
    ends = None if targets is None else checked_vertices(graph, targets, "targets")
    where = get_device(device, graph.device)
    wanted: dict[str, Any] = {"sources": sources, "edges": edges, "weighted": weighted, "targets": ends}
    wanted |= {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    told = reporting(progress, "betweenness_centrality")
    with told as report, working_on(where, shortage, "betweenness_centrality", graph, wanted):
        part = kept_part(graph, vertex_filter, edge_filter, where, weighted=weighted)
        starts = wanted["sources"] = part.chosen(sources, "sources", seed)
        scores, edge_scores = _dependencies(part.graph, starts, ends, weighted, edges, where, report)
        is_exact = starts.size == part.num_vertices
        drawn = None if is_exact or ends is not None else where.xp.asarray(starts)
        _scale(part, drawn, normalized, scores, edge_scores)
        if edges and part.edges is not None:
            kept_scores, edge_scores = edge_scores, where.xp.zeros(graph.num_edges)
            edge_scores[part.edges] = kept_scores
    return BetweennessResult(graph, scores, edge_scores if edges else None, starts, is_exact, where)


def _dependencies(
    graph: Graph,
    starts: np.ndarray,
    ends: np.ndarray | None,
    weighted: bool,
    edges: bool,
    device: Device,
    report: Report | None,
) -> tuple[Any, Any]:
    """What paths from the starts add up to at each vertex and along each edge; to the ends, if given."""
    xp, num_vertices = device.xp, graph.num_vertices
    scores, edge_scores = xp.zeros(num_vertices), xp.zeros(graph.num_edges if edges else 0)
    if weighted or ends is not None:
        is_target = np.full(num_vertices, ends is None)
        if ends is not None:
            is_target[ends] = True
        form = by_weight if isinstance(device, Cpu) else by_wave
        on_device = xp.asarray(is_target)
        # The graph of lengths has no name here, so that its memory is free again after this call.
        given = starts, on_device, device, scores, edge_scores, report
        form.add_scores(with_lengths(graph, weighted, device), *given)
    elif isinstance(device, Cpu) and takes_own_sources(graph, starts.size, device):
        by_source.add_scores(graph, starts, device, scores, edge_scores, report)
    elif isinstance(device, Cpu):
        by_gather.add_scores(graph, starts, device, scores, edge_scores, report)
    elif has_room(graph):
        host.add_scores(graph, starts, device, scores, edge_scores, report)
    else:
        by_level.add_scores(graph, starts, device, scores, edge_scores, report)
    if edges and not graph.directed:
        edge_scores += edge_scores.take(graph.csc_slots)  # add the other direction's
    return scores, edge_scores


def _scale(part: Part, drawn: Any, normalized: bool, scores: Any, edge_scores: Any) -> None:
    """Turn dependencies, which are sums over the sources, into scores: means or sums over the pairs.

    `drawn` are the sources, if those of a sample.
    """
    num_vertices = part.num_vertices
    # A path through a vertex joins two of the V - 1 others; one along an edge, any two of V.
    for values, others in ((scores, num_vertices - 1), (edge_scores, num_vertices)):
        if others < 2:
            continue
        pairs = others - 1 if normalized else (1 if part.graph.directed else 2) / others
        seen = others if drawn is None else drawn.size
        if values is scores and drawn is not None:  # a path from a source ends in it
            values[drawn] *= seen / (seen - 1) if seen > 1 else math.nan
        values /= seen * pairs
