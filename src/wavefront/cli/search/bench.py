"""``wavefront bench``: how fast searches from many sources are, and how long the steps before them take."""

from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import InputError
from ..console import (
    DeviceName,
    EdgeColumns,
    InputFormat,
    Strategy,
    Threads,
    Undirected,
    chosen_device,
    read_graph,
    timed,
)
from . import bench_report
from .search_report import SearchFormat

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...measure.searches import Search

EDGE_FACTOR = 16  # edges per vertex of a uniform graph; a Kronecker graph has as many
# Sizes of the graphs that load the machine code; for a graph from a file, a Kronecker graph does.
SMALL = {"graph": 6, "kronecker": 6, "uniform": 6, "grid": (8, 8)}

OptionalPath = Annotated[
    Path | None, typer.Argument(metavar="[GRAPH]", help="A graph file.", show_default=False)
]
Kronecker = Annotated[
    int | None,
    typer.Option("-g", "--kronecker", min=1, metavar="SCALE", help="A Kronecker graph of 2**SCALE vertices."),
]
Uniform = Annotated[
    int | None,
    typer.Option("-u", "--uniform", min=1, metavar="SCALE", help="A random graph of 2**SCALE vertices."),
]
Grid = Annotated[tuple[int, int] | None, typer.Option(metavar="ROWS COLUMNS", help="A grid.")]
Samples = Annotated[int, typer.Option("-n", "--samples", min=1, metavar="N", help="Sources to search from.")]
Prepare = Annotated[bool, typer.Option("--prepare", help="Search the prepared graph as well.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the random graph and of the sources.")]
Validated = Annotated[
    int | None,
    typer.Option("--validate", min=1, metavar="N", help="Check the first N results only, instead of all."),
]
BenchFormat = Annotated[SearchFormat, typer.Option("--format", help="How to print the result.")]


def bench(
    path: OptionalPath = None,
    kronecker: Kronecker = None,
    uniform: Uniform = None,
    grid: Grid = None,
    samples: Samples = 64,
    prepare: Prepare = False,
    strategy: Strategy = "auto",
    device_name: DeviceName = "auto",
    threads: Threads = None,
    seed: Seed = 0,
    validated: Validated = None,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    bench_format: BenchFormat = SearchFormat.text,
) -> None:
    """Search from random sources: all are verified first, then each is timed once.

    Example: wavefront bench -g 20 --prepare
    """
    from ...algorithms.bfs import bfs
    from ...device import get_device
    from ...device.clock import stopwatch
    from ...measure.searches import random_sources, search_milliseconds, verify

    given = {"graph": path, "kronecker": kronecker, "uniform": uniform, "grid": grid}
    sizes = {kind: size for kind, size in given.items() if size is not None}
    if len(sizes) != 1:
        raise InputError("give a GRAPH, -g SCALE, -u SCALE, or --grid ROWS COLUMNS: one of them")
    ((kind, size),) = sizes.items()
    device = get_device(chosen_device(device_name, threads))
    milliseconds: dict[str, float] = {}
    small = _made(kind, SMALL[kind], seed, device)
    bfs(small, 0, strategy=strategy, device=device)  # refuses an unknown strategy before a file is read
    if path is not None:
        name, graph = (
            str(path),
            read_graph(path, milliseconds, input_format, undirected, edge_columns),
        )
    else:
        name = f"{kind} {' x '.join(map(str, size)) if isinstance(size, tuple) else size}"
        with timed("generate", milliseconds, name):
            graph = _made(kind, size, seed, device)
            stopwatch(device)()
    graph = _built(graph, device, milliseconds)
    sources = random_sources(graph, samples, seed)
    searches = _searches(graph, small, sources[0], device, strategy, prepare, milliseconds)
    with timed("validate", milliseconds, name) as report:
        found = verify(graph, sources, searches, report, validated=validated)
    with timed("search", milliseconds, name) as report:
        times = search_milliseconds(device, sources, searches, report)
    runs = [
        bench_report.Run(number > 0, strategy, taken)
        for number, (strategy, taken) in enumerate(zip(found[0].strategies, times, strict=True))
    ]
    checked = min(validated or len(sources), len(sources))
    bench_report.REPORTS[bench_format](
        bench_report.Bench(name, graph, device, seed, sources, checked, found, runs, milliseconds)
    )


def _made(kind: str, size: Any, seed: int, device: "Device") -> "Graph":
    from ... import generators

    if kind == "grid":
        return generators.grid(*size)
    if kind == "uniform":
        return generators.uniform(1 << size, EDGE_FACTOR << size, seed, device=device)
    return generators.kronecker(size, seed=seed, device=device)


def _built(graph: "Graph", device: "Device", milliseconds: dict[str, float]) -> "Graph":
    """The graph on the device, with its neighbor lists."""
    from ...device.clock import stopwatch

    with timed("build", milliseconds):
        _ = graph.csr
        stopwatch(graph.device)()
    with timed("transfer", milliseconds):
        there = graph.to_device(device)
        stopwatch(device)()
    return there


def _searches(
    graph: "Graph",
    small: "Graph",
    source: int,
    device: "Device",
    strategy: str,
    prepare: bool,
    milliseconds: dict[str, float],
) -> "list[Search]":
    """The searches of the unprepared graph and, if asked for, of the prepared one, with all views built.

    `small` loads the machine code of the prepared search. A search that stops before its first level builds
    the views.
    """
    from ...algorithms.bfs import bfs
    from ...device.clock import stopwatch

    search = partial(bfs, strategy=strategy, device=device)
    with timed("convert", milliseconds):
        search(graph, source, depth_limit=0)
        stopwatch(device)()
    if not prepare:
        return [partial(search, graph)]
    search(small.prepare(), 0)
    prepared = copy(graph)
    with timed("prepare", milliseconds):
        prepared.prepare()
        stopwatch(device)()
    return [partial(search, graph), partial(search, prepared)]
