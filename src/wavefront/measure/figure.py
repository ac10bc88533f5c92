"""Figures, drawn by Matplotlib, which the extra ``plot`` installs."""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..io.output import new_file, require_place

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .comparison import Comparison

SUFFIXES = (".png", ".svg", ".pdf")
PANEL_WIDTH, BAR_HEIGHT, MARGIN_HEIGHT = 3.4, 0.32, 1.5  # inches
NAMES_WIDTH = 1.6  # inches
BEST, OTHERS = "#0072B2", "#B8BEC4"  # blue and grey: told apart by any eye, and in print
# Panels of work: a heading, the axis' label, and the columns that are added up.
WORK = (
    ("Work", "edges inspected in a search (edges)", ("edges_inspected",)),
    ("Time in lockstep", "warp steps of a search (steps)", ("warp_steps",)),
    ("Atomics", "atomics of a search (operations)", ("block_atomics", "global_atomics")),
)
DOTS_PER_INCH = 150  # of a .png
LOGARITHMIC_FROM = 10  # the longest bar's value over the shortest's


def check_figure(path: Path) -> None:
    """Raise InputError if no figure can be written to `path`, for a reason that is known before the work."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; expected {', '.join(SUFFIXES)}")
    require_matplotlib()
    require_place(path)


def require_matplotlib() -> None:
    """Raise InputError unless Matplotlib is installed."""
    if find_spec("matplotlib") is None:
        raise InputError("drawing a figure needs Matplotlib: pip install 'wavefront[plot]'")


def draw_comparison(comparison: Comparison, path: Path, title: str) -> None:
    """Draw times and work as bars, one row per method; the suffix of `path` says the kind of file.

    There is a panel with the times of each device, and one each for edges inspected, warp steps and atomics.
    The shortest bars of a panel are blue, ``-`` is not counted. Lengths are logarithms in a panel whose
    longest bar is worth over ten of the shortest.
    Raises InputError as `check_figure` does.
    """
    check_figure(path)
    from matplotlib.figure import Figure

    panels = _panels(comparison)
    names = list(dict.fromkeys(row.method for row in comparison.rows))
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
    shown: Callable[[float], str]  # a value as text
    values: dict[str, float]  # by method


def _panels(comparison: Comparison) -> list[_Panel]:
    rows = comparison.rows
    panels = []
    for device in dict.fromkeys(row.device for row in rows):
        times = {row.method: row.milliseconds for row in rows if row.device == device}
        panels.append(_Panel(f"Time on {device}", "median time of a search (ms)", "{:,.3f}".format, times))
    for heading, label, columns in WORK:
        # Work is the same on all devices; that of fused is known in the CPU's rows alone, which come first.
        work = {row.method: [getattr(row, column) for column in columns] for row in reversed(rows)}
        values = {name: float(sum(counts)) for name, counts in work.items() if None not in counts}
        panels.append(_Panel(heading, label, in_thousands, values))
    return panels


def in_thousands(count: float) -> str:
    """A count as text, with a letter for thousands or millions."""
    from matplotlib.ticker import EngFormatter

    return f"{count:.0f}" if count < 1000 else EngFormatter(places=1, sep="")(count)


def _draw_bars(axis: Any, names: list[str], panel: _Panel) -> None:
    """Bars with their values; 0, and what isn't counted, have no length.

    They begin at a power of ten where values differ by more than a factor of ten, otherwise at 0.
    """
    lengths = [value for value in panel.values.values() if value > 0] or [1.0]  # a search may do no work
    best, most = min(panel.values.values(), default=0.0), max(lengths)
    if most > LOGARITHMIC_FROM * min(lengths):
        start = 10 ** math.floor(math.log10(min(lengths) / 1.5))  # the shortest bar must be seen
        axis.set_xscale("log")
        axis.set_xlim(start, most * (most / start) ** 0.3)  # room for the longest bar's value
        axis.xaxis.set_minor_formatter("")  # powers of ten are labels enough
    else:
        start = 0.0
        axis.set_xlim(start, most * 1.3)
    values = [panel.values.get(name) for name in names]
    colors = [BEST if value == best else OTHERS for value in values]
    bars = axis.barh(names, [max(value or 0.0, start) for value in values], color=colors)
    texts = ["-" if value is None else panel.shown(value) for value in values]
    axis.bar_label(bars, texts, padding=3, fontsize="small")
    axis.set_title(panel.heading, fontsize="medium")
    axis.set_xlabel(panel.label)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
