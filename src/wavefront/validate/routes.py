"""Rule checks of wires on a board: each joins its ends by steps through free cells, and no two share a cell.

The checks are NumPy over whole arrays and share no code with the routing.
"""

from collections.abc import Sequence
from math import inf, isclose

import numpy as np

from ..device import Cpu
from ..graph.edges import as_array
from .rules import ValidationError


def validate_routes(
    blocked: np.ndarray,
    nets: Sequence[tuple[Sequence[int], Sequence[int]]],
    paths: Sequence[np.ndarray],
    lengths: Sequence[int] | None = None,
    *,
    cost: np.ndarray | None = None,
    via_cost: float = 0.0,
    totals: Sequence[float] | None = None,
) -> None:
    """Check the wires of one or more nets on a board.

    Parameters
    ----------
    blocked
        Boolean array of shape (rows, columns) or (layers, rows, columns): true cells are walls.
    nets
        The start and the goal of each net.
    paths
        The cells of each wire, integers of shape (k, 2) or (k, 3). A net without a wire has k = 0 and is not
        checked, but other wires must still avoid its ends.
    lengths
        The reported number of steps of each wire; -1 for a net without a wire.
    cost, via_cost
        The cost of entering each cell, an array of the board's shape, by default 1; and the extra cost of a
        step to another layer.
    totals
        The reported cost of each wire, compared up to rounding; infinite for a net without a wire.

    Raises
    ------
    ValidationError
        Naming the rule and the net that breaks it: (ends) a wire begins at the net's start and stops at its
        goal, (steps) each cell of a wire is a neighbor of the cell before, (walls) no cell is a wall or
        outside the board, (apart) a wire shares no cell with another wire or another net's end, and uses none
        twice, (length) a wire has one step less than cells, (cost) its cells but the first, and its vias, add
        up to the reported cost.
    """
    if len(paths) != len(nets):
        raise ValidationError("ends", f"{len(paths)} wires for {len(nets)} nets")
    blocked, wires = Cpu().array(as_array(blocked)), [as_array(path) for path in paths]
    costs = None if cost is None else Cpu().array(as_array(cost))
    owners: dict[tuple[int, ...], int] = {}
    for number, ends in enumerate(nets):
        owners.update(dict.fromkeys((tuple(map(int, as_array(end))) for end in ends), number))
    for number, (ends, path) in enumerate(zip(nets, wires, strict=True)):
        if lengths is not None and lengths[number] != len(path) - 1:
            problem = f"net {number} has {len(path)} cells, but its length is {lengths[number]}"
            raise ValidationError("length", problem)
        if len(path):
            _check_wire(blocked, number, ends, path)
            _check_apart(number, path, owners)
        if totals is not None:
            _check_cost(number, path, costs, via_cost, totals[number])


def _check_wire(
    blocked: np.ndarray, number: int, ends: tuple[Sequence[int], Sequence[int]], path: np.ndarray
) -> None:
    if path.shape[1:] != (blocked.ndim,) or not np.array_equal(path[[0, -1]], list(map(as_array, ends))):
        raise ValidationError("ends", f"the wire of net {number} doesn't lead from {ends[0]} to {ends[1]}")
    steps = np.abs(np.diff(path, axis=0)).sum(axis=1)
    if (jumps := np.flatnonzero(steps != 1)).size:
        here, there = path[jumps[0]].tolist(), path[jumps[0] + 1].tolist()
        raise ValidationError("steps", f"the wire of net {number} jumps from {here} to {there}")
    inside = ((path >= 0) & (path < np.array(blocked.shape))).all(axis=1)
    if not inside.all():
        cell = path[~inside][0].tolist()
        raise ValidationError("walls", f"the wire of net {number} leaves the board at {cell}")
    if (walls := path[blocked[tuple(path.T)]]).size:
        raise ValidationError("walls", f"the wire of net {number} runs through the wall {walls[0].tolist()}")


def _check_apart(number: int, path: np.ndarray, owners: dict[tuple[int, ...], int]) -> None:
    cells = list(map(tuple, path.tolist()))
    if len(set(cells)) < len(cells):
        raise ValidationError("apart", f"the wire of net {number} crosses itself")
    for cell in cells:
        if (other := owners.setdefault(cell, number)) != number:
            raise ValidationError("apart", f"nets {other} and {number} share cell {cell}")


def _check_cost(
    number: int, path: np.ndarray, cost: np.ndarray | None, via_cost: float, reported: float
) -> None:
    entered = path[1:]
    cells = len(entered) if cost is None else cost[tuple(entered.T)].sum(dtype=np.float64)
    vias = np.count_nonzero(np.diff(path[:, 0])) if path.shape[1] == 3 else 0
    total = cells + (via_cost * vias if vias else 0.0) if len(path) else inf
    if not isclose(total, reported, rel_tol=1e-9):
        raise ValidationError("cost", f"the wire of net {number} costs {total}, not {reported}")
