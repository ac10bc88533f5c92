"""One wire: the wave spreads from the start, and stepping back from level to level finds a shortest way.

With costs the way is a cheapest one instead, found by weighted.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu, Device, device_of, get_device, working_on
from ..errors import InputError, shown
from ..frontier import UNVISITED
from ..graph.edges import as_array
from . import weighted
from .tiles import flood_by_tiles
from .trace_back import THREADS, step_back_by_windows
from .wave import flood
from .words import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    Cell = tuple[int, ...]  # (row, column), or (layer, row, column)

DIRECTIONS = 6  # of a step: see `next_cell`
NO_CELL = -1


@dataclass(frozen=True, eq=False)
class Route:
    """A shortest or cheapest way from one cell of a board to another, and the wave that found it.

    Attributes
    ----------
    start, goal
        The cells, as (row, column) or (layer, row, column).
    path
        k cells from the start to the goal, int64 of shape (k, 2) or (k, 3), always in NumPy; k is 0 if the
        goal can't be reached.
    levels
        int32 of the board's shape: steps from the start; -1 for walls, for cells that can't be reached, and
        for cells further away than the goal. None for a route with costs.
    device
        The device that ran.
    distances
        float64 of the board's shape, for a route with costs: the cost of a cheapest way from the start to
        each cell, also where that is more than to the goal; infinite for walls and cells that can't be
        reached. None without costs.
    """

    start: Cell
    goal: Cell
    path: np.ndarray
    levels: np.ndarray | None
    device: Device
    distances: np.ndarray | None = None

    @property
    def reached(self) -> bool:
        """Whether there is a way."""
        return len(self.path) > 0

    @property
    def length(self) -> int:
        """Steps from the start to the goal, one less than cells; -1 if there is no way."""
        return len(self.path) - 1

    @property
    def vias(self) -> int:
        """Steps from one layer to another."""
        return count_vias(self.path)

    @cached_property
    def cost(self) -> float:
        """The cost of the way: all its cells but the start, and its vias; without costs, its steps.

        Infinite if there is no way.
        """
        if self.distances is not None:
            with working_on(self.device):
                return float(self.distances[self.goal])
        return float(self.length) if self.reached else inf

    @cached_property
    def num_reached(self) -> int:
        """Cells that the wave has reached, the start included."""
        with working_on(self.device):
            reached: Any = self.levels != UNVISITED if self.distances is None else self.distances < inf
            return int(reached.sum())

    @cached_property
    def num_levels(self) -> int | None:
        """Levels that hold a cell, the start's included; None for a route with costs."""
        with working_on(self.device):
            return None if self.levels is None else int(self.levels.max()) + 1

    def to_numpy(self) -> Route:
        """This route with its levels or distances in NumPy: itself unless they are on a GPU."""
        if self.distances is None:
            on_host = isinstance(self.levels, np.ndarray)
            return self if on_host else replace(self, levels=Cpu().array(self.levels))
        on_host = isinstance(self.distances, np.ndarray)
        return self if on_host else replace(self, distances=Cpu().array(self.distances))

    def __repr__(self) -> str:
        found = f"{self.length:,} steps" if self.reached else "not reached"
        if self.distances is not None and self.reached:
            found += f", cost {self.cost:g}"
        return f"Route({self.start} to {self.goal}: {found}, wave of {self.num_reached:,} cells)"


def route(
    blocked: Any,
    start: Sequence[int],
    goal: Sequence[int],
    *,
    cost: Any = None,
    via_cost: float | None = None,
    device: str | Device = "auto",
) -> Route:
    """The shortest way from one free cell of a board to another, by Lee's algorithm, or the cheapest.

    A step leads to the next cell up, down, left or right, and in a board of layers also to the same cell of
    the layer above or below. Of several shortest ways, the one found keeps its direction where it can. With
    `cost` or `via_cost` the way is a cheapest one, found by `sssp` on a graph of the free cells, which takes
    longer and much more memory.

    Parameters
    ----------
    blocked
        Boolean array of shape (rows, columns) or (layers, rows, columns): true cells are walls. NumPy's, or
        on a GPU.
    start, goal
        Two free cells: (row, column), or (layer, row, column).
    cost
        The cost of entering each cell, as for congestion: real numbers of the board's shape, 0 or more, by
        default 1. The start is not entered; infinity is a wall; costs of walls don't count.
    via_cost
        The cost of a step to another layer, on top of the cost of the cell that it enters: 0 or more, by
        default 0. Without effect on a board of one layer.
    device
        "cpu" or a `Cpu`; "cuda", or "cuda:1" for the second GPU; "auto" is where `blocked` is. The levels, or
        distances, are NumPy's on the CPU, CuPy's on a GPU.

    Raises
    ------
    InputError
        For a board that isn't such an array, a cell that is outside it or in a wall, or a cost that is
        negative, no number or of another shape.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    board = checked_board(blocked)
    where = get_device(device, device_of(board))
    ends = checked_cell("the start", start, board), checked_cell("the goal", goal, board)
    first, last = (_number(cell, board.shape) for cell in ends)
    levels = distances = None
    with working_on(where):
        if cost is None and via_cost is None:
            levels = _wave(where.array(board), first, last, where)
            cells = _trace_back(levels, last, board.shape, where)
            levels = levels.reshape(board.shape)
        else:
            cells, distances = weighted.search(Cpu().array(board), cost, via_cost, first, last, where)
            distances = distances.reshape(board.shape)
    path = np.stack(np.unravel_index(cells, board.shape), axis=1)
    return Route(*ends, path, levels, where, distances)


def checked_board(blocked: Any) -> Any:
    """The board as an array, where it is. Raises InputError unless it is boolean, of 2 or 3 dimensions."""
    board = as_array(blocked, "blocked")
    if board.ndim not in (2, 3) or board.dtype != bool:
        raise InputError(
            f"a board is a boolean array of 2 or 3 dimensions, not {board.dtype} of {board.ndim}"
        )
    return board


def checked_cell(name: str, cell: Sequence[int], board: np.ndarray) -> Cell:
    """The cell as a tuple of ints. Raises InputError, calling the cell `name`, unless it is free."""
    place = as_array(cell, name)
    axes = "(row, column)" if board.ndim == 2 else "(layer, row, column)"
    if place.shape != (board.ndim,) or place.dtype.kind not in "iu":
        raise InputError(f"{name} is a cell, {axes}, not {shown(cell)}")
    found = tuple(place.tolist())
    if not all(0 <= number < side for number, side in zip(found, board.shape, strict=True)):
        sides = " x ".join(map(str, board.shape))
        raise InputError(f"{name} {found} is outside the board of {sides} cells")
    with working_on(device_of(board)):
        if board[found]:
            raise InputError(f"{name} {found} is in a wall")
    return found


def count_vias(path: np.ndarray) -> int:
    """Steps of a path from one layer to another; none on a board without layers."""
    return int(np.count_nonzero(np.diff(path[:, 0]))) if path.shape[1] == 3 else 0


def _wave(blocked: Any, start: int, goal: int, device: Device) -> Any:
    """Steps from the start to each cell, as one row. By tiles on a GPU, but for boards of several layers."""
    if isinstance(device, Cpu) or _has_layers(blocked.shape):
        return flood(*pack(blocked, device), start, goal, device)
    return flood_by_tiles(blocked.reshape(blocked.shape[-2:]), start, goal, device)


def _has_layers(shape: Cell) -> bool:
    """Whether a board of this shape has more than one layer."""
    return len(shape) == 3 and shape[0] > 1


def _trace_back(levels: Any, goal: int, shape: Cell, device: Device) -> np.ndarray:
    """The numbers of the cells on a way to the goal, the start first; none if the goal has no level."""
    path = device.xp.full(int(levels[goal]) + 1, NO_CELL, np.int64)
    if path.size and not isinstance(device, Cpu) and not _has_layers(shape):
        _, threads = device.running_at_once(THREADS)
        device.launch(1, threads, step_back_by_windows, levels, goal, shape[-1], path)
    elif path.size:
        device.for_each(1, step_back, levels, goal, *shape[-2:], path)
    cells = Cpu().array(path)
    if (cells == NO_CELL).any():
        raise RuntimeError("the levels of the wave don't lead back from the goal to the start")
    return cells


def _number(cell: Cell, shape: Cell) -> int:
    """The cell's place in a board of this shape, row after row."""
    number = 0
    for place, size in zip(cell, shape, strict=True):
        number = number * size + place
    return number


def step_back(_, levels, goal, rows, columns, path):
    """Step from the goal to any neighbor one level closer, if possible in the direction of the last step.

    Where no neighbor is closer, which would be an error in the wave, the rest of the path stays without
    cells.
    """
    cell, direction = goal, 0
    for level in range(path.size - 1, 0, -1):
        path[level] = cell
        for _turn in range(DIRECTIONS):
            neighbor = next_cell(cell, direction, rows, columns, levels.size)
            if neighbor >= 0 and levels[neighbor] == level - 1:
                break
            direction = (direction + 1) % DIRECTIONS
        else:
            return
        cell = neighbor
    path[0] = cell


def next_cell(cell, direction, rows, columns, num_cells):
    """The neighbor right, below, left, above, one layer up or one layer down; NO_CELL outside the board."""
    column = cell % columns
    row = cell // columns % rows
    neighbor = NO_CELL
    if direction == 0 and column + 1 < columns:
        neighbor = cell + 1
    elif direction == 1 and row + 1 < rows:
        neighbor = cell + columns
    elif direction == 2 and column > 0:
        neighbor = cell - 1
    elif direction == 3 and row > 0:
        neighbor = cell - columns
    elif direction == 4 and cell + rows * columns < num_cells:
        neighbor = cell + rows * columns
    elif direction == 5:
        neighbor = cell - rows * columns
    return neighbor if neighbor >= 0 else NO_CELL
