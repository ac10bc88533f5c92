"""``wavefront components``: which vertices are connected, weakly or strongly."""

from enum import StrEnum
from typing import Annotated

import typer

from ..console import DeviceName, Format, GraphPath, InputFormat, ReportFormat, Undirected, read_graph, timed
from ..search.search_files import Column, check_output
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print


class Kind(StrEnum):
    """What makes a component."""

    weak = "weak"
    strong = "strong"


KindOption = Annotated[
    Kind, typer.Option("--kind", help="Joined whatever the directions, or each reached from the other.")
]


def components(
    path: GraphPath,
    kind: KindOption = Kind.weak,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find the connected components; the table shows the largest, each by its first vertex.

    Example: wavefront components karate.mtx --kind strong --output components.csv
    """
    import numpy as np

    from ...algorithms.components import connected_components
    from ...validate import validate_components

    if output is not None:
        check_output(output)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    with timed("connect", milliseconds, path.name):
        result = connected_components(graph, kind.value, device=device_name).to_numpy()
    if validate:
        validate_components(graph, result.components, kind)
    write_and_print(
        VertexReport(
            path,
            graph,
            result.device.name,
            {"kind": kind.value, "num_components": result.num_components},
            "component_size",
            result.sizes,
            validate,
            output,
            milliseconds,
            vertices=np.unique(result.components, return_index=True)[1],
        ),
        [Column("components", "component", result.components)],
        report_format,
    )
