"""Gunrock's vocabulary: a traversal as steps on a frontier, with functors in plain Python.

Source: Wang et al., "Gunrock: GPU Graph Analytics", ACM TOPC 2017; hybrid and the scans: PMPP 4e. What a
functor may do: docs/guide/write-your-own.md. Start with advance.py. Import the operators from here.
"""

from ..frontier import Frontier
from .advance import advance
from .compute import compute
from .enact import Run, enact
from .filter import filter
from .hybrid import NeighborLists, hybrid
from .load_balancing import load_balancing_search
from .neighbor_reduce import neighbor_reduce
from .scans import compact, exclusive_scan, reduce, segmented_reduce, sort_by_key

__all__ = [
    "Frontier",
    "NeighborLists",
    "Run",
    "advance",
    "compact",
    "compute",
    "enact",
    "exclusive_scan",
    "filter",
    "hybrid",
    "load_balancing_search",
    "neighbor_reduce",
    "reduce",
    "segmented_reduce",
    "sort_by_key",
]
