"""The frontier, the vertices or edges that a traversal works on next, and the operations on it in kernels.

`claim`, its kinds in claims.py, `append` and the bitmap's functions are plain functions over arrays, compiled
into the kernels that call them. The book's strategies append to `Queues`; the operators work on a `Frontier`.
Start with labels.py. Other packages import everything from here.
"""

from .bitmap import WORD_SIZE, contains, insert, insert_item
from .claims import CLAIMS, PRINTED, claim_of, visited_marks
from .frontier import Frontier, Kind
from .labels import UNVISITED, claim, initial_labels
from .queues import SHARED_SIZE, Queues, append, require_shared, swap_tails, take

__all__ = [
    "CLAIMS",
    "PRINTED",
    "SHARED_SIZE",
    "UNVISITED",
    "WORD_SIZE",
    "Frontier",
    "Kind",
    "Queues",
    "append",
    "claim",
    "claim_of",
    "contains",
    "initial_labels",
    "insert",
    "insert_item",
    "require_shared",
    "swap_tails",
    "take",
    "visited_marks",
]
