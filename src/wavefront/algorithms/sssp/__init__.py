"""Shortest paths by weights: near and far piles on a GPU, buckets of each thread's own on the CPU.

Start with api.py. From here come the function and its result.
"""

from .api import sssp
from .result import SsspResult

__all__ = ["SsspResult", "sssp"]
