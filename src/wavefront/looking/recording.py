"""What a page holds: which methods run in which schedules, on the graph and in the gallery."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..algorithms.bfs import bfs
from ..errors import InputError
from ..laboratory.gallery import GALLERY
from ..laboratory.interleave import interleave
from ..strategies import ACCOUNTS
from .encoding import Pool, encoded
from .layout import layout
from .overview import degrees, memory, of_method

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..graph import Graph
    from ..laboratory.interleaving import Interleaving
    from ..progress import Report

MOST_VERTICES, MOST_EDGES = 300, 4000  # of a graph whose threads the page steps
MOST_BYTES = 120_000  # of the runs on the graph
TRIED = 16  # schedules of "adversarial"
MOST_ADVERSARIAL = 8_000  # bytes of a run, of which others are tried
# Schedules, as the page names them; those further down are recorded while there is room.
SCHEDULES: dict[str, dict[str, Any]] = {
    "in order": {"schedule": "in_order"},
    "lockstep": {"schedule": "lockstep"},
    "random, seed 0": {"schedule": "random", "seed": 0},
    "adversarial": {"schedule": "adversarial", "max_schedules": TRIED},
    "random, seed 1": {"schedule": "random", "seed": 1},
}


def recorded(
    graph: Graph,
    sources: np.ndarray,
    strategies: Sequence[str],
    report: Report,
) -> dict[str, Any]:
    """All that the page shows, for JSON; `report` is called with the steps done and their number."""
    levels = bfs(graph, sources, device="cpu", predecessors=False).levels
    pool = Pool()
    runs: list[dict[str, Any]] = []
    stepped = [name for name in strategies if name in ACCOUNTS]
    too_large = graph.num_vertices > MOST_VERTICES or graph.num_edges > MOST_EDGES
    graphs = [] if too_large else [_drawn(graph, levels)]
    work = len(strategies) + (0 if too_large else len(stepped) * len(SCHEDULES))
    methods = []
    for done, name in enumerate(strategies):
        report(done, work)
        methods.append(of_method(graph, sources, name))
    if not too_large:
        runs = _runs(graph, sources, stepped, pool, lambda done: report(len(strategies) + done, work))
    exhibits, drawn = _gallery(len(graphs), pool)
    return {
        "num_vertices": graph.num_vertices,
        "num_edges": graph.num_edges,
        "directed": graph.directed,
        "sources": [_name(graph, vertex) for vertex in sources.tolist()],
        "limits": None if not too_large else {"vertices": MOST_VERTICES, "edges": MOST_EDGES},
        "methods": methods,
        "degrees": degrees(graph),
        "memory": memory(graph),
        "graphs": graphs + drawn,
        "runs": runs + exhibits,
        "functions": pool.functions,
        "contents": pool.contents,
    }


def _runs(
    graph: Graph, sources: np.ndarray, strategies: Sequence[str], pool: Pool, advance: Callable[[int], object]
) -> list[dict[str, Any]]:
    """The runs on the graph: every method in order, then in other schedules while there is room.

    A schedule that leads to a run that is there already refers to that one by its name.
    """
    found: dict[str, list[tuple[Interleaving, dict[str, Any]]]] = {name: [] for name in strategies}
    left = MOST_BYTES
    for turn, (name, arguments) in enumerate(SCHEDULES.items()):
        for number, strategy in enumerate(strategies):
            advance(turn * len(strategies) + number)
            known = found[strategy]
            size = _size(known[0][1]) if known else 0
            if size > left or (turn and not known) or (name == "adversarial" and size > MOST_ADVERSARIAL):
                continue
            try:
                run = interleave(strategy, graph, sources, **arguments)
            except InputError:  # more accesses than the laboratory takes
                continue
            record = {"graph": 0, "name": name, **encoded(run, pool)}
            same = [other["name"] for earlier, other in known if earlier.choices == run.choices]
            if same:
                record |= {"same": same[0], "launches": [], "races": [], "operations": []}
            if (size := _size(record)) <= left:
                left -= size
                known.append((run, record))
    return [record for rows in found.values() for _, record in rows]


def _size(record: dict[str, Any]) -> int:
    """Bytes of the record in the page."""
    return len(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())


def _gallery(first: int, pool: Pool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The broken kernels' runs, and their graphs, which have the numbers from `first` on."""
    runs: list[dict[str, Any]] = []
    graphs: list[dict[str, Any]] = []
    for name, exhibit in GALLERY.items():
        graph = exhibit.graph
        levels = bfs(graph, exhibit.sources, device="cpu", predecessors=False).levels
        shared = {"graph": first + len(graphs), "exhibit": name, "story": exhibit.story}
        graphs.append(_drawn(graph, levels))
        for state, run in zip(("broken", "unbroken"), _played(name), strict=True):
            runs.append({**shared, "name": state, **encoded(run, pool)})
    return runs, graphs


@cache
def _played(name: str) -> tuple[Interleaving, Interleaving]:
    """An exhibit's run, and the same turns of the unbroken kernel."""
    return GALLERY[name].run(), GALLERY[name].run(without=None)


def _drawn(graph: Graph, levels: np.ndarray) -> dict[str, Any]:
    names = [_name(graph, vertex) for vertex in range(graph.num_vertices)]
    return {
        "names": None if graph.labels is None else names,
        "directed": graph.directed,
        "src_ptr": graph.csr.src_ptr.tolist(),
        "dst": graph.csr.dst.tolist(),
        "levels": levels.tolist(),
        **layout(graph, names, levels),
    }


def _name(graph: Graph, vertex: int) -> str:
    return str(vertex if graph.labels is None else graph.labels[vertex])
