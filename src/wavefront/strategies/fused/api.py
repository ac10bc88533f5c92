"""Every idea of the chapter in one launch: the default strategy of `bfs`.

Each device has its own form: cpu/ is one compiled call, cuda/ one launch.
"""

from typing import Any

import numpy as np

from ...device import Cpu, Device
from ...enactor import Stop
from ...graph import Graph
from ...trace import Trace
from .cpu import host as cpu
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

    `alpha` and `beta` say when to change direction: on the CPU as in direction_optimized. A GPU pulls where
    the cost of a push times alpha is above the cost of a pull, and pushes again where that of a push times
    beta is below it; it reckons both in edges. On the CPU, one thread alone expands a frontier of at most
    `serial_edges` edges; a GPU ignores this option. None stands for the device's default.
    """
    query = Query(sources, stop, predecessors, alpha, beta, serial_edges)
    if isinstance(device, Cpu):
        return cpu.bfs(graph, query, device, trace)
    from .cuda import host as cuda  # here, since its kernels take as long to import as all else

    return cuda.bfs(graph, query, device, trace)
