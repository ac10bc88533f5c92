"""A graph's drawing: vertices by state, and its edges with the heads of those that count drawn dark."""

from collections import Counter
from collections.abc import Sequence
from math import hypot

from .placement import RADIUS, Edge, Placement, Point, curve
from .svg import element, number, text

# The states of vertices by the class that draws them.
VERTICES = {
    "unvisited": "not visited",
    "before": "visited before",
    "frontier": "frontier",
    "now": "labelled now",
}
EDGES = {"on": "edge inspected", "off": "edge not inspected"}
HEAD = 8  # pixels


def draw_graph(
    placement: Placement, states: list[str], edges: Sequence[Edge], on: set[Edge], directed: bool
) -> list[str]:
    """The graph; `states` are classes of VERTICES. Two directions of an edge share a line."""
    copies = Counter(edges)
    pairs = {(min(edge), max(edge)) for edge in copies}
    dark = {pair for pair in pairs if pair in on or pair[::-1] in on}
    marks = []
    for pair in sorted(pairs, key=lambda pair: (pair in dark, pair)):
        heads = {edge: edge in on for edge in (pair, pair[::-1]) if edge in copies}
        if not directed:
            heads = {edge: True for edge, is_on in heads.items() if is_on}
        count = max(copies[edge] for edge in (pair, pair[::-1]))
        marks += (
            _loop(placement, pair[0], pair in dark)
            if pair[0] == pair[1]
            else _line(placement, pair, heads, pair in dark)
        )
        if count > 1:
            marks.append(_times(placement, pair, count))
    for vertex, state in enumerate(states):
        marks += vertex_mark(*placement.at[vertex], placement.names[vertex], state, placement.reach)
    return marks


def vertex_mark(x: float, y: float, name: str, state: str, reach: float = RADIUS) -> list[str]:
    """A rounded shape; a rectangle where the vertex is labelled now; a second ring around the frontier."""
    if state == "now":
        mark = [_box(x, y, reach - 1, RADIUS - 1, 0.0, state)]
    else:
        mark = [_box(x, y, reach, RADIUS, RADIUS, state)]
    if state == "frontier":
        mark.append(_box(x, y, reach - 3, RADIUS - 3, RADIUS - 3, "ring"))
    color = {"frontier": "on-blue", "now": "on-orange"}.get(state, "text")
    return [*mark, text(x, y + 4.5, name, color, bold=True)] if name else mark


def _box(x: float, y: float, across: float, up: float, round_: float, kind: str) -> str:
    return element("rect", kind, x=x - across, y=y - up, width=2 * across, height=2 * up, rx=round_)


def _line(placement: Placement, pair: Edge, heads: dict[Edge, bool], is_dark: bool) -> list[str]:
    """A pair's curve from rim to rim, with a head at the end of each edge given in `heads`."""
    bend = placement.bends[pair]
    marks, ends = [], {}
    for src, dst in (pair, pair[::-1]):
        end = placement.at[dst]
        tip = _rim(end, bend, placement.reach)
        ends[dst] = tip
        if (src, dst) in heads:
            base = _towards(tip, bend, HEAD)
            ends[dst] = base
            across = ((base[1] - tip[1]) / 2, (tip[0] - base[0]) / 2)
            corners = [
                tip,
                (base[0] + across[0], base[1] + across[1]),
                (base[0] - across[0], base[1] - across[1]),
            ]
            points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
            marks.append(element("polygon", "head-on" if heads[src, dst] else "head-off", points=points))
    first, last = ends[pair[0]], ends[pair[1]]
    path = f"M{_at(first)} Q{_at(bend)} {_at(last)}"
    return [element("path", "on" if is_dark else "off", d=path), *marks]


def _loop(placement: Placement, vertex: int, is_dark: bool) -> list[str]:
    x, y = placement.at[vertex]
    y -= RADIUS - 1
    path = f"M{_at((x - 6, y))} C{_at((x - 16, y - 20))} {_at((x + 16, y - 20))} {_at((x + 6, y))}"
    return [element("path", "on" if is_dark else "off", d=path)]


def _times(placement: Placement, pair: Edge, count: int) -> str:
    """How often a parallel edge is there, beside the middle of its line."""
    if pair[0] == pair[1]:
        x, y = placement.at[pair[0]]
        return text(x + 14, y - RADIUS - 6, f"x{count}", "muted", size=10, anchor="start")
    points = curve(placement.at[pair[0]], placement.bends[pair], placement.at[pair[1]])
    x, y = points[len(points) // 2].tolist()
    return text(x, y - 5, f"x{count}", "muted", size=10)


def _rim(middle: Point, other: Point, reach: float) -> Point:
    """Where the line from a vertex's middle to another point leaves its rounded shape."""
    x, y = other[0] - middle[0], other[1] - middle[1]
    scale = 1 / max(hypot(x / (reach + 1), y / (RADIUS + 1)), 1e-9)
    return middle[0] + x * scale, middle[1] + y * scale


def _towards(start: Point, end: Point, distance: float) -> Point:
    x, y = end[0] - start[0], end[1] - start[1]
    length = max(hypot(x, y), 1e-9)
    return start[0] + x * distance / length, start[1] + y * distance / length


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def legend(states: dict[str, str], edges: dict[str, str]) -> list[str]:
    """A line about vertices and edges."""
    marks, left = [], 0
    for state, words in states.items():
        marks += [*vertex_mark(left + RADIUS, 14, "", state), text(left + 34, 18, words, anchor="start")]
        left += 140
    for kind, words in edges.items():
        marks.append(element("path", kind, d=f"M{left} 14 L{left + 28} 14"))
        marks.append(text(left + 34, 18, words, anchor="start"))
        left += 140
    return marks
