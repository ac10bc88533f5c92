"""Charts of a search for papers and slides, drawn by Matplotlib: the frontier, work, and a roofline.

Source of the roofline: S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance
model for multicore architectures", Communications of the ACM 52, 2009. A search does next to no arithmetic,
so the roof is the speed of memory alone.
"""

from __future__ import annotations

from io import BytesIO
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from ..accounting.arithmetic import limits
from ..accounting.sectors import SECTOR_SIZE
from ..algorithms.bfs import bfs
from ..device import get_device
from ..device.clock import stopwatch
from ..errors import InputError, require_one_of, shown
from ..graph.vertices import checked_vertices
from ..strategies import ACCOUNTS, STRATEGIES
from .account import account
from .copy_speed import copy_speed
from .figure import BEST, DOTS_PER_INCH, in_thousands, require_matplotlib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..device import Device
    from ..graph import Graph

CHARTS = ("frontier", "account", "roofline")
METHODS = ("push", "pull", "direction_optimized", "frontier_queue", "privatized", "hierarchical")
# Text stays text, which can be searched and edited; names of elements don't change from run to run.
STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "wavefront", "font.size": 10.0}
SHADE = "#56B4E9"  # of every other level
SECOND = "#D55E00"  # vermilion; markers and places say the same as colors
WORK = {
    "edges_inspected": "edges inspected",
    "warp_steps": "warp steps",
    "sectors_read": "sectors read",
    "global_atomics": "global atomics",
}
MOST_PARTS = 12  # levels that a bar is divided into
NAME_WIDTH, NAME_HEIGHT = 120.0, 10.0  # points: room for a method's name
ROUNDS = 5  # searches that are timed


def draw_chart(
    what: str,
    graph: Graph,
    source: Any,
    strategy: str | Sequence[str] | None,
    device: str | Device | None,
) -> tuple[str, bytes]:
    """The chart as SVG and as PNG. Arguments and errors are those of `figure`."""
    require_matplotlib()
    if device is not None and what != "roofline":
        raise InputError(f"device is not for the picture {what!r}")
    sources = np.unique(checked_vertices(graph, source, "source"))
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        chart = Figure(figsize=(7.2, 4.0), layout="constrained")
        if what == "frontier":
            _draw_frontier(chart, graph, sources, _checked(strategy, ("direction_optimized",), STRATEGIES))
        elif what == "account":
            _draw_account(chart, graph, sources, _checked(strategy, METHODS, ACCOUNTS))
        else:
            names = _checked(strategy, METHODS, ACCOUNTS)
            _draw_roofline(chart, graph, sources, names, get_device(device or "auto", graph.device))
        files = BytesIO(), BytesIO()
        chart.savefig(files[0], format="svg", metadata={"Date": None})
        chart.savefig(files[1], format="png", dpi=DOTS_PER_INCH)
    return files[0].getvalue().decode(), files[1].getvalue()


def _checked(
    strategy: str | Sequence[str] | None, default: Sequence[str], known: Sequence[str] | Any
) -> list[str]:
    """The methods' names. Raises InputError unless all are known, and there is one."""
    given = default if strategy is None else strategy.split(",") if isinstance(strategy, str) else strategy
    if not isinstance(given, list | tuple) or not given:
        raise InputError(f"strategy {shown(strategy)}: a name or a list of names is needed")
    for name in given:
        require_one_of("strategy", name, known)
    return list(dict.fromkeys(given))


def _draw_frontier(chart: Any, graph: Graph, sources: np.ndarray, names: list[str]) -> None:
    """Vertices of the frontier, and the edges that leave them, level by level; levels that pull are grey."""
    if len(names) > 1:
        raise InputError("strategy: the picture 'frontier' is of one")
    trace = bfs(graph, sources, strategy=names[0], device="cpu", trace=True).trace
    assert trace is not None
    rows = trace.levels
    levels = [row.level for row in rows]
    axes = chart.subplots()
    pulled = [row.level for row in rows if row.direction == "pull"]
    for number, level in enumerate(pulled):
        label = f"{names[0]} pulls" if number == 0 else None
        axes.axvspan(level - 0.5, level + 0.5, color="#E9ECEF", linewidth=0, label=label)
    mark = None if len(rows) > 60 else "o"
    axes.plot(
        levels, [row.edges for row in rows], color=SECOND, marker=mark and "s", label="edges that leave"
    )
    axes.plot(levels, [row.frontier for row in rows], color=BEST, marker=mark, label="vertices")
    axes.set_yscale("symlog", linthresh=1)  # an empty frontier has a place, too
    axes.set_ylim(0, 2 * max(1, *(max(row.edges, row.frontier) for row in rows)))
    axes.set_xlim(0.5, levels[-1] + 0.5)
    axes.xaxis.get_major_locator().set_params(integer=True)
    _finish(axes, "level", "of the frontier", f"The frontier of a search: {_size_of(graph)}")
    chart.legend(loc="outside lower center", ncols=3, frameon=False)


def _draw_account(chart: Any, graph: Graph, sources: np.ndarray, names: list[str]) -> None:
    """A panel for each figure of the account, a bar for each method, divided by level."""
    accounts = {name: account(graph, sources, name).rows for name in names}
    chart.set_size_inches(9.6, 1.4 + 0.34 * len(names))
    heading = f"What the threads of a GPU do, level after level: {_size_of(graph)}"
    chart.suptitle(heading, fontsize="medium")
    for axes, (column, words) in zip(chart.subplots(1, len(WORK), sharey=True), WORK.items(), strict=True):
        totals = [_draw_parts(axes, place, accounts[name], column) for place, name in enumerate(names)]
        known = [total for total in totals if total is not None]
        axes.set_xlim(0, 1.3 * max(1, *known) if known else 1)
        for place, total in enumerate(totals):
            text = "-" if total is None else in_thousands(total)
            axes.text(total or 0, place, f" {text}", va="center", fontsize="small")
        axes.set_yticks(range(len(names)), names)
        axes.tick_params(axis="y", length=0)
        axes.set_xticks([])
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.set_title(words, fontsize="medium", loc="left")
    axes.invert_yaxis()


def _draw_parts(axes: Any, place: int, rows: Sequence[Any], column: str) -> int | None:
    """A bar, divided by level if levels are few; its value, the most that it can be, or None."""
    figures = [getattr(row, column) for row in rows]
    if None in figures:
        return None
    most = [_most(figure) for figure in figures]
    parts = most if len(most) <= MOST_PARTS else [sum(most)]
    start = 0
    for number, width in enumerate(parts):
        color = BEST if number % 2 == 0 else SHADE
        axes.barh(place, width, left=start, color=color, height=0.66)
        start += width
    return start


def _draw_roofline(chart: Any, graph: Graph, sources: np.ndarray, names: list[str], device: Device) -> None:
    """Each method at its bytes and at its bytes per second; the device's copies as a line."""
    roof = 1e-9 * copy_speed(device)
    graph = graph.to_device(device)
    axes = chart.subplots()
    axes.set(xscale="log", yscale="log")
    axes.axhline(roof, color=SECOND, linestyle="--")
    beside: dict[str, Any] = {"textcoords": "offset points", "fontsize": "small"}
    at_the_left: Any = ("axes fraction", "data")
    text = f"copies of memory: {roof:,.3g} GB/s"
    axes.annotate(text, (0.01, roof), xycoords=at_the_left, xytext=(0, 4), color=SECOND, **beside)
    points = {}
    for name in names:
        rows = account(graph, sources, name).rows
        size = SECTOR_SIZE * sum(_most(row.sectors_read) + _most(row.sectors_written) for row in rows)
        speed = 1e-9 * size / _seconds(graph, sources, name, device)
        axes.plot(size, speed, "o", color=BEST)
        points[name] = size, speed
    axes.margins(x=0.3, y=0.2)
    axes.autoscale_view()
    at = axes.transData.transform(list(points.values())) * 72 / chart.dpi  # in points, as letters are
    lowest: dict[str, float] = {}
    for place in np.argsort(at[:, 1]):  # from below: names don't overlap
        name = names[place]
        near = [names.index(other) for other in lowest]
        taken = [lowest[names[row]] for row in near if abs(at[row, 0] - at[place, 0]) < NAME_WIDTH]
        lowest[name] = max([at[place, 1], *(height + NAME_HEIGHT for height in taken)])
        axes.annotate(name, points[name], xytext=(6, lowest[name] - at[place, 1] - 3), **beside)
    words = "bytes that the kernels read and write, in sectors of 32", "bytes over time (GB/s)"
    _finish(axes, *words, f"Searches and the memory of the device {device.name}: {_size_of(graph)}")


def _most(figure: Any) -> int:
    return int(limits(figure)[1])


def _seconds(graph: Graph, sources: np.ndarray, strategy: str, device: Device) -> float:
    """The median time of a few searches, after one that compiles and builds what the method needs."""
    taken = []
    for _ in range(1 + ROUNDS):
        elapsed = stopwatch(device)
        bfs(graph, sources, strategy=strategy, device=device, predecessors=False)
        taken.append(1e-3 * elapsed())
    return median(taken[1:])


def _finish(axes: Any, along: str, up: str, heading: str) -> None:
    axes.set_xlabel(along)
    axes.set_ylabel(up)
    axes.set_title(heading, fontsize="medium", loc="left")
    axes.spines[["top", "right"]].set_visible(False)


def _size_of(graph: Graph) -> str:
    return f"{graph.num_vertices:,} vertices, {graph.num_edges:,} stored edges"
