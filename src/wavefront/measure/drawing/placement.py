"""Where a graph's vertices stand, and how its edges bend around them.

Levels go from left to right, unreached vertices last. A vertex stands near its neighbors in the column
before; an edge bends as far as it must to pass the vertices in between.
"""

from dataclasses import dataclass
from math import atan2, hypot, pi

import numpy as np

from .svg import name_of, width_of

RADIUS = 13.0  # pixels, as all lengths here: half a vertex's height
IN_A_COLUMN = 8  # vertices at most; a level of more takes several columns
COLUMN, ROW, LEVEL_GAP = 84.0, 42.0, 26.0
BENDS = [0.0, *(side * bend for bend in (28.0, 56.0, 84.0, 120.0, 170.0) for side in (1, -1))]
CLOSE = 0.3  # radians: of two edges at one vertex, too little to tell their heads apart
SAMPLES = np.linspace(0.0, 1.0, 33)[1:-1, None]

Point = tuple[float, float]
Edge = tuple[int, int]


@dataclass(frozen=True)
class Placement:
    """A drawing's geometry.

    Attributes
    ----------
    names
        What stands on each vertex.
    reach
        Half a vertex's width.
    at
        Each vertex's middle.
    bends
        For each pair of neighbors, smaller id first, the control point of their curve; no self-loops.
    columns
        The middle of each level's columns, unreached vertices under -1.
    width, height
        Of the drawing.
    """

    names: list[str]
    reach: float
    at: list[Point]
    bends: dict[Edge, Point]
    columns: dict[int, float]
    width: float
    height: float


def placed(names: list[object], levels: list[int], edges: set[Edge]) -> Placement:
    """The geometry of a graph whose vertices have these levels, -1 if unreached."""
    shown = [name_of(name) for name in names]
    reach = max(RADIUS, 3 + max(width_of(name, bold=True) for name in shown) / 2)
    near: list[list[int]] = [[] for _ in names]
    for src, dst in edges:
        near[src].append(dst)
        near[dst].append(src)
    at: dict[int, Point] = {}
    columns, left = {}, reach
    for level in [*range(max(levels) + 1), -1]:
        vertices = [vertex for vertex in range(len(levels)) if levels[vertex] == level]
        if not vertices:
            continue
        parts = _columns(vertices, at, near)
        for part, inner in enumerate(parts):
            shift = ROW / 2 if part % 2 else 0.0
            for place, vertex in enumerate(inner):
                at[vertex] = (left + part * (2 * reach + 18), shift + (place - (len(inner) - 1) / 2) * ROW)
        right = left + (len(parts) - 1) * (2 * reach + 18)
        columns[level] = (left + right) / 2
        left = right + COLUMN + 2 * (reach - RADIUS) + LEVEL_GAP
    points = [at[vertex] for vertex in range(len(levels))]
    pairs = sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})
    bends = {pair: _bend(pair, points, reach, near) for pair in pairs}
    return _in_its_box(shown, reach, points, bends, columns)


def _columns(vertices: list[int], at: dict[int, Point], near: list[list[int]]) -> list[list[int]]:
    """The level's vertices, by the mean height of the neighbors that have their place, dealt to columns."""

    def height(vertex: int) -> tuple[float, int]:
        known = [at[other][1] for other in near[vertex] if other in at]
        return (sum(known) / len(known) if known else 0.0), vertex

    ordered = sorted(vertices, key=height)
    parts = -(-len(ordered) // IN_A_COLUMN)
    return [ordered[part::parts] for part in range(parts)]


def curve(start: Point, bend: Point, end: Point) -> np.ndarray:
    """Points along the curve from start to end with this control point."""
    first, middle, last = (np.array(point) for point in (start, bend, end))
    points: np.ndarray = (1 - SAMPLES) ** 2 * first + 2 * SAMPLES * (1 - SAMPLES) * middle + SAMPLES**2 * last
    return points


def _bend(pair: Edge, at: list[Point], reach: float, near: list[list[int]]) -> Point:
    """The control point of the least bend that meets fewest vertices, and other edges' ends, on the way."""
    start, end = (at[vertex] for vertex in pair)
    others = np.array([at[vertex] for vertex in range(len(at)) if vertex not in pair]).reshape(-1, 2)
    size = np.array([reach + 4, RADIUS + 4])
    across = (start[1] - end[1], end[0] - start[0])
    length = hypot(*across)
    found: list[tuple[int, int, int, Point]] = []
    for order, bend in enumerate(BENDS):
        middle = (
            (start[0] + end[0]) / 2 + 2 * bend * across[0] / length,
            (start[1] + end[1]) / 2 + 2 * bend * across[1] / length,
        )
        gaps = (curve(start, middle, end)[:, None] - others[None]) / size
        met = int((np.square(gaps).sum(axis=2) < 1).any(axis=0).sum()) if others.size else 0
        found.append((met, _beside_others(pair, middle, at, near) if bend else 0, order, middle))
        if found[-1][:2] == (0, 0):
            break
    return min(found)[3]


def _beside_others(pair: Edge, middle: Point, at: list[Point], near: list[list[int]]) -> int:
    """How many edges leave the two vertices, straight, in about the direction of the bent one."""
    met = 0
    for vertex in pair:
        x, y = at[vertex]
        own = atan2(middle[1] - y, middle[0] - x)
        for other in set(near[vertex]) - set(pair):
            turn = atan2(at[other][1] - y, at[other][0] - x) - own
            met += abs((turn + pi) % (2 * pi) - pi) < CLOSE
    return met


def _in_its_box(
    names: list[str], reach: float, at: list[Point], bends: dict[Edge, Point], columns: dict[int, float]
) -> Placement:
    """The placement with everything moved to positive coordinates."""
    boxes = [[(x - reach, y - RADIUS - 16), (x + reach, y + RADIUS)] for x, y in at]
    lines = [curve(at[pair[0]], bend, at[pair[1]]).tolist() for pair, bend in bends.items()]
    points = np.array([point for group in (*boxes, *lines) for point in group])
    x, y = points.min(axis=0).tolist()
    width, height = (points.max(axis=0) - points.min(axis=0)).tolist()
    return Placement(
        names,
        reach,
        [(px - x, py - y) for px, py in at],
        {pair: (px - x, py - y) for pair, (px, py) in bends.items()},
        {level: middle - x for level, middle in columns.items()},
        width,
        height,
    )
