"""A ball that ends at the last of some targets, and is given up where it comes to many edges: for `sssp`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...graph.weight_types import search_type
from ...strategies.fused.pool import pool_of
from ..sssp.weights import require_no_negative, weights_of
from .balls import GROWTH, ROOM, STEPS, Entries, Request, by_weights, new_lanes, new_state
from .by_weights import IS_EVEN, IS_LONG, WRONG_EDGE

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph
    from ..sssp.stop import Stop


def ball_up_to(graph: Graph, source: int, stop: Stop, most: int, device: Cpu) -> Entries | None:
    """The vertices as near as the last target, within the cutoff; None beyond so many edges.

    None, too, if an edge of no length joins two of them: which of two equally near vertices comes before the
    other isn't known then. Raises InputError, naming the edge, for a wrong weight.
    """
    weights = weights_of(graph)
    request = Request(
        *graph.csr[:2],
        weights,
        np.array([source], graph.csr.dst.dtype),
        stop.cutoff,
        waiting=np.zeros(1, np.int64),
        starts=np.zeros(1, np.int64),
        sizes=np.full(1, -1),
        state=new_state(),
        targets=stop.targets,
        most=most,
    )
    dtype = search_type(graph.csr.weights)
    pool, form = pool_of(graph, "within"), (1, dtype.char, True)
    room, lanes = pool.take(form) or (ROOM, new_lanes(1, ROOM, graph, dtype, True))
    while True:
        device.for_each(1, by_weights, room, lanes, request, size=STEPS)
        if request.state[WRONG_EDGE] >= 0:
            require_no_negative(graph)
        if request.sizes[0] >= 0 or request.state[IS_LONG]:
            break
        request.state[:] = new_state()
        room *= GROWTH
        lanes = new_lanes(1, room, graph, dtype, True)
    size = int(request.sizes[0])
    found = None
    if size >= 0 and not request.state[IS_EVEN]:
        found = Entries(*(array[:size].copy() for array in lanes[:3]))
    pool.give_back(form, (room, lanes))
    return found
