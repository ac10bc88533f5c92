"""Every idea of the chapter in one launch: the default strategy of `bfs`.

Each device has its own form: cpu/ is one compiled call, cuda/ one launch.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device
from ...enactor import NO_STOP, Stop
from ...graph import Graph
from ...trace import Trace
from .cpu import host as cpu
from .query import LEVEL, Query

if TYPE_CHECKING:
    from ...accounting.arithmetic import LevelWork
    from ...filters import Filters


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
    filters: Filters | None = None,
    level_dtype: np.dtype[Any] = LEVEL,
) -> tuple[Any, Any]:
    """Level and predecessor of every vertex.

    `alpha` and `beta` say when to change direction. The CPU has Beamer's rule: it pulls where more than
    1/alpha of the edges that are left leave the frontier, and pushes again once the frontier has shrunk below
    1/beta of the vertices. Unlike in direction_optimized, the frontier needn't have grown before a pull. A
    GPU pulls where the cost of a push times alpha is above the cost of a pull, and pushes again where that of
    a push times beta is below it; it reckons both in edges. On the CPU, one thread alone expands a frontier
    of at most `serial_edges` edges; a GPU ignores this option. None stands for the device's default.

    The search ends with the last level that `level_dtype` holds: the caller looks whether it goes deeper.
    """
    query = Query(sources, stop, predecessors, alpha, beta, serial_edges, filters, level_dtype)
    if isinstance(device, Cpu):
        return cpu.bfs(graph, query, device, trace)
    found: tuple[Any, Any] = _on_gpu().bfs(graph, query, device, trace)
    return found


@cache
def _on_gpu() -> Any:
    """The module of the GPU's form: imported here, since its kernels take as long to import as all else.

    Cached, since an `import` takes half a microsecond, which a call on a tiny graph would notice.
    """
    from .cuda import host

    return host


def count(
    graph: Graph,
    sources: np.ndarray,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    serial_edges: int | None = None,
) -> list[LevelWork]:
    """What a search on every core of the CPU does, level by level, counted; options as of `bfs`.

    Warps and sectors aren't counted, nor what one thread does: it takes chunks as they come.
    """
    from ...accounting.arithmetic import NOT_COUNTED, LevelWork  # here, since no search needs them
    from .cpu.counting import count_levels

    counted = count_levels(graph, Query(sources, NO_STOP, True, alpha, beta, serial_edges), Cpu())
    return [
        LevelWork(
            level=level,
            direction="pull" if pulled else "push",
            kernel_launches=int(level == 1),
            threads_launched=counted.threads,
            edges_inspected=edges,
            vertices_labelled=int((counted.levels == level).sum()),
            claims_tried=claims,
            claims_won=claims,
            appends=appends,
            block_atomics=NOT_COUNTED,
            global_atomics=atomics + claims,
            grid_barriers=shared_steps if counted.threads > 1 else 0,
        )
        for level, (pulled, (edges, claims, appends, atomics, shared_steps)) in enumerate(
            zip(counted.pulled.tolist(), counted.counts.tolist(), strict=True), start=1
        )
    ]
