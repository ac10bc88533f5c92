"""Which method to search a graph by: few searches by each, and the best measured more closely.

A method is dropped as soon as it can't win: unseen where the levels times the vertices alone would take too
long, and after one search that took several times the best one's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from statistics import median
from typing import TYPE_CHECKING, Any

from .. import generators
from ..algorithms.bfs import bfs
from ..device import Cpu, get_device
from ..errors import DeviceError, InputError, checked_counts
from ..graph.vertices import checked_vertices, require_graph
from ..progress import reporting, steps
from ..strategies import STRATEGIES
from ..strategies.table import options_of
from .advice import Advice, MethodAdvice
from .searches import WARM_UP_VERTICES, random_sources, search_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from ..device import Device
    from ..graph import Graph
    from ..progress import Progress

    Method = dict[str, Any]

SOURCES = 8
ROUNDS = 5  # over the methods that are measured; the best round counts
BEHIND = 3.0  # times the best first search: a method that took longer is not measured further
GAIN = 1.1  # times a default's speed that other values of alpha and beta must reach
TUNED = "tuned"  # the name of the best method with another alpha and beta
ALPHAS, BETAS = (2.0, 8.0, 32.0), (4.0, 18.0, 64.0)
# Milliseconds that no method stays below: for a vertex or edge of the graph that has a thread in a level, on
# a CPU (True) and on a GPU, and for a level that the host begins.
LEAST_LOOK, LEAST_LEVEL = {True: 1e-7, False: 1e-8}, 0.002
ALL_VERTICES = ("push", "pull", "direction_optimized", "spmv")  # each has a thread in every level
ALL_EDGES = ("edge_centric",)
ONE_CALL = ("fused", "single_block")  # holds the loop over the levels
MANY_LEVELS, HUB = 64, 16.0  # what the reason calls many, and times the mean degree
MOST_TRACED = 10**9  # levels times vertices


def advise(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray | None = None,
    *,
    device: str | Device = "auto",
    rounds: int = ROUNDS,
    seed: int = 0,
    progress: Progress = False,
) -> Advice:
    """Measure which method searches this graph fastest, and say why.

    Every strategy searches from the first source, unless the number of levels alone makes it too slow. Those
    within 3 times the best are measured from all sources, in turns. If the best has `alpha` and `beta`, other
    values of these are measured, too. No time includes compiling.

    Parameters
    ----------
    sources
        Vertex ids, each a search of its own; by default 8 random ones that have an edge.
    device
        As for `bfs`: by default where the graph is.
    rounds
        Searches by each method from each source; the best round's median counts.
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
    where = get_device(device, graph.device)
    if sources is None:
        vertices = random_sources(graph, SOURCES, seed)
    else:
        vertices = checked_vertices(graph, sources, "sources").tolist()
    with reporting(progress, "advise") as report:
        advance = steps(len(STRATEGIES) + 4 * rounds, report)  # half of the rounds are for `_tuned`
        searched = [bfs(graph, vertex, device=where, strategy="fused") for vertex in vertices]
        depth = max(result.num_levels for result in searched)
        measured, rest = _first_searches(graph, vertices[0], where, depth, advance)
        times = _times(graph, vertices, where, measured, rounds, advance)
        best = min(times, key=times.__getitem__)
        tuned = _tuned(graph, vertices, where, measured[best], rounds, advance)
        if tuned is not None:
            measured[TUNED] = tuned
        # Again, as a slow spell of the machine may have passed.
        again = _times(graph, vertices, where, measured, rounds, advance)
    if tuned is not None and again[TUNED] * GAIN > again[best]:
        del measured[TUNED]
    times = {name: min(again[name], times.get(name, inf)) for name in measured}
    rows = [_row(measured[name], times[name]) for name in sorted(times, key=times.__getitem__)] + rest
    rows = [replace(row, ratio=row.milliseconds and row.milliseconds / min(times.values())) for row in rows]
    return _advice(graph, vertices, where, depth, rows)


def _row(method: Method, milliseconds: float | None, remark: str = "") -> MethodAdvice:
    options = {name: value for name, value in method.items() if name != "strategy"}
    return MethodAdvice(
        strategy=method["strategy"], options=options, milliseconds=milliseconds, remark=remark
    )


def _first_searches(
    graph: Graph, source: int, device: Device, depth: int, advance: Callable[[], None]
) -> tuple[dict[str, Method], list[MethodAdvice]]:
    """The methods that may be the best by one search each, and a row for each of the others."""
    small = generators.star(WARM_UP_VERTICES)
    taken: dict[str, float] = {}
    rest = []
    for name in sorted(STRATEGIES, key=lambda name: name != "fused"):  # it is never far behind
        advance()
        least = _least(graph, depth, name, isinstance(device, Cpu))
        if taken and least > BEHIND * min(taken.values()):
            remark = f"not run: {depth:,} levels take {least:,.1f} ms at least"
            rest.append(_row({"strategy": name}, None, remark))
            continue
        search = partial(bfs, strategy=name, device=device)
        try:
            search(small, 0)  # compiles
            search(graph, source, depth_limit=0)  # builds the views
            taken[name] = min(search_milliseconds(device, [source] * 2, [partial(search, graph)])[0])
        except (InputError, DeviceError) as error:
            rest.append(_row({"strategy": name}, None, f"not run: {error}"))
    most = BEHIND * min(taken.values())
    behind = sorted((time, name) for name, time in taken.items() if time > most)
    rest = [
        _row({"strategy": name}, time, "fell behind in its first searches") for time, name in behind
    ] + rest
    return {name: {"strategy": name} for name, time in taken.items() if time <= most}, rest


def _least(graph: Graph, depth: int, strategy: str, on_cpu: bool) -> float:
    """Milliseconds that a search of so many levels takes at least."""
    if strategy in ONE_CALL:
        return 0.0
    looked = graph.num_vertices * (strategy in ALL_VERTICES) + graph.num_edges * (strategy in ALL_EDGES)
    return depth * (LEAST_LEVEL + LEAST_LOOK[on_cpu] * looked)


def _times(
    graph: Graph,
    sources: Sequence[int],
    device: Device,
    methods: Mapping[str, Method],
    rounds: int,
    advance: Callable[[], None],
) -> dict[str, float]:
    """Milliseconds of a search by each method, in turns: the median over the sources, in the best round.

    Each round begins with another method: the first one from a source finds the caches cold.
    """
    best = dict.fromkeys(methods, inf)
    for turn in range(rounds):
        names = [*methods]
        names = names[turn % len(names) :] + names[: turn % len(names)]
        searches = [partial(bfs, graph, device=device, **methods[name]) for name in names]
        taken = search_milliseconds(device, sources, searches)
        for name, times in zip(names, taken, strict=True):
            best[name] = min(best[name], median(times))
        advance()
    return best


def _tuned(
    graph: Graph,
    sources: Sequence[int],
    device: Device,
    method: Method,
    rounds: int,
    advance: Callable[[], None],
) -> Method | None:
    """The method with an alpha and a beta that are faster than its own; None if none are."""
    if not {"alpha", "beta"} <= options_of(method["strategy"]).keys():
        return None
    tries = {"": method} | {f"{alpha}": method | {"alpha": alpha} for alpha in ALPHAS}
    times = _times(graph, sources, device, tries, rounds, advance)
    best = min(times, key=times.__getitem__)
    tries = {"": method} | {f"{beta}": tries[best] | {"beta": beta} for beta in BETAS} | {best: tries[best]}
    times = _times(graph, sources, device, tries, rounds, advance)
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
    if second is not None:
        reasons.append(f"Next is {second.method}, which takes {second.ratio:,.2f} times as long.")
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
