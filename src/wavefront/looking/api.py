"""`look`: the page of a search, as an object that a notebook shows and that can be saved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, checked_positive, shown
from ..graph.vertices import checked_vertices, require_graph
from ..io.output import new_file
from ..measure.comparison import Comparison
from ..progress import reporting
from ..strategies import STRATEGIES
from .board import of_board
from .document import document
from .recording import recorded
from .weighted import WEIGHTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..graph import Graph
    from ..progress import Progress

SUFFIXES = (".html", ".htm")
FRAME_HEIGHT = 860  # pixels, in a notebook
DEFAULT = ("push", "pull", "direction_optimized", "frontier_queue", "privatized", "hierarchical")


@dataclass(frozen=True)
class Page:
    """A page for a browser, in one file that needs no network; a notebook shows it.

    Attributes
    ----------
    data
        What the page shows, as its JSON has it.
    """

    data: dict[str, Any]

    @cached_property
    def html(self) -> str:
        """The file's text."""
        return document(self.data)

    def save(self, path: str | Path) -> None:
        """Write the file. Raises InputError unless its name ends in ``.html``."""
        target = Path(path)
        check_name(target)
        with new_file(target) as file:
            file.write(self.html.encode())

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" title="{escape(self.data["title"])}" '
            f'style="width:100%;height:{FRAME_HEIGHT}px;border:0"></iframe>'
        )

    def __repr__(self) -> str:
        rows = [*self.data.get("methods", []), *self.data.get("steps", [])]
        held = "board" if "board" in self.data else ", ".join(row["strategy"] for row in rows)
        return f"Page({held}; {len(self.html.encode()):,} bytes)"


def check_name(path: Path) -> None:
    """Raise InputError unless a page can have this name."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; expected .html")


def look(
    graph: Graph | np.ndarray,
    source: int | Sequence[int] | np.ndarray = 0,
    strategies: str | Sequence[str] = DEFAULT,
    *,
    goal: Sequence[int] | None = None,
    delta: float | None = None,
    title: str | None = None,
    compared: Mapping[str, Comparison] | None = None,
    benched: Sequence[Mapping[str, Any]] | None = None,
    progress: Progress = False,
) -> Page:
    """Make a page on which a breadth-first search is stepped, thread by thread, and its methods compared.

    The GPU kernels run in the race laboratory, as plain Python, in several schedules; the page replays what
    each thread read and wrote. Of a graph with more than 300 vertices or 4,000 stored edges it has the charts
    alone: the account and the trace of every method.

    Searches by weights are stepped alike, pile by pile, and so are the ways in which `operators.advance`
    shares out the edges of a frontier among threads.

    Of a board, as `maze.route` takes it, the page shows the wave level by level, and the way back.

    Parameters
    ----------
    graph
        A graph; or a board: a boolean array of shape (rows, columns) or (layers, rows, columns), of up to
        4,096 cells.
    source
        A vertex id, or several; of a board the cell to start from.
    strategies
        Names from `STRATEGIES`, "sssp" and "bellman_ford". Kernels of fused can't be stepped; the charts have
        them. Of "operators" the page steps searches that push in each of the ways of `operators.advance`, and
        one that drops copies by `operators.filter`.
    goal
        Of a board: the cell to go to.
    delta
        Of "sssp", as there: the width of a bucket, in units of the weights. By default 4 mean weights over
        the mean degree, so that a small graph has several.
    title
        The page's heading; by default it says what the page is.
    compared
        For a heat map: what `compare` found, by the name of the graph.
    benched
        For timelines: what ``wavefront bench --format json`` printed, as read from its JSON.
    progress
        As for `read`: of the runs to record.

    Raises
    ------
    InputError
        For an unknown vertex, strategy or cell, a board that is too large, a wrong type, a delta that isn't
        positive, or without sssp, or weights that `sssp` or `bellman_ford` refuses.
    NegativeCycleError
        As `bellman_ford`.
    """
    if title is not None and not isinstance(title, str):
        raise InputError(f"title {shown(title)}: a text is needed")
    if goal is not None:
        if strategies is not DEFAULT or any(given is not None for given in (delta, compared, benched)):
            raise InputError("strategies, delta, compared and benched are for a graph; a board has a goal")
        return Page({"title": title or "A wave on a board", "board": of_board(graph, source, goal)})
    require_graph(graph)
    assert not isinstance(graph, np.ndarray)  # for mypy
    graph = graph.to_device("cpu")
    sources = np.unique(checked_vertices(graph, source, "source"))
    names = _checked_names(strategies)
    if delta is not None:
        (delta,) = checked_positive(delta=delta)
        if "sssp" not in names:
            raise InputError(f"delta is of sssp, not of {', '.join(names)}")
    tables = _checked_tables({} if compared is None else compared)
    records = _checked_records([] if benched is None else benched)
    with reporting(progress, "look") as report:
        data = recorded(graph, sources, names, delta, report)
    return Page(
        {"title": title or "A search, thread by thread", **data, "compared": tables, "benched": records}
    )


def _checked_tables(compared: object) -> list[dict[str, Any]]:
    """The comparisons for the page's JSON. Raises InputError for anything else."""
    if not isinstance(compared, Mapping) or not all(
        isinstance(name, str) and isinstance(found, Comparison) for name, found in compared.items()
    ):
        raise InputError(f"compared {shown(compared)}: what wf.compare returned, by name, is needed")
    return [{"name": name, "rows": json.loads(found.to_json())} for name, found in compared.items()]


def _checked_records(benched: object) -> list[dict[str, Any]]:
    """The measurements with what the page shows of them. Raises InputError for anything else."""
    if not isinstance(benched, list | tuple):
        raise InputError(f"benched {shown(benched)}: a list of what wavefront bench printed is needed")
    try:
        records = [_record(record) for record in benched]
        json.dumps(records, allow_nan=False)  # a browser reads no NaN
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise InputError("benched: not what wavefront bench --format json prints") from error
    return records


def _record(record: Mapping[str, Any]) -> dict[str, Any]:
    sources = [str(name) for name in record["sources"]]
    runs = [
        {
            "prepared": bool(run["prepared"]),
            "strategy": str(run["strategy"]),
            "milliseconds": [float(taken) for taken, _ in zip(run["milliseconds"], sources, strict=True)],
        }
        for run in record["runs"]
    ]
    return {
        "graph": {"name": str(record["graph"]["name"])},
        "device": str(record["device"]),
        "sources": sources,
        "traversed_edges": [int(edges) for edges in record["traversed_edges"]],
        "runs": runs,
        "milliseconds": {str(step): float(taken) for step, taken in record["milliseconds"].items()},
    }


def _checked_names(strategies: object) -> list[str]:
    """The methods, each once. Raises InputError for anything else."""
    given = [strategies] if isinstance(strategies, str) else strategies
    if not isinstance(given, list | tuple) or not given:
        raise InputError(f"strategies {shown(strategies)}: a list of names is needed")
    for name in given:
        if not isinstance(name, str) or name not in (*STRATEGIES, *WEIGHTED):
            known = ", ".join((*STRATEGIES, *WEIGHTED))
            raise InputError(f"strategy {shown(name)}: choose one of {known}")
    return list(dict.fromkeys(given))
