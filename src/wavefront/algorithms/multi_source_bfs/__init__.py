"""Breadth-first search from many sources: 64 searches share a word, or each is one thread's.

Start with api.py. From here come the function and its result; other algorithms call totals.py.
"""

from .api import MultiSourceBfsResult, multi_source_bfs

__all__ = ["MultiSourceBfsResult", "multi_source_bfs"]
