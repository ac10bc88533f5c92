"""``wavefront advise``: which method searches a graph fastest, and why."""

import json

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


@with_options
def advise(common: Common, drawn: Drawn) -> None:
    """Measure which method searches this graph fastest, and say why.

    Methods that the number of levels makes too slow are not run, and those that fall behind are dropped.

    Example: wavefront advise kron.npy
    """
    from ...measure.advise import advise as advise_on

    milliseconds: dict[str, float] = {}
    graph = common.read(milliseconds)
    sources = drawn.sources(graph, SOURCES)
    with timed("advise", milliseconds, common.path.name) as report:
        found = advise_on(graph, sources, device=common.device_name, progress=report)
    labels = labels_of(graph, sources)
    if common.report_format is Format.json:
        record = {"graph": graph_record(common.path, graph), "sources": labels, **json.loads(found.to_json())}
        print_json({**record, "milliseconds": rounded(milliseconds)})
    else:
        search = f"from {', '.join(map(str, labels))}, each alone"
        print_level_table(common.path, graph, search, milliseconds, str(found))
