"""``wavefront communities``: which vertices belong together, by label propagation."""

from typing import Annotated

import typer

from ..search.search_files import Column
from .report import Found
from .run import Run

Seed = Annotated[int, typer.Option(min=0, help="Another seed gives other communities.")]
MaxIterations = Annotated[int, typer.Option(min=1, help="Iterations at most, converged or not.")]


def communities(run: Run, seed: Seed = 0, max_iterations: MaxIterations = 100) -> Found:
    """The communities, and in the table the size of each, by its first vertex."""
    import numpy as np

    result = run.result(seed=seed, max_iterations=max_iterations)
    _, first, sizes = np.unique(result.communities, return_index=True, return_counts=True)
    shown = [Column("sizes", "community_size", sizes)]
    return Found(run.facts(result), [run.column(result)], shown, first)
