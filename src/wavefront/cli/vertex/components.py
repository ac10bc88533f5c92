"""``wavefront components``: which vertices are connected, weakly or strongly."""

from enum import StrEnum
from typing import Annotated

import typer

from ..search.search_files import Column
from .report import Found
from .run import Run


class Kind(StrEnum):
    """What makes a component."""

    weak = "weak"
    strong = "strong"


KindOption = Annotated[
    Kind, typer.Option("--kind", help="Joined whatever the directions, or each reached from the other.")
]


def components(run: Run, kind: KindOption = Kind.weak) -> Found:
    """The components, and in the table the size of each, by its first vertex."""
    import numpy as np

    result = run.result(kind=kind.value)
    first = np.unique(result.components, return_index=True)[1]
    shown = [Column("sizes", "component_size", result.sizes)]
    return Found(run.facts(result), [run.column(result)], shown, first)
