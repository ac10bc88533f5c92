"""``wavefront advise``: which method searches a graph fastest, and why."""

import json
from typing import Annotated

import typer

from ..console import (
    Format,
    labels_of,
    print_json,
    rounded,
    timed,
)
from ..json_records import graph_record
from ..option_groups import Common, Drawn, with_options
from ..tables import print_level_table

SOURCES = 8  # drawn by default
SECONDS = 60.0

TimeLimit = Annotated[
    float,
    typer.Option("--time-limit", metavar="SECONDS", help="Seconds after which nothing more is measured."),
]


@with_options
def advise(common: Common, drawn: Drawn, time_limit: TimeLimit = SECONDS) -> None:
    """Measure which method searches this graph fastest, and say why.

    Methods search deeper and deeper from one source, and are dropped as they fall behind.

    Example: wavefront advise kron.npy
    """
    from ...measure.advise import advise as advise_on

    milliseconds: dict[str, float] = {}
    graph = common.read(milliseconds)
    sources = drawn.sources(graph, SOURCES)
    with timed("advise", milliseconds, common.path.name) as report:
        found = advise_on(graph, sources, device=common.device_name, time_limit=time_limit, progress=report)
    labels = labels_of(graph, sources)
    if common.report_format is Format.json:
        record = {"graph": graph_record(common.path, graph), "sources": labels, **json.loads(found.to_json())}
        print_json({**record, "milliseconds": rounded(milliseconds)})
    else:
        search = f"from {', '.join(map(str, labels))}, each alone"
        print_level_table(common.path, graph, search, milliseconds, str(found))
