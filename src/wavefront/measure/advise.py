"""Which method to search a graph by: few searches by each, and the best measured more closely.

A method is dropped as soon as it can't win: see first_searches.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from statistics import median
from typing import TYPE_CHECKING, Any

from ..algorithms.bfs import bfs
from ..compiling import clock
from ..device import Cpu, get_device
from ..errors import checked_counts, checked_positive
from ..graph.vertices import checked_vertices, require_graph
from ..progress import reporting, steps
from ..strategies import STRATEGIES
from ..strategies.table import options_of
from .advice import Advice, MethodAdvice
from .first_searches import NO_TIME, first_searches, searched_in_time
from .searches import random_sources, search_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from ..device import Device
    from ..graph import Graph
    from ..progress import Progress

    Method = dict[str, Any]

SOURCES = 8
ROUNDS = 5  # over the methods that are measured
SECONDS = 60.0
CLOSE = 1.5  # times the best method's time: one that took longer in two rounds has no more of them
GAIN = 1.1  # times a default's speed that other values of alpha and beta must reach
TUNED = "tuned"  # the name of the best method with another alpha and beta
ALPHAS, BETAS = (2, 8, 32), (4, 18, 64)
MANY_LEVELS, HUB = 64, 16.0  # what the reason calls many, and times the mean degree
MOST_TRACED = 10**9  # levels times vertices


def advise(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray | None = None,
    *,
    device: str | Device = "auto",
    rounds: int = ROUNDS,
    time_limit: float = SECONDS,
    seed: int = 0,
    progress: Progress = False,
) -> Advice:
    """Measure which method searches this graph fastest, and say why.

    Every strategy searches from one source, deeper and deeper, until it falls behind. Those within 3 times
    the best are measured from all sources, in turns. If the best has `alpha` and `beta`, other values of
    these are measured, too. No time includes compiling.

    Parameters
    ----------
    sources
        Vertex ids, each a search of its own; by default 8 random ones that have an edge.
    device
        As for `bfs`: by default where the graph is.
    rounds
        Searches by each method from each source; the fastest from each counts, of these the median.
    time_limit
        Seconds after which no further round begins. A quarter of them is for the sources, another for the
        first searches by each method: what these don't suffice for is left out. Compiling, and building what
        a method reads, come on top.
    seed
        Of the random sources.
    progress
        As for `read`.

    Returns
    -------
    Advice
        The methods, the best first, and the reason; ``wf.bfs(graph, source, **advice.arguments)`` takes it.

    Raises
    ------
    InputError
        For a source that is no vertex, no source at all, or a graph without edges if none is given.
    DeviceError
        For a GPU that isn't there.
    """
    require_graph(graph)
    (rounds,) = checked_counts(rounds=rounds)
    (time_limit,) = checked_positive(time_limit=time_limit)
    where = get_device(device, graph.device)
    if sources is None:
        vertices = random_sources(graph, SOURCES, seed)
    else:
        vertices = checked_vertices(graph, sources, "sources").tolist()
    ends = [clock() + part * time_limit / 4 for part in (1, 2, 3, 4)]
    with reporting(progress, "advise") as report:
        advance = steps(len(STRATEGIES) + 4 * rounds, report)  # half of the rounds are for `_tuned`
        searched = searched_in_time(graph, vertices, where, ends[0])
        advance()
        vertices = [each.source for each in searched]
        measured, rest = first_searches(graph, sorted(searched)[len(searched) // 2], where, ends[1], advance)
        times = _times(graph, vertices, where, measured, rounds, ends[2], advance)
        best = min(times, key=times.__getitem__)
        close = {name: method for name, method in measured.items() if times[name] <= CLOSE * times[best]}
        tuned = _tuned(graph, vertices, where, measured[best], rounds, ends[3], advance)
        if tuned is not None:
            measured[TUNED] = close[TUNED] = tuned
        # Again, as a slow spell of the machine may have passed.
        again = _times(graph, vertices, where, close, rounds, ends[3], advance)
    if tuned is not None and again[TUNED] * GAIN > again[best]:
        del measured[TUNED], again[TUNED]
    times |= {name: min(time, times.get(name, inf)) for name, time in again.items()}
    rows = [_row(measured[name], times[name]) for name in sorted(times, key=times.__getitem__)] + rest
    rows = [replace(row, ratio=row.milliseconds and row.milliseconds / min(times.values())) for row in rows]
    return _advice(graph, vertices, where, max(each.depth for each in searched), rows)


def _row(method: Method, milliseconds: float) -> MethodAdvice:
    options = {name: value for name, value in method.items() if name != "strategy"}
    return MethodAdvice(strategy=method["strategy"], options=options, milliseconds=milliseconds)


def _times(
    graph: Graph,
    sources: Sequence[int],
    device: Device,
    methods: Mapping[str, Method],
    rounds: int,
    end: float,
    advance: Callable[[], None],
) -> dict[str, float]:
    """Milliseconds of a search by each method, in turns: the best from each source, the median over these.

    Each round begins with another method: the first one from a source finds the caches cold.
    """
    best = {name: [inf] * len(sources) for name in methods}
    for turn in range(rounds):
        if turn and clock() > end:
            break
        most = CLOSE * min(map(median, best.values()))
        names = [name for name in methods if turn < 2 or median(best[name]) <= most]
        names = names[turn % len(names) :] + names[: turn % len(names)]
        searches = [partial(bfs, graph, device=device, **methods[name]) for name in names]
        taken = search_milliseconds(device, sources, searches)
        for name, times in zip(names, taken, strict=True):
            best[name] = [*map(min, best[name], times)]
        advance()
    return {name: median(times) for name, times in best.items()}


def _tuned(
    graph: Graph,
    sources: Sequence[int],
    device: Device,
    method: Method,
    rounds: int,
    end: float,
    advance: Callable[[], None],
) -> Method | None:
    """The method with an alpha and a beta that are faster than its own; None if none are."""
    if not {"alpha", "beta"} <= options_of(method["strategy"]).keys() or clock() > end:
        return None
    tries = {"": method} | {f"{alpha}": method | {"alpha": alpha} for alpha in ALPHAS}
    times = _times(graph, sources, device, tries, rounds, end, advance)
    best = min(times, key=times.__getitem__)
    tries = {"": method} | {f"{beta}": tries[best] | {"beta": beta} for beta in BETAS} | {best: tries[best]}
    times = _times(graph, sources, device, tries, rounds, end, advance)
    best = min(times, key=times.__getitem__)
    return tries[best] if times[best] * GAIN < times[""] else None


def _advice(
    graph: Graph, sources: Sequence[int], device: Device, depth: int, rows: list[MethodAdvice]
) -> Advice:
    """What the graph is like, and how that explains the first of the rows."""
    degrees = Cpu().array(graph.out_degrees)
    mean, largest = float(degrees.mean()), int(degrees.max())
    best, pulled = rows[0], None
    if depth * graph.num_vertices <= MOST_TRACED:
        arguments = {"strategy": best.strategy, **best.options}
        trace = bfs(graph, sources[0], device=device, trace=True, **arguments).trace
        assert trace is not None
        pulled = sum(level.direction == "pull" for level in trace.levels)
    second = next((row for row in rows[1:] if row.strategy != best.strategy and row.ratio), None)
    reasons = [f"{best.method} is the fastest on {device.name}: {best.milliseconds:,.3f} ms a search."]
    if best.options:
        (own,) = (row.ratio for row in rows if row.strategy == best.strategy and not row.options)
        reasons.append(f"With its own alpha and beta {best.strategy} takes {own:,.2f} times as long.")
    if second is not None:
        reasons.append(f"Next is {second.method}, which takes {second.ratio:,.2f} times as long.")
    if missed := sum(row.remark == NO_TIME for row in rows):
        reasons.append(f"There was no time left for {missed} of the methods.")
    reasons.append(_shape(graph, depth, mean, largest))
    if pulled:
        reasons.append(
            f"Of the first search's levels {pulled} pulled: most vertices find a neighbor at once there."
        )
    return Advice(
        device=device.name,
        num_vertices=graph.num_vertices,
        num_edges=graph.num_edges,
        mean_degree=mean,
        largest_degree=largest,
        num_levels=depth,
        pulled=pulled,
        methods=rows,
        why=" ".join(reasons),
    )


def _shape(graph: Graph, depth: int, mean: float, largest: int) -> str:
    """What of the graph's shape decides, in words."""
    if depth >= MANY_LEVELS:
        return (
            f"The search has {depth:,} levels of {graph.num_vertices / depth:,.0f} vertices on average: a "
            "method with a thread for every vertex or edge, or a call for every level, pays for each of them."
        )
    levels = f"The search has {depth:,} levels"
    if largest > HUB * max(mean, 1.0):
        return (
            f"{levels}, and the largest degree is {largest / max(mean, 1e-9):,.0f} times the mean: "
            "a hub's edges must be shared out among threads."
        )
    return f"{levels}, and degrees are even: no thread has much more to do than others."
