"""Every method, on the same searches: its time on each device, and its threads' work if it has an account."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, fields
from itertools import count
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np

from ..device import Cpu, Cuda, get_device
from ..errors import DeviceError, InputError, require_positive, shown
from ..graph.vertices import checked_vertices, require_graph
from ..strategies import ACCOUNTS, STRATEGIES
from ..text_table import text_table
from .account import account
from .searches import search_times

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..accounting.arithmetic import Range
    from ..device import Device
    from ..graph import Graph

logger = logging.getLogger("wavefront")

TOO_LONG = 10_000.0  # milliseconds of a first search after which the method is not run again
ROUNDS = 3  # over all methods; with 4 sources each method searches 12 times


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodResult:
    """One method on one device. The work is that of a GPU's threads, a mean over the sources.

    A figure that depends on the timing of the threads is given at its most. The busiest level is the one
    whose frontier has the most outgoing edges, whatever the method. A method without an account, `fused` and
    `operators`, has None for all of its work.
    """

    device: str
    strategy: str
    milliseconds: float  # of a search, the median; wall time on a CPU, on a GPU between two events
    ratio: float  # of that time to the best method's on the device
    searches: int  # number timed: one if the first took too long to be repeated
    edges_inspected: int | None = None  # in all levels of a search
    threads_launched: int | None = None  # in all levels
    warp_steps: int | None = None  # in all levels; docs/guide/account.md defines warp steps
    busiest_warp_steps: int | None = None  # in the busiest level
    busiest_longest_thread: int | None = None  # edges that the busiest level's busiest thread inspects


@dataclass(frozen=True)
class Comparison:
    """What `compare` found.

    Attributes
    ----------
    rows
        One per device and method, the CPU first, methods in the order of `STRATEGIES`.
    """

    rows: list[MethodResult]

    def to_json(self) -> str:
        """A JSON array with one object per row, its fields those of `MethodResult`."""
        return json.dumps([asdict(row) for row in self.rows])

    def table(self) -> str:
        """A plain-text table, one line per row: ``best`` is a device's best method, ``-`` is not counted."""
        names = [field.name for field in fields(MethodResult)]
        place = names.index("ratio")
        lines = [list(astuple(row)) for row in self.rows]
        for line in lines:
            line[place] = "best" if line[place] == 1 else f"{line[place]:,.2f}"
        return text_table(names, [["-" if value is None else value for value in line] for line in lines])

    def __str__(self) -> str:
        return self.table()


def compare(
    graph: Graph,
    sources: Sequence[int] | np.ndarray,
    *,
    device: str | Device = "auto",
    rounds: int = ROUNDS,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Search from each source by every method, and say how long it took and what its threads did.

    Times include levels and predecessors, and leave out compiling, copying to the GPU and building the
    views that a method reads. Every method's first search is validated.

    Parameters
    ----------
    sources
        Vertex ids, each a search of its own.
    device
        As for `bfs`; "auto" is every device present, the CPU and the first GPU.
    rounds
        Times that each method searches from each source; methods take turns. A method whose first search
        takes over 10 s is not run again.
    progress
        Called as ``progress(done, total)`` now and then.

    Returns
    -------
    Comparison
        A method that the graph does not suit, or that needs more memory than a GPU has, is left out, with a
        warning to the logger ``wavefront``.

    Raises
    ------
    InputError
        For a source that is no vertex, no source at all, or a bad number of rounds.
    DeviceError
        For a GPU that isn't there.
    ValidationError
        For a method whose search is wrong.
    """
    require_graph(graph)
    require_positive(rounds=rounds)
    if progress is not None and not callable(progress):
        raise InputError(f"progress is a function of two numbers, not {shown(progress)}")
    vertices = checked_vertices(graph, sources, "sources").tolist()
    devices = _present() if isinstance(device, str) and device == "auto" else [get_device(device)]
    total, done = len(ACCOUNTS) + len(STRATEGIES) * len(devices) * (1 + rounds), count(1)

    def advance() -> None:
        if progress is not None:
            progress(next(done), total)

    busiest = [(source, _busiest_level(graph, source)) for source in vertices]
    work = {}
    for name in ACCOUNTS:
        work[name] = _mean_work(graph, busiest, name)
        advance()
    methods = {name: {"strategy": name} for name in STRATEGIES}
    rows = []
    for where in devices:
        taken = search_times(graph, vertices, where, methods, rounds, TOO_LONG, advance)
        rows += _rows(where, taken, work)
    return Comparison(rows)


def _present() -> list[Device]:
    """The CPU and, if there is one that can be used, the first GPU."""
    found: list[Device] = [Cpu()]
    with suppress(DeviceError):
        found.append(Cuda())
    return found


def _rows(
    device: Device, taken: Mapping[str, Sequence[float]], work: Mapping[str, Mapping[str, int]]
) -> list[MethodResult]:
    medians = {name: median(times) for name, times in taken.items()}
    best = min(medians.values(), default=0.0)
    return [
        MethodResult(
            device=device.name,
            strategy=name,
            milliseconds=milliseconds,
            ratio=milliseconds / best,
            searches=len(taken[name]),
            **work.get(name, {}),
        )
        for name, milliseconds in medians.items()
    ]


def _busiest_level(graph: Graph, source: int) -> int:
    """The level found from the frontier with the most outgoing edges: push inspects just these edges."""
    return max(account(graph, source, "push").rows, key=lambda row: row.edges_inspected).level


def _mean_work(graph: Graph, busiest: Sequence[tuple[int, int]], strategy: str) -> dict[str, int]:
    """The work columns of `MethodResult`, for sources with their busiest levels."""
    found = []
    for source, level in busiest:
        rows = account(graph, source, strategy).rows
        figures = {
            "edges_inspected": sum(row.edges_inspected for row in rows),
            "threads_launched": sum(row.threads_launched for row in rows),
            "warp_steps": sum(_most(row.warp_steps) for row in rows),
            "busiest_warp_steps": _most(rows[level - 1].warp_steps),
            "busiest_longest_thread": _most(rows[level - 1].longest_thread),
        }
        found.append(figures)
    return {name: round(fmean(figures[name] for figures in found)) for name in found[0]}


def _most(figure: Range) -> int:
    return figure[1] if isinstance(figure, tuple) else figure
