"""Shortest paths between pairs of vertices: the functions that callers use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu, Cuda, Device, array_on, get_device, working_on
from ...errors import InputError, checked_flag, shown
from ...graph.edges import as_array
from ...graph.vertices import checked_vertices, require_graph
from ...operators.functors import check, check_problem
from ..bfs import bfs
from ..sssp.api import float_paths
from ..steps_back import paths_back
from . import on_gpu
from .coordinates import guide_of
from .on_cpu import answered
from .toward_target import Guide

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...filters import Filter
    from ...graph import Graph
    from ..bfs import BfsResult
    from ..sssp import SsspResult


def shortest_path(
    graph: Graph,
    source: int,
    target: int,
    *,
    weighted: bool = False,
    heuristic: Callable[..., float] | None = None,
    problem: Any = None,
    coordinates: np.ndarray | None = None,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> list[int] | None:
    """The vertices of a shortest path from `source` to `target`, both included; None if there is no path.

    On the CPU one thread searches from both ends at once, breadth first (Pohl, "Bi-directional search",
    Machine Intelligence 6, 1971) or, if `weighted`, by Dijkstra's algorithm (Nicholson, "Finding the Shortest
    Route between Two Points in a Network", Computer Journal 1966). With a heuristic or coordinates one thread
    searches from the source towards the target, by A* (Hart, Nilsson and Raphael, "A Formal Basis for the
    Heuristic Determination of Minimum Cost Paths", IEEE Transactions on Systems Science and Cybernetics
    1968). The graph keeps the memory that the search needs, 28 bytes per vertex and thread, 68 by weights or
    by A*, for the next call, so that the time is that of the vertices met. On a GPU it is `bfs` or `sssp`
    that stops at the target, with a heuristic or coordinates, too.

    Parameters
    ----------
    source, target
        Vertex ids.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    heuristic
        A plain function ``heuristic(vertex, target)`` that says how long a path from the vertex to the target
        is at least: 0 or more, infinite where there is none. It is compiled into the search, as functors of
        `wf.operators` are. If it says too much, the path found may not be a shortest.
    problem
        A NamedTuple of numbers and of one-dimensional arrays, NumPy's or the device's. The heuristic is then
        called as ``heuristic(vertex, target, problem)``.
    coordinates
        Instead of a heuristic: an array of V x D finite numbers, where the vertices are, in the plane (D = 2)
        or in space. The heuristic is the straight line to the target, times the least that any edge is long
        per unit of its own straight line, so the path is a shortest whatever the coordinates are. This factor
        is found in a pass over all edges, once while the same array is given: weights must not fall in the
        meantime. The array is copied.
    device
        As for `bfs`.
    vertex_filter, edge_filter
        As for `bfs`. With one the search is `bfs` or `sssp`, on the CPU too, and asks for no heuristic.

    Notes
    -----
    Which of several shortest paths is returned depends on the device. It depends on the timing as well where
    edges are counted on a GPU or with a filter, unless by A* of more than four pairs. On the CPU weights are
    added up in float64, from both ends or, by A*, from the source; with a filter as `sssp` adds them up, so
    that of paths that differ by rounding any may come. The first call without A* for a directed graph makes
    its `csc`. Where a heuristic falls by more than an edge is long along this edge, a vertex may be searched
    again: with a bad one, very often. Where it says too much, the path found on a GPU may depend on the
    timing.

    Raises
    ------
    InputError
        For a source or target that is no vertex; for a weight that is negative or no number: on the CPU only
        where the search meets the edge; for a heuristic that is negative or no number where the search asks
        for one, or that is no plain function of these arguments or can't be compiled, for which on a GPU more
        than four pairs are asked; for other coordinates.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    ends = [graph.checked_vertex(source, "source"), graph.checked_vertex(target, "target")]
    hints, kept = Hints(heuristic, problem, coordinates), _given(vertex_filter, edge_filter)
    path = _paths(graph, np.array([ends]), weighted, hints, device, kept)[0]
    return None if path is None else path.tolist()


def shortest_paths(
    graph: Graph,
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    *,
    weighted: bool = False,
    heuristic: Callable[..., float] | None = None,
    problem: Any = None,
    coordinates: np.ndarray | None = None,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> list[np.ndarray | None]:
    """A shortest path for each of many pairs, as `shortest_path` finds it: an array of vertex ids, or None.

    On the CPU every thread answers one pair after the other, in memory of its own (see `shortest_path`). On a
    GPU there is one search for each source, which, if `weighted`, stops at the last of its targets. By A*
    there, of more than four pairs each is a block's, unless it meets more than 131,072 vertices.

    Parameters
    ----------
    pairs
        P pairs of a source and a target, or an array of P x 2 vertex ids.
    weighted, heuristic, problem, coordinates, device, vertex_filter, edge_filter
        As for `shortest_path`, and so are the errors.
    """
    require_graph(graph)
    ends = Cpu().array(as_array(pairs, "pairs"))
    if ends.shape == (0,):  # of an empty list
        ends = ends.reshape(0, 2)
    if ends.ndim != 2 or ends.shape[1] != 2:
        raise InputError(f"pairs are P x 2 vertices, a source and a target each, not {shown(pairs)}")
    checked = checked_vertices(graph, ends.ravel(), "pairs").reshape(-1, 2) if ends.size else ends
    hints, kept = Hints(heuristic, problem, coordinates), _given(vertex_filter, edge_filter)
    return _paths(graph, checked, weighted, hints, device, kept)


class Hints(NamedTuple):
    """How A* is told to find its way; all None without A*."""

    heuristic: Callable[..., float] | None
    problem: Any
    coordinates: Any


def _given(vertex_filter: Filter | None, edge_filter: Filter | None) -> dict[str, Any]:
    """The filters that there are, as the arguments of a search."""
    filters = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    return {name: given for name, given in filters.items() if given is not None}


def _paths(
    graph: Graph,
    pairs: np.ndarray,
    weighted: bool,
    hints: Hints,
    device: str | Device,
    filters: dict[str, Any],
) -> list[np.ndarray | None]:
    weighted = checked_flag("weighted", weighted) and graph.csr.weights is not None
    where = get_device(device, graph.device)
    is_guided = any(hint is not None for hint in hints)
    with working_on(where):
        views = graph.to_device(where)
        guide = _guide(graph, views, weighted, hints, where) if is_guided else None
        if isinstance(where, Cuda) and guide is not None and not filters:
            paths, left = on_gpu.answered(views, pairs, weighted, where, guide)
            for pair, path in zip(left, _from_sources(graph, pairs[left], weighted, where, {}), strict=True):
                paths[pair] = path
            return paths
        if not filters and (guide is not None or isinstance(where, Cpu)):
            return answered(views, pairs, weighted, where, guide)[0]
    return _from_sources(graph, pairs, weighted, where, filters)


def _guide(graph: Graph, views: Graph, weighted: bool, hints: Hints, device: Device) -> Guide:
    heuristic, problem, coordinates = hints
    if coordinates is not None:
        if heuristic is not None or problem is not None:
            raise InputError("coordinates are a heuristic: give them, or a heuristic and its problem")
        return guide_of(graph, views, coordinates, weighted, device)
    if heuristic is None:
        raise InputError("a problem is for a heuristic, and none is given")
    if problem is not None:
        problem = _on_device(problem, device)
        check_problem(problem, device)
    check(heuristic, ("vertex", "target") if problem is None else ("vertex", "target", "problem"))
    return Guide(heuristic, problem)


def _on_device(problem: Any, device: Device) -> Any:
    """The problem with its arrays on a GPU that searches; other problems as they are."""
    if not (isinstance(device, Cuda) and isinstance(problem, tuple) and hasattr(problem, "_fields")):
        return problem
    moved = [array_on(device, value) if isinstance(value, np.ndarray) else value for value in problem]
    return type(problem)(*moved)


def _from_sources(
    graph: Graph, pairs: np.ndarray, weighted: bool, device: Device, filters: dict[str, Any]
) -> list[np.ndarray | None]:
    """The paths, found by a search from each source that stops at its last target."""
    paths: list[np.ndarray | None] = [None] * len(pairs)
    for source in np.unique(pairs[:, 0]).tolist():
        wanted = np.flatnonzero(pairs[:, 0] == source).tolist()
        targets = pairs[wanted, 1].tolist()
        only = targets[0] if len(targets) == 1 else None
        found: BfsResult | SsspResult = (
            float_paths(graph, source, target=targets, device=device, **filters)
            if weighted
            else bfs(graph, source, target=only, device=device, **filters)
        )
        if isinstance(device, Cuda):
            with working_on(device):
                back = paths_back(found.predecessors, pairs[wanted, 1], device)
            for pair, path in zip(wanted, back, strict=True):
                paths[pair] = path if path[0] == source else None
            continue
        for pair, target in zip(wanted, targets, strict=True):
            listed = found.path(target)
            paths[pair] = None if listed is None else np.array(listed, graph.csr.dst.dtype)
    return paths
