"""Many wires on one board: each is an obstacle for the next, and one in the way may be ripped up.

The masks are NumPy's, on any device; the waves are spread on the device.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu, Device, device_of, get_device
from ..errors import InputError, checked_integer, shown
from ..progress import reporting
from .route import checked_board, checked_cell, count_vias, route

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..progress import Progress, Report
    from .route import Cell

RIPUPS_PER_NET = 50  # wires ripped up per net before the nets left are given up; benchmarks/maze.py
NO_NET = -1


@dataclass(frozen=True, eq=False)
class RoutedNets:
    """The wires of many nets on one board.

    Attributes
    ----------
    nets
        The start and the goal of each, as (row, column) or (layer, row, column).
    paths
        The wire of each net: its k cells from the start to the goal, int64 of shape (k, 2) or (k, 3); k is 0
        where the net has failed.
    ripups
        How often a wire was taken up to make way for another.
    device
        The device that ran.
    """

    nets: list[tuple[Cell, Cell]]
    paths: list[np.ndarray]
    ripups: int
    device: Device

    @property
    def failed(self) -> list[int]:
        """The nets that have no wire, by their places in `nets`."""
        return [net for net, path in enumerate(self.paths) if not len(path)]

    @property
    def lengths(self) -> list[int]:
        """Steps of each wire, one less than its cells; -1 where the net has failed."""
        return [len(path) - 1 for path in self.paths]

    @property
    def wire_length(self) -> int:
        """Steps of all wires together."""
        return sum(length for length in self.lengths if length > 0)

    @property
    def vias(self) -> int:
        """Steps of all wires from one layer to another."""
        return sum(count_vias(path) for path in self.paths)

    def __repr__(self) -> str:
        routed = len(self.nets) - len(self.failed)
        wires = f"{self.wire_length:,} steps, {self.vias:,} vias"
        return f"RoutedNets({routed:,} of {len(self.nets):,} nets, {wires})"


def route_nets(
    blocked: Any,
    nets: Sequence[tuple[Sequence[int], Sequence[int]]],
    *,
    max_ripups: int | None = None,
    device: str | Device = "auto",
    progress: Progress = False,
) -> RoutedNets:
    """Wires for many nets, no two of which share a cell.

    The ends of a net are obstacles for the others. Nets whose ends are close are laid first. Then a net that
    has found no way takes a shortest way through other nets' wires, and those nets are laid again around it.
    If more than one of them fails, all these wires go back to where they were. While it can, a net goes
    through wires that it has not ripped up before.

    Parameters
    ----------
    blocked, device
        As for `route`.
    nets
        The start and the goal of each: two free cells that no other net has.
    max_ripups
        Once so many wires were ripped up, the nets without a wire fail; by default 50 times the nets.
    progress
        As for `read`: of the nets that have a wire.

    Raises
    ------
    InputError
        For a bad board as `route`, for a net's end that is outside it, in a wall or another net's as well,
        or a `max_ripups` that isn't a whole number from 0 up.
    DeviceError
        As for `route`.
    """
    board = checked_board(blocked)
    where = get_device(device, device_of(board))
    try:
        nets = list(nets)
    except TypeError:
        raise InputError(f"nets is a list of pairs of cells, not {shown(nets)}") from None
    ends = checked_nets(nets, board, [f"net {number}" for number in range(len(nets))])
    limit = RIPUPS_PER_NET * len(ends) if max_ripups is None else checked_integer("max_ripups", max_ripups, 0)
    wiring = _Wiring(Cpu().array(board), ends, where)
    with reporting(progress, "route_nets") as report:
        wiring.route_all(limit, report)
    return RoutedNets(ends, wiring.paths, wiring.ripups, where)


def checked_nets(
    nets: Sequence[tuple[Sequence[int], Sequence[int]]], board: Any, names: Sequence[str]
) -> list[tuple[Cell, Cell]]:
    """The nets as pairs of cells. Raises InputError, with a net's name, for a cell in a wall or shared."""
    ends = []
    owners: dict[Cell, str] = {}
    for name, net in zip(names, nets, strict=True):
        try:
            start, goal = net
        except (TypeError, ValueError):
            raise InputError(f"{name} is a start and a goal, not {shown(net)}") from None
        pair = checked_cell(f"{name}'s start", start, board), checked_cell(f"{name}'s goal", goal, board)
        for cell in pair:
            if owners.setdefault(cell, name) != name:
                raise InputError(f"{owners[cell]} and {name} both have an end in cell {cell}")
        ends.append(pair)
    return ends


class _Wiring:
    """The wires laid so far, and whose wire lies on each cell."""

    def __init__(self, blocked: np.ndarray, nets: list[tuple[Cell, Cell]], device: Device) -> None:
        self.nets, self.device = nets, device
        self.obstacles = blocked.copy()  # walls, and the ends of the nets
        for cell in {cell for net in nets for cell in net}:
            self.obstacles[cell] = True
        self.owners = np.full(blocked.shape, NO_NET)
        self.paths = [np.empty((0, blocked.ndim), np.int64) for _ in nets]
        self.spared: list[set[int]] = [set() for _ in nets]
        self.ripups = 0

    def route_all(self, max_ripups: int, report: Report | None) -> None:
        """Lay all wires; then rip up wires for the nets that failed, while this makes no more nets fail."""
        waiting = deque(self._lay(range(len(self.nets)), report))
        while waiting and self.ripups < max_ripups:
            net = waiting.popleft()
            path = self._way_through(net)
            if not len(path):
                continue  # no way even on a board without other wires
            crossed = np.unique(self.owners[tuple(path.T)])
            changed = [net, *(other for other in crossed.tolist() if other != NO_NET)]
            before = [self.paths[other] for other in changed]
            self._replace(changed, [path] + [path[:0]] * (len(changed) - 1))
            self.ripups += len(changed) - 1
            self.spared[net].update(changed[1:])
            failed = self._lay(changed[1:])
            if len(failed) > 1:
                self._replace(changed, before)
                failed = [net]
            waiting += failed
            if report is not None:
                report(len(self.nets) - len(waiting), len(self.nets))

    def _lay(self, nets: Iterable[int], report: Report | None = None) -> list[int]:
        """Lay these wires around all others, those between close ends first. Returns the nets that failed."""
        failed = []
        for done, net in enumerate(sorted(nets, key=self._distance), 1):
            path = self._way_around(net, self.owners != NO_NET)
            self._replace([net], [path])
            if not len(path):
                failed.append(net)
            if report is not None:
                report(done - len(failed), len(self.nets))
        return failed

    def _distance(self, net: int) -> int:
        start, goal = np.array(self.nets[net])
        return int(np.abs(start - goal).sum())

    def _way_through(self, net: int) -> np.ndarray:
        """A shortest way through wires; if possible, only through those that the net has not ripped up."""
        path = self._way_around(net, np.isin(self.owners, list(self.spared[net])))
        if len(path):
            return path
        self.spared[net].clear()
        return self._way_around(net, np.zeros_like(self.obstacles))

    def _way_around(self, net: int, wires: np.ndarray) -> np.ndarray:
        """A shortest way around the obstacles and these wires; empty if there is none."""
        taken = self.obstacles | wires
        for cell in self.nets[net]:
            taken[cell] = False
        return route(taken, *self.nets[net], device=self.device).path

    def _replace(self, nets: list[int], paths: list[np.ndarray]) -> None:
        """Take up the wires of these nets and lay these paths."""
        for net in nets:
            self.owners[tuple(self.paths[net].T)] = NO_NET
        for net, path in zip(nets, paths, strict=True):
            self.owners[tuple(path.T)] = net
            self.paths[net] = path
