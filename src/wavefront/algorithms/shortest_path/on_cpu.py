"""The host's part of the searches on the CPU: it hands out memory and collects the paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device
from ...errors import InputError
from ...graph.vertices import named
from ...operators.functors import place
from ...strategies.fused.pool import pool_of
from ..sssp.weights import negative_weight
from . import by_edges, by_weights
from .answer import BY_HEURISTIC, Answer, Scratch, new_answer, new_scratch
from .toward_target import Guide, NoProblem, body_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...graph import Graph


def answered(
    graph: Graph, pairs: np.ndarray, weighted: bool, device: Device, guide: Guide | None = None
) -> tuple[list[np.ndarray | None], Answer]:
    """The paths, by A* if there is a guide, else from both ends; and what else is known of the searches."""
    threads = device.threads if len(pairs) > 1 and isinstance(device, Cpu) else 1
    ids, has_distances = graph.csr.dst.dtype, weighted or guide is not None
    pool, form = pool_of(graph, "shortest_path"), (threads, has_distances)
    scratch = pool.take(form) or new_scratch(threads, graph.num_vertices, ids, has_distances)
    answer = new_answer(pairs, threads)
    paths: list[np.ndarray | None] = [None] * len(pairs)
    body, arguments = _search(graph, weighted, guide)
    while answer.next_pair[0] < len(pairs):
        taken = int(answer.next_pair[0])
        answer.used[:] = 0
        device.for_each(threads, body, *arguments, scratch, answer, size=len(pairs) * graph.num_edges)
        _require_none_refused(graph, answer, guide)
        _collect(paths, taken, scratch, answer)
    pool.give_back(form, scratch)
    return paths, answer


def _search(graph: Graph, weighted: bool, guide: Guide | None) -> tuple[Callable[..., None], tuple[Any, ...]]:
    """The body of a thread, and what it is called with besides the memory."""
    csr = graph.csr
    if guide is not None:
        weights = csr.weights if weighted else np.empty(0)
        problem = NoProblem() if guide.problem is None else guide.problem
        return body_of(guide), (*csr[:2], weights, problem)
    csc = graph.csc
    return (by_weights.find_paths, (*csr, *csc)) if weighted else (by_edges.find_paths, (*csr[:2], *csc[:2]))


def _collect(paths: list[np.ndarray | None], taken: int, scratch: Scratch, answer: Answer) -> None:
    """Copy the paths found since pair `taken` out of the threads' ids."""
    for pair in range(taken, min(int(answer.next_pair[0]), len(paths))):
        if size := int(answer.sizes[pair]):
            first = int(answer.firsts[pair])
            paths[pair] = scratch.ids[answer.rows[pair], first : first + size].copy()


def _require_none_refused(graph: Graph, answer: Answer, guide: Guide | None) -> None:
    for reason, edge, tail, head in answer.refused[answer.refused[:, 0] >= 0].tolist():
        if guide is not None and reason == BY_HEURISTIC:
            ends = f"vertex {named(graph, tail)} to {named(graph, head)}"
            raise InputError(f"{place(guide.functor)} must be 0 or more; from {ends} it is not")
        weights: Any = graph.csc.weights if reason else graph.csr.weights
        raise negative_weight(graph, tail, head, weights[edge])
