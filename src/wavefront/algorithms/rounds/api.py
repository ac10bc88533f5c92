"""Rounds of `advance`: the function that algorithms call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...device import Cpu
from ..level_queue import has_room
from . import host_driven

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...operators.functors import Functor

MANY = 2**31 - 1  # rounds: as many as an int32 can number


def advance_in_rounds(
    graph: Graph,
    vertices: Any,
    functor: Functor,
    problem: Any,
    device: Device,
    first: int = 1,
    last: int = MANY,
    *,
    by_host: bool = False,
) -> tuple[int, Any]:
    """Advance from these vertices, round after round, until no vertex is accepted or round `last` has run.

    Returns the next round's number, and the vertices that it would begin with.

    Parameters
    ----------
    graph
        On the device; the out-edges of its `csr` are followed.
    vertices
        Different ids, on the device or the CPU.
    functor
        ``functor(source, neighbor, edge, problem, step) -> bool``: as for `advance`, and `step` is the
        round's number. In each round it accepts a vertex once at most.
    problem
        A NamedTuple as for `advance`, with a field `step`, which the functor doesn't read.
    first
        The first round's number.
    by_host
        Whether each round of a GPU is an `advance` all the same, to be looked at.
    """
    if not (isinstance(device, Cpu) or by_host) and has_room(graph):
        from . import on_gpu  # here, since only a GPU needs its kernels

        return on_gpu.run(graph, vertices, functor, problem, device, first, last)
    return host_driven.run(graph, vertices, functor, problem, device, first, last)
