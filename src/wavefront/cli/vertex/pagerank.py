"""``wavefront pagerank``: where a random walk spends its time."""

from typing import Annotated

import typer

from .report import Found
from .run import Run

Damping = Annotated[float, typer.Option(help="The chance to follow an edge, not to start anew.")]
Tolerance = Annotated[float, typer.Option(help="Stop when an iteration changes the ranks by less in all.")]
MaxIterations = Annotated[int, typer.Option(help="Iterations at most, converged or not.")]
Weighted = Annotated[bool, typer.Option("--weighted", help="Follow edges in proportion to their weights.")]


def pagerank(
    run: Run,
    damping: Damping = 0.85,
    tolerance: Tolerance = 1e-6,
    max_iterations: MaxIterations = 100,
    weighted: Weighted = False,
) -> Found:
    """The ranks."""
    result = run.result(
        damping=damping, tolerance=tolerance, max_iterations=max_iterations, weighted=weighted
    )
    return Found(run.facts(result), [run.column(result)])
