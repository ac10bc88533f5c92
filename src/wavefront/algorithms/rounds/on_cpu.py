"""Rounds of few edges on the CPU: one thread does them one after the other, until one has many."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...operators.functors import kept_with_functor

if TYPE_CHECKING:
    from ...device import Cpu
    from ...frontier import Frontier
    from ...graph import Graph
    from ...operators.functors import Functor

FEW_EDGES = 1 << 13  # of a round: they take one thread about as long as `advance` takes to begin


def run_small(
    graph: Graph, frontier: Frontier, functor: Functor, problem: Any, device: Cpu, step: int, last: int
) -> int:
    """Run rounds while they have few edges; one thread alone runs all. Returns the next round's number.

    The frontier is then what that round would begin with.
    """
    most = FEW_EDGES if device.threads > 1 else graph.num_edges
    if frontier.size > most:
        return step
    (src_ptr, dst, _), count = graph.csr, graph.num_vertices
    queue = np.empty(2 * count, dst.dtype)
    start = (step & 1) * count
    queue[start : start + frontier.size] = frontier.items
    arguments = src_ptr, dst, queue, problem, frontier.size, most, step, last
    following, size = device.call(_small_rounds(functor), *arguments)
    if following > step:
        start = (following & 1) * count
        frontier.load(queue[start : start + size])
    return int(following)


@kept_with_functor
def _small_rounds(functor: Functor) -> Callable[..., tuple[int, int]]:
    def run(src_ptr, dst, queue, problem, size, most, step, last):
        """Rounds from the queue's half of this step, to the other one and back. Returns step and size."""
        half = queue.size // 2
        while size > 0 and step <= last:
            first, following, edges = (step & 1) * half, (step + 1 & 1) * half, 0
            for slot in range(first, first + size):
                vertex = np.uint64(queue[slot])
                edges += src_ptr[vertex + np.uint64(1)] - src_ptr[vertex]
            if edges > most:
                break
            end = following
            for slot in range(first, first + size):
                source = queue[slot]
                for edge in range(src_ptr[source], src_ptr[source + 1]):
                    neighbor = dst[np.uint64(edge)]
                    if functor(source, neighbor, edge, problem, step):
                        queue[end] = neighbor
                        end += 1
            size, step = end - following, step + 1
        return step, size

    return run
