"""``wavefront closeness``: how near each vertex is to the others, and how far the furthest is."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import InputError
from ..console import (
    DeviceName,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    parse_vertex,
    read_graph,
    timed,
)
from ..search.search_files import Column, check_output
from .sources import Samples, Seed, Sources, check_sources
from .vertex_report import Validate, VertexOutput, VertexReport, write_and_print

if TYPE_CHECKING:
    import numpy as np

    from ...device import Device
    from ...graph import Graph


def closeness(
    path: GraphPath,
    samples: Samples = None,
    source: Sources = None,
    seed: Seed = 0,
    device_name: DeviceName = "auto",
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    output: VertexOutput = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Score each vertex by how near it is to the others, and find how far the furthest is.

    Example: wavefront closeness karate.mtx --samples 20
    """
    from ...device import get_device

    if output is not None:
        check_output(output)
    check_sources(source, samples)
    milliseconds: dict[str, float] = {}
    graph = read_graph(path, milliseconds, input_format, undirected)
    sources = _sources(graph, source, samples, seed)
    device = get_device(device_name, graph.device)
    with timed("search", milliseconds, path.name) as update:
        columns = _search(graph, sources, device, validate, update)
    scores, eccentricities = columns
    facts = {
        "sources": sources.size,
        "exact": sources.size == graph.num_vertices,
        "least_eccentricity": int(eccentricities.values.min()),
        "largest_eccentricity": int(eccentricities.values.max()),
    }
    write_and_print(
        VertexReport(
            path,
            graph,
            device.name,
            facts,
            scores.column_name,
            scores.values,
            validate,
            output,
            milliseconds,
            vertices=sources,
            beside=eccentricities,
        ),
        columns,
        report_format,
        rows=sources,
    )


def _sources(graph: "Graph", source: list[str] | None, samples: int | None, seed: int) -> "np.ndarray":
    """The vertices to search from, ascending. Raises InputError if there is none."""
    import numpy as np

    from ...measure.compare import random_sources

    if not graph.num_vertices:
        raise InputError("the graph has no vertices to search from")
    if source:
        return np.unique([parse_vertex(graph, name) for name in source])
    if samples is not None:
        return np.sort(random_sources(graph, samples, seed))
    return np.arange(graph.num_vertices)


def _search(
    graph: "Graph",
    sources: "np.ndarray",
    device: "Device",
    validate: bool,
    update: Callable[[int, int], None],
) -> list[Column]:
    """Closeness and eccentricity of each source. Levels are kept of as many as a search takes at once."""
    import numpy as np

    from ...algorithms.multi_source_bfs import WORD_SIZE, multi_source_bfs
    from ...validate import validate_multi_source_bfs

    scores, eccentricities = [], []
    for first in range(0, sources.size, WORD_SIZE):
        found = multi_source_bfs(graph, sources[first : first + WORD_SIZE], device=device).to_numpy()
        if validate:
            validate_multi_source_bfs(graph, found.sources, found.levels)
        scores.append(found.closeness)
        eccentricities.append(found.eccentricity)
        update(first + found.sources.size, sources.size)
    return [
        Column("closeness", "closeness", np.concatenate(scores)),
        Column("eccentricity", "eccentricity", np.concatenate(eccentricities)),
    ]
