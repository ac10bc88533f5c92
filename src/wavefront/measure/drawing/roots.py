"""Search results from one root or several, each on its own: levels as columns, the tree's edges dark.

Figs. 12.4 (an earlier edition) and its successor in PMPP 4e, section 15.2.
"""

import numpy as np

from ...algorithms.bfs import bfs
from ...graph import Graph
from . import graph as graphs
from .placement import placed
from .svg import MARGIN, moved, page, text

TITLE, FOOT = 58, 24  # pixels


def draw_roots(graph: Graph, names: list[object], sources: np.ndarray) -> str:
    """The SVG text of a search from each source alone."""
    panels = [_panel(graph, names, source, order) for order, source in enumerate(sources.tolist())]
    marks, top = [], float(MARGIN)
    for drawn, _, height in panels:
        marks += moved(MARGIN, top, drawn)
        top += height + MARGIN
    words = {"frontier": "root", "before": "reached", "unvisited": "not reached"}
    marks += moved(MARGIN, top, graphs.legend(words, {"on": "edge of the tree", "off": "other edge"}))
    width = max(720.0, *(panel[1] for panel in panels)) + 2 * MARGIN
    return page("Levels and trees of breadth-first searches", width, top + 32 + MARGIN, marks)


def _panel(graph: Graph, names: list[object], source: int, order: int) -> tuple[list[str], float, float]:
    found = bfs(graph, source, strategy="sequential", device="cpu")
    levels = found.levels.tolist()
    src, dst, _ = graph.coo
    edges = list(zip(src.tolist(), dst.tolist(), strict=True))
    tree = set(zip(*(ends.tolist() for ends in found.tree()), strict=True))
    placement = placed(names, levels, set(edges))
    states = [
        "unvisited" if level == -1 else "frontier" if vertex == source else "before"
        for vertex, level in enumerate(levels)
    ]
    letter = chr(ord("A") + order % 26)
    said = f"{found.num_reached} of {graph.num_vertices} vertices reached, {found.num_levels} levels"
    marks = [
        text(0, 12, f"({letter}) root {placement.names[source]}", anchor="start", size=14, bold=True),
        text(0, 29, said, anchor="start"),
    ]
    for level, middle in placement.columns.items():
        marks.append(text(middle + 6, 50, "none" if level == -1 else f"level {level}", "muted"))
    marks += moved(6, TITLE, graphs.draw_graph(placement, states, edges, tree, graph.directed))
    return marks, placement.width + 12, TITLE + placement.height + FOOT
