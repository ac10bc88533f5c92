"""Shortest paths between pairs of vertices: the functions that callers use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_flag, shown
from ...graph.edges import as_array
from ...graph.vertices import checked_vertices, require_graph
from ...strategies.fused.pool import pool_of
from ..bfs import bfs
from ..sssp import sssp
from ..sssp.weights import negative_weight
from . import by_edges, by_weights
from .answer import Answer, Scratch, new_answer, new_scratch

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> list[int] | None:
    """The vertices of a shortest path from `source` to `target`, both included; None if there is no path.

    On the CPU one thread searches from both ends at once, breadth first (Pohl, "Bi-directional search",
    Machine Intelligence 6, 1971) or, if `weighted`, by Dijkstra's algorithm (Nicholson, "Finding the Shortest
    Route between Two Points in a Network", Computer Journal 1966). The graph keeps the memory that the search
    needs, 28 bytes per vertex and thread, 68 if `weighted`, for the next call, so that the time is that of
    the vertices met. On a GPU it is `bfs` or `sssp` that stops at the target.

    Parameters
    ----------
    source, target
        Vertex ids.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    device
        As for `bfs`.
    vertex_filter, edge_filter
        As for `bfs`. With one the search is `bfs` or `sssp`, on the CPU too.

    Notes
    -----
    Which of several shortest paths is returned depends on the device, not on the timing. On the CPU weights
    are added up in float64 from both ends. The first call for a directed graph makes its `csc`.

    Raises
    ------
    InputError
        For a source or target that is no vertex; for a weight that is negative or no number: on the CPU only
        where the search meets the edge.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    ends = [graph.checked_vertex(source, "source"), graph.checked_vertex(target, "target")]
    kept = _given(vertex_filter, edge_filter)
    path = _paths(graph, np.array([ends]), weighted, device, kept)[0]
    return None if path is None else path.tolist()


def shortest_paths(
    graph: Graph,
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    *,
    weighted: bool = False,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> list[np.ndarray | None]:
    """A shortest path for each of many pairs, as `shortest_path` finds it: an array of vertex ids, or None.

    On the CPU every thread answers one pair after the other, in memory of its own (see `shortest_path`). On a
    GPU there is one search for each source; if `weighted`, it stops at the last of its targets.

    Parameters
    ----------
    pairs
        P pairs of a source and a target, or an array of P x 2 vertex ids.
    weighted, device, vertex_filter, edge_filter
        As for `shortest_path`, and so are the errors.
    """
    require_graph(graph)
    ends = Cpu().array(as_array(pairs, "pairs"))
    if ends.shape == (0,):  # of an empty list
        ends = ends.reshape(0, 2)
    if ends.ndim != 2 or ends.shape[1] != 2:
        raise InputError(f"pairs are P x 2 vertices, a source and a target each, not {shown(pairs)}")
    checked = checked_vertices(graph, ends.ravel(), "pairs").reshape(-1, 2) if ends.size else ends
    return _paths(graph, checked, weighted, device, _given(vertex_filter, edge_filter))


def _given(vertex_filter: Filter | None, edge_filter: Filter | None) -> dict[str, Any]:
    """The filters that there are, as the arguments of a search."""
    filters = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    return {name: given for name, given in filters.items() if given is not None}


def _paths(
    graph: Graph, pairs: np.ndarray, weighted: bool, device: str | Device, filters: dict[str, Any]
) -> list[np.ndarray | None]:
    weighted = checked_flag("weighted", weighted) and graph.csr.weights is not None
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        if isinstance(where, Cpu) and not filters:
            return _from_both_ends(views, pairs, weighted, where)[0]
    return _from_sources(graph, pairs, weighted, where, filters)


def _from_both_ends(
    graph: Graph, pairs: np.ndarray, weighted: bool, device: Cpu
) -> tuple[list[np.ndarray | None], Answer]:
    """The paths, and what else there is to know of the searches."""
    threads = 1 if len(pairs) == 1 else device.threads
    ids = graph.csr.dst.dtype
    pool, form = pool_of(graph, "shortest_path"), (threads, weighted)
    scratch = pool.take(form) or new_scratch(threads, graph.num_vertices, ids, weighted)
    answer = new_answer(pairs, threads)
    paths: list[np.ndarray | None] = [None] * len(pairs)
    csr, csc, size = graph.csr, graph.csc, len(pairs) * graph.num_edges
    while answer.next_pair[0] < len(pairs):
        taken = int(answer.next_pair[0])
        answer.used[:] = 0
        if weighted:
            device.for_each(threads, by_weights.find_paths, *csr, *csc, scratch, answer, size=size)
        else:
            device.for_each(threads, by_edges.find_paths, *csr[:2], *csc[:2], scratch, answer, size=size)
        _require_none_refused(graph, answer)
        _collect(paths, taken, scratch, answer)
    pool.give_back(form, scratch)
    return paths, answer


def _collect(paths: list[np.ndarray | None], taken: int, scratch: Scratch, answer: Answer) -> None:
    """Copy the paths found since pair `taken` out of the threads' ids."""
    for pair in range(taken, min(int(answer.next_pair[0]), len(paths))):
        if size := int(answer.sizes[pair]):
            first = int(answer.firsts[pair])
            paths[pair] = scratch.ids[answer.rows[pair], first : first + size].copy()


def _require_none_refused(graph: Graph, answer: Answer) -> None:
    for end, edge, tail, head in answer.refused[answer.refused[:, 0] >= 0].tolist():
        weights: Any = graph.csc.weights if end else graph.csr.weights
        raise negative_weight(graph, tail, head, weights[edge])


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
            sssp(graph, source, target=targets, device=device, **filters)
            if weighted
            else bfs(graph, source, target=only, device=device, **filters)
        )
        host = found.to_numpy()
        for pair, target in zip(wanted, targets, strict=True):
            path = host.path(target)
            paths[pair] = None if path is None else np.array(path, graph.csr.dst.dtype)
    return paths
