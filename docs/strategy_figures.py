"""Draws, as SVG, what the threads of a search did on the book's 9-vertex graph: one panel per level.

The figures show real runs: the counting build runs the strategy's GPU kernels as plain Python and records
what each thread does.
"""

from itertools import groupby
from math import hypot
from typing import Any

import numpy as np

from wavefront import generators
from wavefront.accounting.arithmetic import LevelWork
from wavefront.accounting.counting import CountingDevice, ThreadLog
from wavefront.enactor import Stop
from wavefront.strategies import STRATEGIES

# Lengths are pixels. Levels go from left to right, the vertices of a level from top to bottom.
POSITIONS = [
    (30, 98),
    (140, 34),
    (140, 124),
    (250, 14),
    (250, 56),
    (250, 98),
    (250, 140),
    (250, 182),
    (360, 98),
]
BENT = {(7, 0): (105, 208)}  # control point of the edge that would cross vertices if it were straight
RADIUS = 13
PANEL_WIDTH, GRAPH_HEIGHT = 440, 204
STRIP_LEFT, CELL, GROUP_GAP = 60, 26, 14
STRIP_ROW = 76  # a kernel's name, the boxes, and two lines of text
MARGIN = 14

# A blue and an orange that color-blind readers can tell apart; shapes and strokes say the same.
BLUE, ORANGE, DARK, GREY, LIGHT = "#0072b2", "#e69f00", "#222222", "#767676", "#d0d0d0"
VERTICES = {
    "not visited": {"fill": "white", "stroke": GREY, "stroke-dasharray": "3 2"},
    "visited before": {"fill": LIGHT, "stroke": GREY},
    "frontier": {"fill": BLUE, "stroke": BLUE},
    "labelled now": {"fill": ORANGE, "stroke": DARK, "stroke-width": 2},
}
THREADS = {
    "idle after its first check": {"fill": "white", "stroke": GREY, "stroke-dasharray": "3 2"},
    "active, inspects no edge": {"fill": "white", "stroke": DARK},
    "inspects edges": {"fill": "#cfe5f3", "stroke": BLUE, "stroke-width": 2},
    "labels": {"fill": ORANGE, "stroke": DARK, "stroke-width": 3},
}
EDGES = {True: {"stroke": DARK, "stroke-width": 2}, False: {"stroke": LIGHT, "stroke-width": 1}}


def figure(strategy: str, options: dict[str, Any]) -> str:
    """The SVG text of a search from vertex 0."""
    graph = generators.book_graph()
    counter = CountingDevice(keep_threads=True)
    run = STRATEGIES[strategy]
    levels, _ = run(
        graph, np.zeros(1, int), counter, stop=Stop(), trace=counter, predecessors=False, **options
    )
    pushed = list(zip(*(ids.tolist() for ids in graph.coo[:2]), strict=True))
    pulled = sorted(pushed, key=lambda edge: edge[::-1])  # the order of CSC
    panels = []
    for row, threads in zip(counter.rows, counter.threads, strict=True):
        edges = pushed if row.direction == "push" else pulled
        inspected = {edges[slot] for log in threads for round_ in log.edges for slot in round_}
        graph_marks = draw_graph(levels.tolist(), row.level, pushed, inspected)
        strip, height = draw_threads(strategy, threads, pushed)
        panels.append((title(row) + graph_marks + strip, height))
    return page(strategy, panels)


def page(strategy: str, panels: list[tuple[list[str], int]]) -> str:
    """Two panels per row, and below them the legend."""
    body, top = [], MARGIN
    for first in range(0, len(panels), 2):
        pair = panels[first : first + 2]
        for column, (marks, _) in enumerate(pair):
            body += moved(MARGIN + column * (PANEL_WIDTH + MARGIN), top, marks)
        top += max(height for _, height in pair) + MARGIN
    body += moved(MARGIN, top, legend())
    width, height = 2 * PANEL_WIDTH + 3 * MARGIN, top + 66
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" fill="{DARK}" font-family="sans-serif" font-size="12" '
        'text-anchor="middle">'
    )
    name = f"<title>What the threads of {strategy} do, level by level, on the 9-vertex graph</title>"
    background = element("rect", x=0, y=0, width=width, height=height, fill="white")
    return "\n".join([head, name, background, *body, "</svg>"]) + "\n"


def title(row: LevelWork) -> list[str]:
    """The level, its direction, and the account's figures for the level that are not 0."""
    counts = [
        (row.kernel_launches, "launch", "launches"),
        (row.threads_launched, "thread", "threads"),
        (row.edges_inspected, "edge", "edges"),
        (row.block_atomics, "block atomic", "block atomics"),
        (row.global_atomics, "global atomic", "global atomics"),
    ]
    said = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    found = "" if row.vertices_labelled else ": finds nothing, the search ends"
    return [
        text(0, 12, f"Level {row.level}, {row.direction}{found}", bold=True, size=14, anchor="start"),
        text(0, 29, ", ".join(said), anchor="start"),
    ]


def draw_graph(
    levels: list[int], level: int, edges: list[tuple[int, int]], inspected: set[tuple[int, int]]
) -> list[str]:
    """The graph while this level is labelled, inspected edges drawn last."""
    marks = []
    for edge in sorted(edges, key=lambda edge: edge in inspected):
        marks += arrow(edge, edge in inspected)
    for vertex, (x, y) in enumerate(POSITIONS):
        if levels[vertex] > level:
            state = "not visited"
        else:
            state = {level: "labelled now", level - 1: "frontier"}.get(levels[vertex], "visited before")
        color = "white" if state == "frontier" else None
        marks += [*vertex_mark(x, y, state), text(x, y + 4.5, str(vertex), bold=True, size=13, fill=color)]
    return moved((PANEL_WIDTH - 390) // 2, 44, marks)


def vertex_mark(x: float, y: float, state: str) -> list[str]:
    """A circle; a square where the vertex is labelled now; a second ring around the frontier."""
    style = VERTICES[state]
    if state == "labelled now":
        side = 2 * RADIUS - 2
        mark = [element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, **style)]
    else:
        mark = [element("circle", cx=x, cy=y, r=RADIUS, **style)]
    if state == "frontier":
        mark.append(element("circle", cx=x, cy=y, r=RADIUS - 3, fill="none", stroke="white"))
    return mark


def arrow(edge: tuple[int, int], inspected: bool) -> list[str]:
    """An edge with its head, from rim to rim."""
    style = EDGES[inspected]
    start, end = (POSITIONS[vertex] for vertex in edge)
    bend = BENT.get(edge, start)
    tip = towards(end, bend, RADIUS + 1)
    base = towards(end, bend, RADIUS + 9)
    first = towards(start, BENT.get(edge, end), RADIUS)
    curve = f"Q{number(bend[0])} {number(bend[1])} " if edge in BENT else "L"
    line = f"M{number(first[0])} {number(first[1])} {curve}{number(base[0])} {number(base[1])}"
    across = ((base[1] - tip[1]) / 2, (tip[0] - base[0]) / 2)
    corners = [tip, (base[0] + across[0], base[1] + across[1]), (base[0] - across[0], base[1] - across[1])]
    points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return [
        element("path", d=line, fill="none", **style),
        element("polygon", points=points, fill=style["stroke"]),
    ]


def towards(start: tuple[float, float], end: tuple[float, float], distance: float) -> tuple[float, float]:
    """The point at this distance from start on the line to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return start[0] + dx * distance / length, start[1] + dy * distance / length


def draw_threads(
    strategy: str, threads: list[ThreadLog], edges: list[tuple[int, int]]
) -> tuple[list[str], int]:
    """The threads launched, one box per thread, by launch and block; and the panel's height with them."""
    left, top = STRIP_LEFT, GRAPH_HEIGHT + 44
    marks = row_heads(top)
    for _, group in groupby(threads, key=lambda log: log.warp[:2]):
        logs = list(group)
        name = f"block {logs[0].warp[1]}" if logs[0].kernel == "kernel" else logs[0].kernel
        cells = [(log, taken(strategy, log, edges), " ".join(map(str, log.labelled))) for log in logs]
        widths = [max(CELL, 8 + 7 * max(len(what), len(labels))) for _, what, labels in cells]
        if left > STRIP_LEFT and left + sum(widths) > PANEL_WIDTH:
            left, top = STRIP_LEFT, top + STRIP_ROW
            marks += row_heads(top)
        marks.append(text(left + 2, top + 12, name, anchor="start", fill=GREY))
        end_of_name = left + 7 * len(name)
        for (log, what, labels), width in zip(cells, widths, strict=True):
            if left + width > PANEL_WIDTH:
                left, top = STRIP_LEFT, top + STRIP_ROW
                marks += row_heads(top)
            marks += thread_mark(left, top + 18, width, log, what, labels)
            left += width
        left = max(left, end_of_name) + GROUP_GAP
    return marks, top + STRIP_ROW


def row_heads(top: float) -> list[str]:
    """The names of the three lines of a row of threads."""
    lines = {"thread": 34, "works on": 55, "labels": 70}
    return [text(0, top + y, name, anchor="start", fill=GREY) for name, y in lines.items()]


def taken(strategy: str, log: ThreadLog, edges: list[tuple[int, int]]) -> str:
    """The thread's work: vertices from a queue, or the edge or vertex that has the thread's number."""
    if log.vertices:
        return " ".join(map(str, log.vertices))
    if strategy == "edge_centric":
        return "{}→{}".format(*edges[log.number])
    return str(log.number)


def thread_mark(left: float, top: float, width: float, log: ThreadLog, what: str, labels: str) -> list[str]:
    """A thread's box with its number; below it the thread's work and the vertices that it labels."""
    if log.labelled:
        state = "labels"
    elif any(log.edges) and log.active:
        state = "inspects edges"
    else:
        state = "active, inspects no edge" if log.active else "idle after its first check"
    middle = left + width / 2
    color = None if log.active else GREY
    marks = [
        element("rect", x=left + 2, y=top, width=width - 4, height=22, **THREADS[state]),
        text(middle, top + 15.5, str(log.number), fill=color),
        text(middle, top + 37, what, fill=color),
    ]
    return [*marks, text(middle, top + 52, labels, bold=True)] if labels else marks


def legend() -> list[str]:
    """A line about the vertices and edges, and one about the threads."""
    marks, left = [], 0
    for state in VERTICES:
        marks += [*vertex_mark(left + RADIUS, 14, state), text(left + 34, 18, state, anchor="start")]
        left += 140
    for inspected, name in ((True, "edge inspected"), (False, "edge not inspected")):
        marks.append(element("path", d=f"M{left} 14 L{left + 28} 14", fill="none", **EDGES[inspected]))
        marks.append(text(left + 34, 18, name, anchor="start"))
        left += 140
    left = 0
    for state, style in THREADS.items():
        marks.append(element("rect", x=left + 2, y=37, width=22, height=22, **style))
        name = {"labels": "thread that labels"}.get(state, f"thread {state}")
        marks.append(text(left + 34, 53, name, anchor="start"))
        left += 242
    return marks


def text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str | None = None,
    fill: str | None = None,
    size: int | None = None,
    bold: bool = False,
) -> str:
    """A line of text; the page sets what isn't given."""
    style = {"text-anchor": anchor, "fill": fill, "font-size": size, "font-weight": "bold" if bold else None}
    given = {name: value for name, value in style.items() if value is not None}
    return element("text", words, x=x, y=y, **given)


def element(tag: str, content: str = "", **attributes: Any) -> str:
    """An SVG element."""
    given = " ".join(f'{name}="{number(value)}"' for name, value in attributes.items())
    return f"<{tag} {given}>{content}</{tag}>" if content else f"<{tag} {given}/>"


def number(value: Any) -> str:
    """A coordinate with one decimal at most, so that every machine writes the same."""
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)


def moved(x: float, y: float, marks: list[str]) -> list[str]:
    """The marks, moved right and down."""
    return [f'<g transform="translate({number(x)} {number(y)})">', *marks, "</g>"]
