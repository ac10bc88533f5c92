"""``wavefront closeness`` and ``wavefront harmonic``: how near each vertex is to the others."""

from typing import Annotated, Literal

import typer

from .report import Found
from .run import Run
from .sources import Samples, Seed, Sources
from .subset import chosen, found_for

Direction = Annotated[
    Literal["in", "out"],
    typer.Option(help="Count the edges of paths to the vertex (in), or from it (out)."),
]


def closeness(
    run: Run, samples: Samples = None, source: Sources = None, seed: Seed = 0, direction: Direction = "in"
) -> Found:
    """The score of every vertex, of the named ones, or of a number of drawn ones."""
    result = run.result(vertices=chosen(run.graph, source, samples), direction=direction, seed=seed)
    return found_for(run, result, {})
