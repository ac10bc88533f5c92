"""How fast a search is, as Graph 500 measures it: many sources, each searched from once; edges per second.

Specification: https://graph500.org, section "Output".
"""

from __future__ import annotations

import logging
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import generators
from ..algorithms.bfs import bfs
from ..device import Cpu, working_on
from ..device.clock import stopwatch
from ..errors import DeviceError, InputError
from ..graph import formats
from ..graph.build_on_gpu import occurrences
from ..validate.bfs import validate_bfs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..algorithms.bfs import BfsResult
    from ..device import Device
    from ..graph import Graph
    from ..progress import Report

    Search = Callable[[int], BfsResult]

logger = logging.getLogger("wavefront")

WARM_UP_VERTICES = 64  # of a star: from its center direction_optimized pushes, then pulls
PERCENTILES = {"min": 0, "firstquartile": 25, "median": 50, "thirdquartile": 75, "max": 100}


class Searched(NamedTuple):
    """The results of the searches from one source."""

    strategies: list[str]  # the strategy that ran, for each way to search
    num_levels: int
    num_edges: int  # traversed, see `edge_shares`


def random_sources(graph: Graph, number: int, seed: int = 0) -> list[int]:
    """Vertices with an outgoing edge, drawn at random, none twice: `number`, or all if there are fewer.

    Raises InputError if there is none.
    """
    able = np.flatnonzero(Cpu().array(graph.out_degrees))
    if not able.size:
        raise InputError("no vertex of this graph has an outgoing edge to search along")
    drawn = np.random.default_rng(seed).choice(able, min(number, able.size), replace=False)
    return [int(vertex) for vertex in drawn]


def edge_shares(graph: Graph) -> np.ndarray:
    """Each vertex's part in the number of traversed edges: V float64.

    The parts of the reached vertices add up to the number of edges that leave them. An undirected edge,
    stored in both directions, counts once. Parallel edges and self-loops count, as in Graph 500.
    """
    with working_on(graph.device):
        if graph.directed:
            return graph.out_degrees.astype(np.float64)
        coo = formats.csr_to_coo(graph.csr)
        loops = coo.src[coo.src == coo.dst]  # stored once
        counts = occurrences(loops, graph.num_vertices)
        shares: np.ndarray = (graph.out_degrees + counts) / 2
        return shares


def verify(
    graph: Graph,
    sources: Sequence[int],
    searches: Sequence[Search],
    report: Report | None = None,
    *,
    validated: int | None = None,
) -> list[Searched]:
    """Search from each source in each way, and check the results; returns what was found.

    Parameters
    ----------
    searches
        Each searches this graph from the vertex that it is given.
    report
        Called after each source, with how many are done, and how many there are.
    validated
        Check the results of the first so many sources; by default of all.

    Raises
    ------
    ValidationError
        For a search that is wrong.
    """
    shares, found = edge_shares(graph), []
    for number, source in enumerate(sources):
        results = [search(source) for search in searches]
        if validated is None or number < validated:
            for result in results:
                validate_bfs(graph, source, result.levels, result.predecessors)
        with working_on(graph.device):
            edges = int(shares[results[0].levels >= 0].sum())
        found.append(Searched([result.strategy for result in results], results[0].num_levels, edges))
        if report is not None:
            report(number + 1, len(sources))
    return found


def search_milliseconds(
    device: Device,
    sources: Sequence[int],
    searches: Sequence[Search],
    report: Report | None = None,
) -> list[list[float]]:
    """How long each of the `searches` takes from each source, once: wall time, on a GPU between two events.

    They take turns: from one source each of them searches, then from the next.
    """
    taken: list[list[float]] = [[] for _ in searches]
    done = count(1)
    for source in sources:
        for times, search in zip(taken, searches, strict=True):
            elapsed = stopwatch(device)
            search(source)
            times.append(elapsed())
            if report is not None:
                report(next(done), len(sources) * len(searches))
    return taken


def search_times(
    graph: Graph,
    sources: Sequence[int],
    device: Device,
    methods: Mapping[str, Mapping[str, Any]],
    rounds: int,
    too_long: float,
    advance: Callable[[], None] = lambda: None,
) -> dict[str, list[float]]:
    """Milliseconds of each search by each method, which is a set of arguments for `bfs`; methods take turns.

    `advance` is called after every method's turn, had or missed. A method whose first search takes more than
    `too_long` milliseconds is not run again. Leaves out and validates as `compare` does.
    """

    def search(source: int, arguments: Mapping[str, Any]) -> tuple[float, Any]:
        elapsed = stopwatch(device)
        result = bfs(graph, source, device=device, **arguments)
        return elapsed(), result

    small = generators.star(WARM_UP_VERTICES)
    taken: dict[str, list[float]] = {}
    for name, arguments in methods.items():
        try:
            bfs(small, 0, device=device, **arguments)  # compiles
            bfs(graph, sources[0], device=device, depth_limit=0, **arguments)  # builds the views
            milliseconds, result = search(sources[0], arguments)
        except (InputError, DeviceError) as error:
            logger.warning("%s is left out on %s: %s", name, device.name, error)
        else:
            found = result.to_numpy()
            validate_bfs(graph, sources[0], found.levels, found.predecessors)
            taken[name] = [milliseconds] if milliseconds > too_long else []
        advance()
    repeated = [name for name, times in taken.items() if not times]
    for _ in range(rounds):
        for name, arguments in methods.items():
            if name in repeated:
                taken[name] += [search(source, arguments)[0] for source in sources]
            advance()
    return taken


def statistics(values: Sequence[float] | np.ndarray) -> dict[str, float]:
    """Quartiles (interpolated between two values), mean, and standard deviation of a sample."""
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return {**_quartiles(values), "mean": float(np.mean(values)), "stddev": spread}


def rate_statistics(rates: Sequence[float] | np.ndarray) -> dict[str, float]:
    """Quartiles and harmonic mean of rates, and the harmonic mean's standard error.

    The error is Norris's (1940, "The Standard Errors of the Geometric and Harmonic Means"), as Graph 500
    has it.
    """
    inverse = 1 / np.asarray(rates, np.float64)
    mean = 1 / float(inverse.mean())
    spread = float(inverse.std(ddof=1)) / (len(inverse) - 1) ** 0.5 if len(inverse) > 1 else 0.0
    return {**_quartiles(rates), "harmonic_mean": mean, "harmonic_stddev": mean**2 * spread}


def _quartiles(values: Sequence[float] | np.ndarray) -> dict[str, float]:
    found = np.percentile(values, list(PERCENTILES.values()))
    return dict(zip(PERCENTILES, found.tolist(), strict=True))
