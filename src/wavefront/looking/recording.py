"""What a page holds: which methods run in which schedules, on the graph and in the gallery."""

from __future__ import annotations

import json
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..algorithms.bfs import bfs
from ..errors import InputError, NegativeCycleError
from ..laboratory.gallery import GALLERY
from ..laboratory.interleave import interleave
from ..progress import steps
from ..strategies import ACCOUNTS
from .advances import SHARED_OUT, WARP
from .encoding import Pool, encoded, plain
from .layout import layout
from .overview import degrees, memory, memory_of_calls, of_method
from .weighted import WEIGHTED, WeightedSearch, page_delta, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..graph import Graph
    from ..laboratory.interleaving import Interleaving
    from ..progress import Report

    Play = Callable[..., Interleaving]  # of a schedule

MOST_VERTICES, MOST_EDGES = 300, 4000  # of a graph whose threads the page steps
MOST_BYTES = 138_000  # of the graph, its charts, and the runs on it with their arrays and sources
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
    delta: float | None,
    report: Report | None,
) -> dict[str, Any]:
    """All that the page shows, for JSON."""
    weighted = [name for name in strategies if name in WEIGHTED]
    needed = memory_of_calls(graph, ["bfs", *weighted])
    levels = bfs(graph, sources, device="cpu", predecessors=False).levels
    pool = Pool()
    runs: list[dict[str, Any]] = []
    piles: list[dict[str, Any]] = []
    searches = _searches(graph, sources, strategies, delta)
    too_large = graph.num_vertices > MOST_VERTICES or graph.num_edges > MOST_EDGES
    graphs = [] if too_large else [_drawn(graph, levels, has_weights=bool(weighted))]
    unweighted = [name for name in strategies if name not in weighted]
    advance = steps(len(unweighted) + (0 if too_large else len(searches) * len(SCHEDULES)), report)
    methods = []
    for name in unweighted:
        methods.append(of_method(graph, sources, name))
        advance()
    if not too_large:
        runs, first = _runs(searches, pool, MOST_BYTES - _size([graphs, methods]), advance)
        piles = [{"strategy": name, "steps": steps_of(first[name])} for name in weighted if name in first]
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
        "needed": needed,
        "steps": piles,
        "graphs": graphs + drawn,
        "runs": runs + exhibits,
        "functions": pool.functions,
        "contents": pool.contents,
    }


def _searches(
    graph: Graph, sources: np.ndarray, strategies: Sequence[str], delta: float | None
) -> dict[str, Play]:
    """What can be stepped of these methods: by name, a function that runs it in a schedule."""
    found: dict[str, Play] = {}
    span = page_delta(graph) if delta is None else delta
    for name in strategies:
        if name in ACCOUNTS:
            found[name] = partial(_interleaved, name, graph, sources)
        elif name in WEIGHTED:
            found[name] = WeightedSearch(name, graph, sources, span).run
        elif name == "operators":
            found |= {how: partial(_interleaved, run, graph, sources) for how, run in SHARED_OUT.items()}
    return found


def _interleaved(
    strategy: Any, graph: Graph, sources: np.ndarray, schedule: str, **order: Any
) -> Interleaving:
    return interleave(strategy, graph, sources, schedule=schedule, **order)


def _runs(
    searches: Mapping[str, Play], pool: Pool, left: int, advance: Callable[[], None]
) -> tuple[list[dict[str, Any]], dict[str, Interleaving]]:
    """The runs on the graph: every method in order, then in other schedules while bytes are left.

    And each method's run in order, whether there is room for it or not.

    A schedule that leads to a run that is there already refers to that one by its name.
    """
    found: dict[str, list[tuple[Interleaving, dict[str, Any]]]] = {name: [] for name in searches}
    first: dict[str, Interleaving] = {}
    for (turn, name), strategy in product(enumerate(SCHEDULES), searches):
        known = found[strategy]
        size = _size(known[0][1]) if known else 0
        if size <= left and (known or not turn) and (name != "adversarial" or size <= MOST_ADVERSARIAL):
            run = _run(searches[strategy], name)
            if run is not None:
                first.setdefault(strategy, run)
                left -= _kept(run, name, strategy, known, pool, left)
        advance()
    return [record for rows in found.values() for _, record in rows], first


def _run(play: Play, name: str) -> Interleaving | None:
    """The run in the schedule of this name; None if it has more accesses than the laboratory takes."""
    try:
        return play(**SCHEDULES[name])
    except NegativeCycleError:
        raise
    except InputError:
        return None


def _kept(
    run: Interleaving,
    name: str,
    strategy: str,
    known: list[tuple[Interleaving, dict[str, Any]]],
    pool: Pool,
    left: int,
) -> int:
    """Add the run to the method's `known` ones if it takes no more bytes than are left; how many it takes."""
    mark = pool.mark()
    record = {"graph": 0, "name": name, **encoded(run, pool), "strategy": strategy}
    if strategy not in ACCOUNTS:
        record["options"]["warp_size"] = WARP
    same = [other["name"] for earlier, other in known if earlier.choices == run.choices]
    if same:
        record |= {"same": same[0], "launches": [], "races": [], "operations": []}
    size = _size(record) + _size(pool.since(mark))
    if size > left:
        pool.forget(mark)
        return 0
    known.append((run, record))
    return size


def _size(data: Any) -> int:
    """Bytes that the data take in the page."""
    return len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


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


def _drawn(graph: Graph, levels: np.ndarray, *, has_weights: bool = False) -> dict[str, Any]:
    weights = graph.csr.weights if has_weights else None
    names = [_name(graph, vertex) for vertex in range(graph.num_vertices)]
    return {
        "names": None if graph.labels is None else names,
        "directed": graph.directed,
        "src_ptr": graph.csr.src_ptr.tolist(),
        "dst": graph.csr.dst.tolist(),
        "weights": None if weights is None else [plain(weight) for weight in weights.tolist()],
        "levels": levels.tolist(),
        **layout(graph, names, levels),
    }


def _name(graph: Graph, vertex: int) -> str:
    return str(vertex if graph.labels is None else graph.labels[vertex])
