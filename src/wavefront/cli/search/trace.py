"""``wavefront trace``: the levels of one search, their directions, sizes and times."""

import json
from functools import partial
from typing import Any

from ..console import Format, Source, Strategy, parse_vertex, print_json, rounded, timed
from ..json_records import graph_record
from ..option_groups import Common, with_options
from ..strategy_options import with_strategy_options
from ..tables import print_level_table
from .filter_files import EdgeFilter, VertexFilter, read_filters


@with_strategy_options
@with_options
def trace(
    common: Common,
    source: Source,
    strategy: Strategy = "auto",
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
    **options: Any,
) -> None:
    """Search breadth first, and show what each level was and how long it took.

    Example: wavefront trace karate.mtx --source 0 --strategy direction_optimized
    """
    from ...algorithms.bfs import bfs as search

    milliseconds: dict[str, float] = {}
    options |= read_filters(vertex_filter, edge_filter)
    graph = common.read(milliseconds)
    sources = [parse_vertex(graph, name) for name in source]
    run = partial(search, graph, sources, strategy=strategy, device=common.device_name, **options)
    with timed("traverse", milliseconds, common.path.name):
        run()  # compiles, and builds the views
        found = run(trace=True)
    assert found.trace is not None
    if common.report_format is Format.json:
        record = {
            "graph": graph_record(common.path, graph),
            "strategy": found.strategy,
            "device": found.device.name,
        }
        levels = json.loads(found.trace.to_json())
        print_json({**record, "levels": levels, "milliseconds": rounded(milliseconds)})
    else:
        what = f"{found.strategy} on {found.device.name}"
        print_level_table(common.path, graph, what, milliseconds, found.trace.table())
