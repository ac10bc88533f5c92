"""PageRank: all iterations in one launch on a GPU, or in blocks of vertices on the CPU.

Start with api.py. From here come the function and its result.
"""

from .api import PageRankResult, pagerank

__all__ = ["PageRankResult", "pagerank"]
