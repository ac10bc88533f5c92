"""Betweenness centrality: a source by one thread of the CPU, by a group of a GPU's blocks, or by all threads.

Start with api.py. From here come the function and its result.
"""

from .api import BetweennessResult, betweenness_centrality

__all__ = ["BetweennessResult", "betweenness_centrality"]
