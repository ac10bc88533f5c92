"""``wavefront account``: what the threads of one method's GPU kernels do, level by level."""

import json
from typing import Annotated, Any

import typer

from ..console import (
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Source,
    Strategy,
    Undirected,
    parse_vertex,
    print_json,
    read_graph,
    rounded,
    timed,
)
from ..json_records import graph_record
from ..strategy_options import with_strategy_options
from ..tables import print_level_table

Count = Annotated[
    bool, typer.Option("--count", help="Run the kernels in plain Python and count; for small graphs.")
]

Columns = Annotated[
    str, typer.Option(help="Columns of the table: main, memory, atomics, waiting, all, or names, by commas.")
]


@with_strategy_options
def account(
    path: GraphPath,
    source: Source,
    strategy: Strategy = "auto",
    count: Count = False,
    columns: Columns = "main",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    report_format: ReportFormat = Format.text,
    **options: Any,
) -> None:
    """Show what the threads of a method's GPU kernels do, level by level; no GPU is needed.

    A figure like 2..5 is a range: its value depends on the timing of the threads.

    Example: wavefront account karate.mtx --source 0 --strategy push
    """
    from ...measure.account import account as account_for

    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected, edge_columns)
    sources = [parse_vertex(graph, name) for name in source]
    with timed("account", milliseconds, path.name):
        found = account_for(graph, sources, strategy, count=count, **options)
    record: dict[str, Any] = {"strategy": found.strategy, "counted": found.counted}
    if report_format is Format.json:
        levels = json.loads(found.to_json())
        print_json(
            {
                "graph": graph_record(path, graph),
                **record,
                "levels": levels,
                "milliseconds": rounded(milliseconds),
            }
        )
    else:
        search = f"{found.strategy}, {'counted' if found.counted else 'worked out'}"
        print_level_table(path, graph, search, milliseconds, found.table(columns))
