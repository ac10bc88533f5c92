"""``wavefront topological``: the order of what depends on one another, by levels."""

from .report import Found
from .run import Run


def topological(run: Run) -> Found:
    """The levels, and how many vertices share one at most."""
    import numpy as np

    result = run.result()
    widest = int(np.bincount(result.levels).max(initial=0))
    return Found(run.facts(result) | {"in_the_widest_level": widest}, [run.column(result)])
