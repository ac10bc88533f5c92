"""Shortest paths from each of many vertices: on the CPU a thread per source, on a GPU one after the other.

Start with api.py. lanes.py is the CPU's form. From here come the function and its result.
"""

from .api import MultiSourceSsspResult, multi_source_sssp

__all__ = ["MultiSourceSsspResult", "multi_source_sssp"]
