"""``wavefront core``: how densely each vertex's surroundings are knit."""

from .report import Found
from .run import Run


def core(run: Run) -> Found:
    """The core numbers, and how many vertices have the largest."""
    result = run.result()
    inner = int((result.cores == result.degeneracy).sum())
    return Found(run.facts(result) | {"in_the_innermost_core": inner}, [run.column(result)])
