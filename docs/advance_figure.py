"""Draws the figure of docs/guide/gunrock.md: one advance on the book's graph, with each combination of flags.

python docs/advance_figure.py

What is drawn was run: the functors note what they are asked, in plain Python.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.atomics import atomic_cas
from wavefront.measure.drawing.graph import EDGES, VERTICES, draw_graph, legend
from wavefront.measure.drawing.placement import placed
from wavefront.measure.drawing.svg import MARGIN, element, moved, page, text
from wavefront.operators import Frontier, advance, filter

FIGURE = Path(__file__).parent / "guide/figures/advance.svg"
LEVEL = 3  # that is labelled
NAMES, CELL, BOX, LINE, NEXT = 276, 46, 22, 20, 266  # pixels, as all lengths here


class Search(NamedTuple):
    """The problem."""

    before: Any  # the labels before the step, which all edges see that are visited at once
    labels: Any


class Run(NamedTuple):
    """One advance: what its functors were asked and said, by edge, and what came out."""

    idempotent: bool
    output: str | None
    asked: dict[int, bool]
    applied: dict[int, bool]
    slots: list[int]
    after: list[int]  # the frontier, once filtered


def run(graph: wf.Graph, levels: np.ndarray, idempotent: bool, output: Any) -> Run:
    """Advance from the vertices of the level before; without `idempotent`, apply claims."""
    asked, applied = {}, {}

    def cond(source, neighbor, edge, problem):
        asked[int(edge)] = bool(problem.before[neighbor] == -1)
        return asked[int(edge)]

    def apply(source, neighbor, edge, problem):
        if idempotent:
            problem.labels[neighbor] = LEVEL
        applied[int(edge)] = idempotent or bool(atomic_cas(problem.labels, neighbor, -1, LEVEL) == -1)
        return applied[int(edge)]

    before = np.where(levels < LEVEL, levels, -1)
    frontier = Frontier(graph, device="python").load(np.flatnonzero(levels == LEVEL - 1))
    flags = {"idempotent": idempotent, "output": output}
    slots = {"load_balance": "edges", "compact": False}
    problem = Search(before, before.copy())
    advance(graph, frontier, cond=cond, apply=apply, problem=problem, **flags, **slots)
    assert (problem.labels == levels).all()
    written = frontier.items.tolist() if output else []
    filter(frontier, deduplicate="exact" if idempotent else None)
    return Run(idempotent, output, asked, applied, written, frontier.items.tolist())


def said(answers: dict[int, bool], edge: int) -> str:
    """True, false, or that nobody asked."""
    return {True: "true", False: "false", None: "-"}[answers.get(edge)]


def row(one: Run, edges: list[int]) -> tuple[list[str], int]:
    """A combination and its height: apply's answers, the slots written, and the next frontier."""
    flags = f"idempotent={one.idempotent}, output={one.output!r}"
    kind = "apply: labels, without a claim" if one.idempotent else "apply: claims by compare-and-swap"
    marks = [text(0, 14, flags, anchor="start", bold=True), text(0, LINE + 14, kind, anchor="start")]
    if one.output:
        marks.append(text(0, 2 * LINE + 14, "slots written", anchor="start"))
    for place, edge in enumerate(edges):
        x = NAMES + (place + 0.5) * CELL
        marks.append(text(x, LINE + 14, said(one.applied, edge)))
        if one.output:
            item = one.slots[place]
            state = "idle" if item == -1 else "labels"
            box = {"width": CELL - 6, "height": BOX, "rx": 0}
            marks.append(element("rect", state, x=x - CELL / 2 + 3, y=2 * LINE - 1, **box))
            marks.append(
                text(x, 2 * LINE + 14, item, "on-orange" if item != -1 else "muted", bold=item != -1)
            )
    x = NAMES + len(edges) * CELL + 14
    then = ", ".join(map(str, one.after))
    culled = ', deduplicate="exact"' if one.idempotent else ""
    lines = [f"nothing is written: {then} stay"]
    if one.output:
        lines = [f"filter(frontier{culled})", f"next frontier: {then}"]
    marks += [text(x, LINE * line + 14, words, anchor="start") for line, words in enumerate(lines, 1)]
    return marks, LINE * (4 if one.output else 3)


def figure() -> str:
    """The SVG text."""
    graph = wf.generators.book_graph()
    levels = wf.bfs(graph, 0, device="python", strategy="sequential").levels
    runs = [
        run(graph, levels, idempotent, output)
        for output in ("vertices", None)
        for idempotent in (False, True)
    ]
    edges = sorted(runs[0].asked)
    assert all(sorted(one.asked) == edges for one in runs)
    src, dst, _ = graph.coo
    ends = list(zip(src.tolist(), dst.tolist(), strict=True))
    placement = placed(list(range(levels.size)), levels.tolist(), set(ends))
    states = ["now" if level == LEVEL else "before" if level < LEVEL - 1 else "frontier" for level in levels]
    drawn = draw_graph(placement, states, ends, {ends[edge] for edge in edges}, graph.directed)
    width = NAMES + len(edges) * CELL + NEXT
    marks = moved(MARGIN + (width - placement.width) / 2, MARGIN, drawn)
    top = 2 * MARGIN + placement.height
    heads = [
        text(0, 14, "edge visited", anchor="start"),
        text(0, LINE + 14, "cond: not labelled before", anchor="start"),
    ]
    for place, edge in enumerate(edges):
        x = NAMES + (place + 0.5) * CELL
        heads.append(text(x, 14, "\N{RIGHTWARDS ARROW}".join(map(str, ends[edge])), bold=True))
        heads.append(text(x, LINE + 14, said(runs[0].asked, edge)))
    marks += moved(MARGIN, top, heads)
    top += 3 * LINE
    for one in runs:
        drawn, height = row(one, edges)
        marks += moved(MARGIN, top, drawn)
        top += height
    marks += moved(MARGIN, top, legend(VERTICES, EDGES))
    title = "One advance of a search, with idempotent false and true, with and without output"
    return page(title, width + 2 * MARGIN, top + 30 + MARGIN, marks)


if __name__ == "__main__":
    FIGURE.write_text(figure())
