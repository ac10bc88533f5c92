"""``wavefront bfs``: read a graph, search it, print what was found and how long each part took."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import (
    DeviceName,
    EdgeColumns,
    GraphPath,
    InputFormat,
    Source,
    Strategy,
    Threads,
    Undirected,
    chosen_device,
    parse_vertex,
    read_graph,
    timed,
)
from ..output_files import check_place, writing
from ..strategy_options import with_strategy_options
from . import search_report
from .filter_files import EdgeFilter, VertexFilter, read_filters
from .search_files import check_output, write_search

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...algorithms.bfs import BfsResult
    from ...graph import Graph

# Vertices of the star that loads the machine code: direction_optimized pushes there, then pulls.
WARM_UP_VERTICES = 64

Target = Annotated[str | None, typer.Option(metavar="VERTEX", help="Stop there, and show a path to it.")]
DepthLimit = Annotated[int | None, typer.Option(help="The last level to label.")]
Deterministic = Annotated[
    bool, typer.Option("--deterministic", help="Of the possible predecessors, take the smallest id.")
]
Validate = Annotated[bool, typer.Option("--validate", help="Check the result by the Graph 500 rules.")]
Output = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write levels and predecessors to a .npz, .csv or .parquet file."),
]
LevelType = Annotated[
    str,
    typer.Option(
        "--level-dtype",
        metavar="auto|int8|int16|int32",
        help="Type of the levels: small ones take less memory, auto finds the smallest that does.",
    ),
]
SearchFormat = Annotated[
    search_report.SearchFormat, typer.Option("--format", help="How to print the result.")
]


@with_strategy_options
def bfs(
    path: GraphPath,
    source: Source,
    target: Target = None,
    strategy: Strategy = "auto",
    device_name: DeviceName = "auto",
    threads: Threads = None,
    depth_limit: DepthLimit = None,
    deterministic: Deterministic = False,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    validate: Validate = False,
    output: Output = None,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    level_dtype: LevelType = "int32",
    search_format: SearchFormat = search_report.SearchFormat.text,
    **options: Any,
) -> None:
    """Search breadth first from one or more vertices.

    Example: wavefront bfs karate.mtx --source 0 --target 33
    """
    from ...algorithms.bfs import bfs as search

    if output is not None:
        check_place(output)
        check_output(output)
    device = chosen_device(device_name, threads)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns)
    sources = [parse_vertex(graph, name) for name in source]
    goal = None if target is None else parse_vertex(graph, target)
    run: Callable[..., BfsResult] = partial(
        search, device=device, deterministic=deterministic, level_dtype=level_dtype, **options
    )
    filters = read_filters(vertex_filter, edge_filter)
    chosen = _prepare(run, graph, sources, strategy, milliseconds, filters)
    with timed("traverse", milliseconds, path.name):
        result = run(graph, sources, strategy=chosen, target=goal, depth_limit=depth_limit, **filters)
    result = result.to_numpy()
    if validate:
        _validate(result, goal, depth_limit, filters)
    if output is not None:
        with writing(output, "write", milliseconds):
            write_search(output, result)
    unreached = goal is None or result.levels[goal] < 0
    complete = depth_limit is None and unreached  # the search ran out of vertices
    search_report.REPORTS[search_format](
        search_report.Search(path, result, goal, complete, validate, output, milliseconds)
    )


def _prepare(
    run: "Callable[..., BfsResult]",
    graph: "Graph",
    sources: list[int],
    strategy: str,
    milliseconds: dict[str, float],
    filters: dict[str, Any],
) -> str:
    """Load the machine code and build the views that the strategy reads, and return its name.

    Neither is then part of the traversal's time. The choice of "auto" depends on the graph: a search that
    stops before its first level tells it. Machine code depends on the types of the graph's arrays; the small
    star that is searched here has the types of every graph of less than 2**31 edges.
    """
    from ...generators import star

    small = star(WARM_UP_VERTICES)
    _ = small.csr
    with timed("build", milliseconds):
        first = run(graph, sources, strategy=strategy, depth_limit=0, deterministic=False, **filters)
    chosen = first.strategy
    run(small, 0, strategy=chosen)
    return chosen


def _validate(
    result: "BfsResult", goal: int | None, depth_limit: int | None, filters: dict[str, Any]
) -> None:
    from ...validate.bfs import validate_bfs

    # A target that was reached ends the search at its level.
    reached = goal is not None and result.levels[goal] >= 0
    last = int(result.levels[goal]) if reached else depth_limit
    found = result.levels, result.predecessors
    validate_bfs(result.graph, result.sources, *found, depth_limit=last, **filters)
