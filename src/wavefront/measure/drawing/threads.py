"""The threads that a level launches: a box for each, with its work below, by launch, block and warp."""

from itertools import groupby
from typing import Any, NamedTuple

from ...accounting.logs import ThreadLog
from .runs import LevelRun
from .svg import element, moved, text, width_of

LEFT, CELL, GAP = 60, 26, 14  # pixels, as all lengths here
ROW = 78  # the names, the boxes, and two lines of text
LONGEST_RUN = 8  # idle threads that are drawn one by one

STATES = {
    "idle": "thread idle after its first check",
    "active": "thread active, inspects no edge",
    "inspects": "thread inspects edges",
    "labels": "thread that labels",
}


class Cell(NamedTuple):
    """One thread, or a run of threads that do nothing."""

    state: str  # of STATES
    thread: str
    work: str
    labels: str


class Group(NamedTuple):
    """Threads that stand together, and what they are, in one or two lines."""

    heading: str
    second: str
    cells: list[Cell]


def groups_of(
    run: LevelRun, strategy: str, options: dict[str, Any], names: list[str], edges: list[Any]
) -> list[Group]:
    """The threads by launch, block and, where the method has queues of warps, warp."""
    warp_size = options.get("warp_size") if strategy == "hierarchical" else None

    def place(log: ThreadLog) -> tuple[int, int, int]:
        launch, block, _ = log.warp
        in_block = log.number - block * options["block_size"] if warp_size else 0
        return launch, block, in_block // warp_size if warp_size else 0

    of_rows = {at.log: at.value for at in run.accesses if at.array == "vertices"}  # of JDS
    found = []
    blocks: set[tuple[int, int]] = set()
    for where, group in groupby(sorted(run.threads, key=lambda log: (place(log), log.number)), key=place):
        logs = list(group)
        heading = "" if where[:2] in blocks else _heading(logs)
        blocks.add(where[:2])
        cells = [_cell(log, names, edges, of_rows) for log in logs]
        found.append(Group(heading, f"warp {where[2]}" if warp_size else "", _shortened(cells)))
    return found


def _heading(logs: list[ThreadLog]) -> str:
    kernel, (_, block, _) = logs[0].kernel, logs[0].warp
    if kernel in ("kernel", "block_levels"):
        return f"block {block}"
    vertices = {tuple(log.vertices) for log in logs if log.vertices}
    lanes = len(logs) // len(vertices) if vertices else 1
    return kernel if lanes == 1 else f"{kernel}, {lanes} threads a vertex"


def _cell(log: ThreadLog, names: list[str], edges: list[Any], of_rows: dict[ThreadLog, int]) -> Cell:
    if log.labelled:
        state = "labels"
    elif any(log.edges) and log.active:
        state = "inspects"
    else:
        state = "active" if log.active else "idle"
    if log.vertices:
        work = " ".join(names[vertex] for vertex in log.vertices)
    elif log.item in ("edge", "element"):
        work = "\N{RIGHTWARDS ARROW}".join(names[end] for end in edges[log.number])
    else:
        work = names[of_rows.get(log, log.number % len(names))]  # ELL has several slots per vertex
    return Cell(state, str(log.number), work, " ".join(names[vertex] for vertex in log.labelled))


def _shortened(cells: list[Cell]) -> list[Cell]:
    """The cells, with one in place of a long run of threads that inspect nothing."""
    shown = []
    for is_idle, run in groupby(cells, key=lambda cell: cell.state in ("idle", "active")):
        part = list(run)
        if is_idle and len(part) > LONGEST_RUN:
            first, last = part[0], part[-1]
            work = first.work if first.work == last.work else f"{first.work}..{last.work}"
            part = [Cell(first.state, f"{first.thread}..{last.thread}", work, "")]
        shown += part
    return shown


def draw_threads(groups: list[Group], width: float) -> tuple[list[str], float]:
    """The groups in rows of this width, and the height that they take."""
    left, top = float(LEFT), 0.0
    marks = _row_heads(top)
    for group in groups:
        widths = [
            max(CELL, 8 + max(width_of(cell.thread), width_of(cell.work), width_of(cell.labels, bold=True)))
            for cell in group.cells
        ]
        if left > LEFT and left + sum(widths) > width:
            left, top = LEFT, top + ROW
            marks += _row_heads(top)
        words = f"{group.heading} {group.second}".strip()
        marks.append(text(left + 2, top + 12, words, "muted", anchor="start"))
        end_of_words = left + width_of(words)
        for cell, wide in zip(group.cells, widths, strict=True):
            if left > LEFT and left + wide > width:
                left, top = LEFT, top + ROW
                marks += _row_heads(top)
            marks += moved(left, top + 18, _cell_marks(cell, wide))
            left += wide
        left = max(left, end_of_words) + GAP
    return marks, top + ROW


def _row_heads(top: float) -> list[str]:
    lines = {"thread": 34, "works on": 55, "labels": 70}
    return [text(0, top + y, name, "muted", anchor="start") for name, y in lines.items()]


def _cell_marks(cell: Cell, width: float) -> list[str]:
    """A thread's box with its number; below it the thread's work and the vertices that it labels."""
    middle = width / 2
    color = "muted" if cell.state == "idle" else "text"
    marks = [
        element("rect", cell.state, x=2, y=0, width=width - 4, height=22),
        text(middle, 15.5, cell.thread, "on-orange" if cell.state == "labels" else color),
        text(middle, 37, cell.work, color),
    ]
    return [*marks, text(middle, 52, cell.labels, bold=True)] if cell.labels else marks


def legend() -> list[str]:
    """A line about the threads."""
    marks, left = [], 0
    for state, words in STATES.items():
        marks.append(element("rect", state, x=left + 2, y=0, width=22, height=22))
        marks.append(text(left + 34, 16, words, anchor="start"))
        left += 245
    return marks
