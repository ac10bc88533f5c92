"""One wire where cells differ in cost: the shortest paths of a weighted grid, by `sssp`.

An edge leads from a free cell to a neighboring one. Its weight is the cost of entering that cell, plus the
via cost if it leads to another layer. So a wire's cost is a path's, and the start's own cell costs nothing.

Unlike the wave of words, this builds the graph, on the CPU: 12 bytes per step, two steps for each pair of
neighboring cells. The search runs on the device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..algorithms.sssp import sssp
from ..device import Cpu
from ..errors import InputError, checked_number
from ..generators import grid
from ..graph import Graph
from ..graph.edges import as_array

if TYPE_CHECKING:
    from ..device import Device


def search(
    blocked: np.ndarray, cost: Any, via_cost: Any, start: int, goal: int, device: Device
) -> tuple[np.ndarray, Any]:
    """The cells of a cheapest way, and the cost of reaching each cell of the board.

    Parameters
    ----------
    blocked
        The board, in NumPy.
    cost, via_cost
        As for `route`; None is 1 per cell, and 0 per via.
    start, goal
        Numbers of two free cells.

    Returns
    -------
    cells
        Numbers of k cells, the start first, in NumPy; k is 0 if there is no way.
    distances
        float64, one per cell, on the device.
    """
    costs = _checked_cost(cost, blocked)
    found = sssp(_weighted_grid(blocked, costs, _checked_via_cost(via_cost)), start, device=device)
    return np.array(found.path(goal) or [], np.int64), found.distances


def _checked_cost(cost: Any, blocked: np.ndarray) -> np.ndarray:
    if cost is None:
        return np.ones(blocked.shape)
    costs = Cpu().array(as_array(cost, "cost"))
    if costs.shape != blocked.shape or costs.dtype.kind not in "biuf":
        raise InputError(
            f"cost is an array of real numbers of the board's shape {blocked.shape}, "
            f"not {costs.dtype} of shape {costs.shape}"
        )
    if (wrong := ~(costs >= 0) & ~blocked).any():  # NaN is not 0 or more either
        cell = tuple(np.argwhere(wrong)[0].tolist())
        raise InputError(f"to enter a cell costs 0 or more; cost{list(cell)} is {costs[cell]}")
    return costs.astype(np.float64, copy=False)


def _checked_via_cost(via_cost: Any) -> float:
    return 0.0 if via_cost is None else checked_number("via_cost", via_cost, "a number, 0 or more")


def _weighted_grid(blocked: np.ndarray, costs: np.ndarray, via_cost: float) -> Graph:
    steps = grid(*blocked.shape, blocked=blocked)
    weights = costs.ravel().take(steps.csr.dst)
    if blocked.ndim == 3 and via_cost:
        layer_cells = blocked[0].size
        weights[steps.coo.src // layer_cells != steps.coo.dst // layer_cells] += via_cost
    return Graph.from_csr(steps.csr.src_ptr, steps.csr.dst, weights, check=False)
