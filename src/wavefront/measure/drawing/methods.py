"""A method's figure: a panel per level with the graph, the threads, and the queues they fill."""

from typing import Any

import numpy as np

from ...accounting.arithmetic import LevelWork
from ...errors import checked_integer
from ...graph import Graph
from . import graph as graphs
from . import queues, threads
from .placement import Placement, placed
from .runs import SMALL, LevelRun, run_counted
from .svg import MARGIN, moved, page, text

LEAST_WIDTH, MOST_WIDTH = 440.0, 1000.0  # pixels of a panel
LEGEND_WIDTH = 940.0
TITLE, SPACE = 44, 16  # pixels: above the graph, and between the parts

COUNTS = {  # columns of the account that a panel says, in one and in several
    "threads_launched": ("thread", "threads"),
    "edges_inspected": ("edge", "edges"),
    "block_atomics": ("block atomic", "block atomics"),
    "global_atomics": ("global atomic", "global atomics"),
}


def draw_method(
    graph: Graph,
    names: list[object],
    sources: np.ndarray,
    strategy: str,
    level: int | None,
    options: dict[str, Any],
) -> str:
    """The SVG text of a search, all its levels or one. Raises InputError for a level it doesn't have."""
    options = SMALL.get(strategy, {}) | options
    levels, runs = run_counted(graph, sources, strategy, options)
    if level is not None:
        checked_integer("level", level, 1, len(runs))
        runs = [run for run in runs if run.row.level == level]
    src, dst, _ = graph.coo
    edges = list(zip(src.tolist(), dst.tolist(), strict=True))
    placement = placed(names, levels, set(edges))
    parts = [_Parts(strategy, options, run, placement, levels, edges) for run in runs]
    width = min(MOST_WIDTH, max(LEAST_WIDTH, placement.width, *(part.wanted for part in parts)))
    width = max(width, placement.width, *(part.needed for part in parts))
    panels = [part.drawn(width, graph.directed) for part in parts]
    has_queues = any(part.bands for part in parts)
    said = ", ".join(f"{name}={value}" for name, value in options.items())
    title = f"What the threads of {strategy}{f' with {said}' if said else ''} do, level by level"
    return _page(title, panels, width, has_queues)


class _Parts:
    """What one level's panel shows."""

    def __init__(
        self,
        strategy: str,
        options: dict[str, Any],
        run: LevelRun,
        placement: Placement,
        levels: list[int],
        edges: list[tuple[int, int]],
    ) -> None:
        self.run, self.placement, self.levels, self.edges = run, placement, levels, edges
        names = placement.names
        self.groups = threads.groups_of(run, strategy, options, names, edges)
        self.bands = queues.queues_of(strategy, run, options)
        cell = queues.width_of_slot(names)
        widths = [[queues.width_of_queue(queue, cell) for queue in band] for band in self.bands]
        self.wanted = max((sum(band) + queues.GAP * len(band) for band in widths), default=0.0)
        self.needed = max((max(band) for band in widths), default=0.0)

    def drawn(self, width: float, directed: bool) -> tuple[list[str], float]:
        """The panel's marks and its height."""
        level, placement = self.run.row.level, self.placement
        states = [_state(found, level) for found in self.levels]
        marks = _title(self.run.row)
        marks += moved(
            (width - placement.width) / 2,
            TITLE,
            graphs.draw_graph(placement, states, self.edges, self.run.inspected, directed),
        )
        top = TITLE + placement.height + SPACE
        strip, height = threads.draw_threads(self.groups, width)
        marks += moved(0, top, strip)
        top += height
        if self.bands:
            rows, height = queues.draw_queues(self.bands, placement.names, width)
            marks += moved(0, top + SPACE, rows)
            top += height + SPACE
        return marks, top


def _state(found: int, level: int) -> str:
    if found == -1 or found > level:
        return "unvisited"
    return {level: "now", level - 1: "frontier"}.get(found, "before")


def _title(row: LevelWork) -> list[str]:
    """The level, its direction, and the account's figures for the level that are not 0."""
    launches = f"{row.kernel_launches} launch{'es' if row.kernel_launches != 1 else ''}"
    said = [launches if row.kernel_launches else "in an earlier launch"]
    for column, (one, many) in COUNTS.items():
        count = getattr(row, column)
        if count:
            said.append(f"{count} {one if count == 1 else many}")
    found = "" if row.vertices_labelled else ": finds nothing, the search ends"
    return [
        text(0, 12, f"Level {row.level}, {row.direction}{found}", anchor="start", size=14, bold=True),
        text(0, 29, ", ".join(said), anchor="start"),
    ]


def _page(title: str, panels: list[tuple[list[str], float]], width: float, has_queues: bool) -> str:
    """Two panels per row if they fit, and below them the legend."""
    columns = 2 if len(panels) > 1 and width <= LEAST_WIDTH + 200 else 1
    body, top = [], float(MARGIN)
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        for column, (marks, _) in enumerate(row):
            body += moved(MARGIN + column * (width + 2 * MARGIN), top, marks)
        top += max(height for _, height in row) + 2 * MARGIN
    body += moved(MARGIN, top, graphs.legend(graphs.VERTICES, graphs.EDGES))
    body += moved(MARGIN, top + 37, threads.legend())
    top += 66
    if has_queues:
        body += moved(MARGIN, top + 3, queues.legend())
        top += 32
    whole = max(columns * (width + 2 * MARGIN), LEGEND_WIDTH)
    return page(title, whole, top + MARGIN, body)
