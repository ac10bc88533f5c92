"""Figures, drawn by Matplotlib, which the extra ``plot`` installs."""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..io.output import new_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .compare import Comparison

SUFFIXES = (".png", ".svg", ".pdf")
PANEL_WIDTH, BAR_HEIGHT, MARGIN_HEIGHT = 3.4, 0.32, 1.5  # inches
NAMES_WIDTH = 1.6  # inches
BEST, OTHERS = "#0072B2", "#B8BEC4"  # blue and grey: told apart by any eye, and in print
DOTS_PER_INCH = 150  # of a .png


def check_figure(path: Path) -> None:
    """Raise InputError if no figure can be written to `path`, for a reason that is known before the work."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; expected {', '.join(SUFFIXES)}")
    if find_spec("matplotlib") is None:
        raise InputError("drawing a figure needs Matplotlib: pip install 'wavefront[plot]'")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")


def draw_comparison(comparison: Comparison, path: Path, title: str) -> None:
    """Draw times and work as bars, one row per method; the suffix of `path` says the kind of file.

    There is a panel with the times of each device, and one each for edges inspected and warp steps. The
    shortest bars of a panel are blue. Lengths are logarithms. Raises InputError as `check_figure` does.
    """
    check_figure(path)
    from matplotlib.figure import Figure

    panels = _panels(comparison)
    names = list(dict.fromkeys(row.strategy for row in comparison.rows))
    size = (NAMES_WIDTH + PANEL_WIDTH * len(panels), MARGIN_HEIGHT + BAR_HEIGHT * len(names))
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title)
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, panel in zip(axes, panels, strict=True):
        _draw_bars(axis, names, panel)
    axes[0].invert_yaxis()  # the first method on top
    axes[0].set_ylabel("method")
    with new_file(path) as file:
        figure.savefig(file, format=path.suffix[1:].lower(), dpi=DOTS_PER_INCH)


class _Panel(NamedTuple):
    heading: str
    label: str
    value_format: str | Callable[[float], str]
    values: dict[str, float]  # by method


def _panels(comparison: Comparison) -> list[_Panel]:
    from matplotlib.ticker import EngFormatter

    rows, thousands = comparison.rows, EngFormatter(places=1, sep="")
    panels = []
    for device in dict.fromkeys(row.device for row in rows):
        times = {row.strategy: row.milliseconds for row in rows if row.device == device}
        panels.append(_Panel(f"Time on {device}", "median time of a search (ms)", "{:,.3f}", times))
    edges = {row.strategy: float(row.edges_inspected) for row in rows if row.edges_inspected is not None}
    steps = {row.strategy: float(row.warp_steps) for row in rows if row.warp_steps is not None}
    panels.append(_Panel("Work", "edges inspected in a search (edges)", thousands, edges))
    panels.append(_Panel("Time in lockstep", "warp steps of a search (steps)", thousands, steps))
    return panels


def _draw_bars(axis: Any, names: list[str], panel: _Panel) -> None:
    """Bars that begin at a power of ten, with their values; a method without a value has no bar."""
    lengths = [value for value in panel.values.values() if value > 0] or [1.0]  # a search may do no work
    best, most = min(lengths), max(lengths)
    start = 10 ** math.floor(math.log10(best / 1.5))  # the shortest bar must be seen
    axis.set_xscale("log")
    axis.set_xlim(start, most * (most / start) ** 0.3)  # room for the longest bar's value
    axis.xaxis.set_minor_formatter("")  # powers of ten are labels enough
    values = [panel.values.get(name, math.nan) for name in names]
    bars = axis.barh(names, values, color=[BEST if value == best else OTHERS for value in values])
    axis.bar_label(bars, fmt=panel.value_format, padding=3, fontsize="small")
    axis.set_title(panel.heading, fontsize="medium")
    axis.set_xlabel(panel.label)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
