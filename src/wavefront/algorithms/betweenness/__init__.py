"""Betweenness centrality: many sources searched by level, or each source by one thread of the CPU.

Start with api.py. From here come the function and its result.
"""

from .api import BetweennessResult, betweenness_centrality

__all__ = ["BetweennessResult", "betweenness_centrality"]
