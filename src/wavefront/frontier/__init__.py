"""The frontier: the vertices or edges that a traversal works on next; and its vocabulary in kernels.

`claim`, `append` and the bitmap's functions are plain functions over arrays, compiled into the kernels that
call them. `Queues` is what the book's strategies append to; `Frontier` is that of the operators. Start with
labels.py. All that others need comes from here.
"""

from .bitmap import WORD_SIZE, contains, insert
from .frontier import Frontier, Kind
from .labels import UNVISITED, claim, initial_labels
from .queues import Queues, append, swap_tails

__all__ = [
    "UNVISITED",
    "WORD_SIZE",
    "Frontier",
    "Kind",
    "Queues",
    "append",
    "claim",
    "contains",
    "initial_labels",
    "insert",
    "swap_tails",
]
