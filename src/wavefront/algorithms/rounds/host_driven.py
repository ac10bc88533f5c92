"""Rounds that the host drives: each is an `advance`, but one CPU thread does runs of small rounds alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...frontier import Frontier
from ...operators import advance
from ...operators.functors import kept_with_functor

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...operators.functors import Functor

# Edges of a round that is small: one thread takes as long for them as `advance` to begin. A lone thread
# has nobody to share with.
FEW_EDGES, FEW_ALONE = 1 << 13, 1 << 16
AT_ONCE = 1 << 26  # edges after which small rounds come back, since Ctrl-C waits for that


def run(
    graph: Graph, vertices: Any, functor: Functor, problem: Any, device: Device, first: int, last: int
) -> tuple[int, Any]:
    """As `advance_in_rounds`."""
    frontier, step, few = Frontier(graph, device=device, queue_sizing=0).load(vertices), first, 0
    if isinstance(device, Cpu):
        few = FEW_EDGES if device.threads > 1 else FEW_ALONE
    half = min(graph.num_vertices, few)  # no more are accepted
    queue = np.empty(2 * half, graph.csr.dst.dtype)
    while frontier.size and step <= last:
        if isinstance(device, Cpu) and frontier.size <= half:
            begin = step % 2 * half
            queue[begin : begin + frontier.size] = frontier.items
            numbers = frontier.size, step, last, few, AT_ONCE
            run_small = _small_rounds(functor)
            following, size = device.call(run_small, *graph.csr[:2], queue, problem, *numbers)
            if following > step:
                step, begin = following, following % 2 * half
                frontier.load(queue[begin : begin + size])
        if frontier.size and step <= last:
            advance(graph, frontier, _at_step(functor), problem._replace(step=step))
            step += 1
    return step, frontier.items


@kept_with_functor
def _small_rounds(functor: Functor) -> Callable[..., tuple[int, int]]:
    def run_small(src_ptr, dst, queue, problem, size, step, last, few, most):
        """Rounds of `few` edges each, from the queue's half of this step to the other one and back.

        They end after `most` edges in all. Returns the next step, and with how many vertices it begins.
        """
        half, looked = queue.size // 2, 0
        while size > 0 and step <= last and looked < most:
            first, following, edges = (step & 1) * half, (step + 1 & 1) * half, 0
            for slot in range(first, first + size):
                vertex = np.uint64(queue[slot])
                edges += src_ptr[vertex + np.uint64(1)] - src_ptr[vertex]
            if edges > few:
                break
            end = following
            for slot in range(first, first + size):
                source = queue[slot]
                for edge in range(src_ptr[source], src_ptr[source + 1]):
                    neighbor = dst[np.uint64(edge)]
                    if functor(source, neighbor, edge, problem, step):
                        queue[end] = neighbor
                        end += 1
            size, step, looked = end - following, step + 1, looked + edges
        return step, size

    return run_small


@kept_with_functor
def _at_step(functor: Functor) -> Functor:
    """The functor as `advance` calls it."""

    def call(source, neighbor, edge, problem):
        return functor(source, neighbor, edge, problem, problem.step)

    return call
