"""``wavefront eccentricity``: how far the farthest vertex is from each."""

from contextlib import suppress
from typing import Any

from ...errors import InputError
from ..option_groups import Samples, Seed, VerticesToo
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from .report import Found
from .run import Run
from .subset import chosen, found_for


def eccentricity(
    run: Run,
    samples: Samples = None,
    vertex: VerticesToo = None,
    seed: Seed = 0,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
) -> Found:
    """Of every vertex, of the named ones, or of drawn ones; radius and diameter if the graph is connected."""
    filters, wanted = read_filters(vertex_filter, edge_filter), chosen(run.graph, vertex, samples)
    result = run.result(vertices=wanted, seed=seed, **filters)
    measures: dict[str, Any] = {"is_connected": result.is_connected, "radius": None, "diameter": None}
    with suppress(InputError):  # of a graph that isn't connected, or of some vertices
        measures |= {"radius": result.radius, "diameter": result.diameter}
    return found_for(run, result, measures)
