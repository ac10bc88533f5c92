"""Every idea of the chapter in one launch: what `bfs` runs unless told otherwise.

A form for each device: cpu/ is one compiled call, cuda/ one cooperative launch.
"""

from typing import Any

import numpy as np

from ...device import Cpu, Device
from ...enactor import Stop
from ...graph import Graph
from ...trace import Trace
from .cpu import host as cpu
from .cuda import host as cuda
from .query import Query


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    alpha: float | None = None,
    beta: float | None = None,
    serial_edges: int | None = None,
) -> tuple[Any, Any]:
    """Level and predecessor of every vertex.

    `alpha` and `beta` say when to change direction, as in direction_optimized; `serial_edges`, up to how many
    edges of a frontier one thread of the CPU expands it (a GPU has no use for it). What is None is the
    device's own default.
    """
    query = Query(sources, stop, predecessors, alpha, beta, serial_edges)
    if isinstance(device, Cpu):
        return cpu.bfs(graph, query, device, trace)
    return cuda.bfs(graph, query, device, trace)
