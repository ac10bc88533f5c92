"""``wavefront closeness`` and ``wavefront harmonic``: how near each vertex is to the others."""

from enum import StrEnum
from typing import Annotated

import typer

from ..option_groups import Samples, Seed, VerticesToo
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from .report import Found
from .run import Run
from .subset import chosen, found_for


class Direction(StrEnum):
    """Which paths count."""

    to_vertex = "in"
    from_vertex = "out"


DirectionOption = Annotated[
    Direction,
    typer.Option("--direction", help="Count the edges of paths to the vertex (in), or from it (out)."),
]


def closeness(
    run: Run,
    samples: Samples = None,
    vertex: VerticesToo = None,
    seed: Seed = 0,
    direction: DirectionOption = Direction.to_vertex,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
) -> Found:
    """The score of every vertex, of the named ones, or of a number of drawn ones."""
    filters, wanted = read_filters(vertex_filter, edge_filter), chosen(run.graph, vertex, samples)
    result = run.result(vertices=wanted, direction=direction.value, seed=seed, **filters)
    return found_for(run, result, {})
