"""One small road map, and figures of one or more drawings of it: what search_figures.py draws on."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.measure.drawing.graph import draw_graph, legend
from wavefront.measure.drawing.placement import RADIUS, Edge, Placement
from wavefront.measure.drawing.svg import MARGIN, element, moved, page, text

ROWS, COLUMNS = 4, 6
ACROSS, DOWN, TITLE, REACH = 70, 62, 48, 17  # pixels
CLOSED = [
    (2, 3),
    (1, 7),
    (3, 9),
    (8, 9),
    (4, 10),
    (9, 15),
    (10, 16),
    (14, 20),
    (15, 21),
    (18, 19),
    (12, 13),
    (16, 17),
]
SLOW = {(13, 14): 9, (7, 8): 6, (7, 13): 4, (20, 21): 2, (11, 17): 7}  # other weights than 3
SOURCE, TARGET = 6, 17


class Panel(NamedTuple):
    """A drawing of the map: what was called, what it found, and how that shows."""

    title: str
    said: str
    names: Sequence[object]
    states: Sequence[str]  # of each vertex
    on: set[Edge]  # drawn dark, with an arrow
    marks: Mapping[Edge, object] = {}  # text on edges
    graph: wf.Graph | None = None  # instead of the map
    has_arrows: bool = True


def road_map() -> wf.Graph:
    """A grid of streets without the closed ones, undirected, with weights."""
    src, dst, _ = wf.generators.grid(ROWS, COLUMNS).coo
    ends = [
        end for end in zip(src.tolist(), dst.tolist(), strict=True) if end[0] < end[1] and end not in CLOSED
    ]
    weights = np.array([SLOW.get(end, 3) for end in ends], np.float32)
    return wf.Graph.from_edges(*np.transpose(ends), ROWS * COLUMNS, weights, directed=False)


ROADS = road_map()
IDS = range(ROADS.num_vertices)


def edges_of(graph: wf.Graph) -> list[Edge]:
    """The graph's edges, in the order of `csr`."""
    src, dst, _ = graph.coo
    return list(zip(src.tolist(), dst.tolist(), strict=True))


def weights() -> dict[Edge, object]:
    """Each edge's weight, to be written on it."""
    found = dict(zip(edges_of(ROADS), (f"{weight:g}" for weight in ROADS.csr.weights), strict=True))
    return {(u, v): weight for (u, v), weight in found.items() if u < v}


def states(kinds: Mapping[str, Any], others: str = "unvisited") -> list[str]:
    """The class of every vertex: the first of the kinds whose vertices have it."""
    return [next((kind for kind, some in kinds.items() if vertex in list(some)), others) for vertex in IDS]


def placement(names: Sequence[object], graph: wf.Graph) -> Placement:
    """The map: vertices in rows and columns, edges straight."""
    at = [(REACH + x * ACROSS, RADIUS + y * DOWN) for y in range(ROWS) for x in range(COLUMNS)]
    at = [(float(x), float(y)) for x, y in at]
    pairs = {(min(edge), max(edge)) for edge in edges_of(graph)}
    bends = {(u, v): ((at[u][0] + at[v][0]) / 2, (at[u][1] + at[v][1]) / 2) for u, v in pairs}
    size = (COLUMNS - 1) * ACROSS + 2 * REACH, (ROWS - 1) * DOWN + 2 * RADIUS
    return Placement([str(name) for name in names], REACH, at, bends, {}, *size)


def drawn(panel: Panel) -> tuple[list[str], float, float]:
    """The marks of a panel, its width and its height."""
    graph = panel.graph or ROADS
    where = placement(panel.names, graph)
    marks = [
        text(0, 12, panel.title, anchor="start", size=13, bold=True),
        text(0, 30, panel.said, anchor="start"),
    ]
    edges, on = edges_of(graph), panel.on
    if not panel.has_arrows:  # an edge is dark if either direction is, and has an arrow if this one is there
        edges, on = [(u, v) for u, v in edges if u < v], {(max(edge), min(edge)) for edge in on}
    inner = draw_graph(where, list(panel.states), edges, on, graph.directed)
    for (u, v), words in panel.marks.items():
        x, y = where.bends[u, v]
        inner.append(element("rect", "page", x=x - 7, y=y - 8, width=14, height=16))
        is_on = (u, v) in on or (v, u) in on
        inner.append(text(x, y + 4, words, "text" if is_on else "muted", size=11))
    return marks + moved(0, TITLE, inner), where.width, TITLE + where.height


def figure(title: str, panels: Sequence[Panel], vertices: dict[str, str], edges: dict[str, str]) -> str:
    """The SVG text: the panels beside one another, two to a row, above their legend."""
    marks: list[str] = []
    for place, panel in enumerate(panels):
        inner, width, height = drawn(panel)
        left = MARGIN + place % 2 * (width + 3 * MARGIN)
        marks += moved(left, MARGIN + place // 2 * (height + 2 * MARGIN), inner)
    bottom = MARGIN + (len(panels) + 1) // 2 * (height + 2 * MARGIN)
    marks += moved(MARGIN, bottom, legend(vertices, edges))
    wide = 2 * MARGIN + max(
        min(len(panels), 2) * (width + 3 * MARGIN), 140 * (len(vertices) + len(edges)) + 60
    )
    return page(title, wide, bottom + 32 + MARGIN, marks)


def along(path: Sequence[int]) -> set[Edge]:
    """The edges of a path."""
    return set(pairwise(path))


def tree(vertices: Sequence[int], predecessors: Sequence[int]) -> set[Edge]:
    """The edges of a tree, from each predecessor."""
    return {(before, vertex) for vertex, before in zip(vertices, predecessors, strict=True) if before >= 0}


def weight_of(edges: set[Edge]) -> float:
    """The sum of these edges' weights."""
    lengths = weights()
    return sum(float(str(lengths[min(edge), max(edge)])) for edge in edges)


def length(path: list[int]) -> float:
    """The length of a path by weights."""
    return weight_of(along(path))


def path_panel(path: list[int], title: str, said: str, marks: Mapping[Edge, object] | None = None) -> Panel:
    """A path on the map."""
    kinds = {"frontier": [path[0]], "now": [path[-1]], "before": path}
    return Panel(title, said, IDS, states(kinds), along(path), marks or {})


def scored(
    title: str, said: str, names: Sequence[object], best: Sequence[int], worst: Sequence[int]
) -> Panel:
    """A number on every vertex, the best and the worst marked."""
    return Panel(title, said, names, states({"now": best, "frontier": worst}, "before"), set())


PATH = {"frontier": "source", "now": "target", "before": "on the path", "unvisited": "other"}
ON_PATH = {"on": "edge of the path", "off": "other edge"}
