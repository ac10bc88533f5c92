"""Shortest paths by weights: near and far buckets, on the operators or in chunks on the CPU.

Start with api.py. From here come the function and its result.
"""

from .api import SsspResult, sssp

__all__ = ["SsspResult", "sssp"]
