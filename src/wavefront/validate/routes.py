"""Rule checks of wires on a board: each joins its ends by steps through free cells, and no two share a cell.

The checks are NumPy over whole arrays and share no code with the routing.
"""

from collections.abc import Sequence
from math import inf, isclose
from typing import Any

import numpy as np

from ..device import Cpu
from ..errors import InputError, checked_number, shown
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
    InputError
        For arguments that aren't as above.
    ValidationError
        Naming the rule and the net that breaks it: (ends) a wire begins at the net's start and stops at its
        goal, (steps) each cell of a wire is a neighbor of the cell before, (walls) no cell is a wall or
        outside the board, (apart) a wire shares no cell with another wire or another net's end, and uses none
        twice, (length) a wire has one step less than cells, (cost) its cells but the first, and its vias, add
        up to the reported cost.
    """
    walls = Cpu().array(as_array(blocked, "blocked"))
    if walls.ndim not in (2, 3) or walls.dtype != bool:
        raise InputError(
            f"a board is a boolean array of 2 or 3 dimensions, not {walls.dtype} of {walls.ndim}"
        )
    pairs = [
        _cells(f"the ends of net {number}", ends, walls.ndim)
        for number, ends in enumerate(_list("nets", nets))
    ]
    wires = [
        _cells(f"the wire of net {number}", path, walls.ndim)
        for number, path in enumerate(_list("paths", paths))
    ]
    if any(len(ends) != 2 for ends in pairs):
        raise InputError("a net is a start and a goal")
    steps = _reported("lengths", lengths, pairs)
    sums = _reported("totals", totals, pairs)
    prices, via_cost = _prices(cost, walls), checked_number("via_cost", via_cost, "a number, 0 or more")
    if len(wires) != len(pairs):
        raise ValidationError("ends", f"{len(wires)} wires for {len(pairs)} nets")
    owners = {cell: number for number, ends in enumerate(pairs) for cell in map(tuple, ends.tolist())}
    for number, (ends, path) in enumerate(zip(pairs, wires, strict=True)):
        if steps is not None and steps[number] != len(path) - 1:
            problem = f"net {number} has {len(path)} cells, but its length is {steps[number]}"
            raise ValidationError("length", problem)
        if len(path):
            _check_wire(walls, number, ends, path)
            _check_apart(number, path, owners)
        if sums is not None:
            _check_cost(number, path, prices, via_cost, sums[number])


def _list(name: str, values: Sequence[Any]) -> list[Any]:
    try:
        return list(values)
    except TypeError:
        raise InputError(f"{name} is a list, not {shown(values)}") from None


def _cells(name: str, values: Any, dimensions: int) -> np.ndarray:
    """Several cells as an array of integers, one row per cell."""
    cells = as_array(values, name)
    if cells.size == 0:
        return np.empty((0, dimensions), np.int64)
    if cells.ndim != 2 or cells.dtype.kind not in "iu":
        raise InputError(f"{name}: cells are {dimensions} integers each, not {shown(values)}")
    if cells.shape[1] != dimensions:
        raise ValidationError("ends", f"{name} leads through cells of {cells.shape[1]} coordinates")
    return cells.astype(np.int64)


def _reported(name: str, values: Any, nets: Sequence[Any]) -> np.ndarray | None:
    """One number per net, or None if none were reported."""
    if values is None:
        return None
    numbers = as_array(values, name)
    if numbers.shape != (len(nets),) or (numbers.size and numbers.dtype.kind not in "iuf"):
        raise InputError(f"{name} holds a number for each of {len(nets)} nets, not {shown(values)}")
    return numbers


def _prices(cost: Any, walls: np.ndarray) -> np.ndarray | None:
    if cost is None:
        return None
    prices = Cpu().array(as_array(cost, "cost"))
    if prices.shape != walls.shape or prices.dtype.kind not in "biuf":
        raise InputError(f"cost is an array of real numbers of the board's shape {walls.shape}")
    return prices


def _check_wire(blocked: np.ndarray, number: int, ends: np.ndarray, path: np.ndarray) -> None:
    if not np.array_equal(path[[0, -1]], ends):
        start, goal = map(tuple, ends.tolist())
        raise ValidationError("ends", f"the wire of net {number} doesn't lead from {start} to {goal}")
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
