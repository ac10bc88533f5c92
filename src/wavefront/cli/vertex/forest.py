"""``wavefront forest``: the edges that keep a graph connected, and no more."""

from typing import Annotated

import typer

from ..search.search_files import Column
from .report import Found
from .run import Run

Weighted = Annotated[bool, typer.Option("--weighted", help="Take edges of the least weight in all.")]


def forest(run: Run, weighted: Weighted = False) -> Found:
    """The tree and the parent of each vertex; in the table the size of each tree, by its first vertex."""
    import numpy as np

    result = run.result(weighted=weighted)
    first, sizes = np.unique(result.components, return_index=True, return_counts=True)[1:]
    facts = run.facts(result) | {"num_edges": len(result.edges)}
    columns = [run.column(result), Column("parents", "parent", result.parents)]
    return Found(facts, columns, [Column("sizes", "tree_size", sizes)], first)
