"""Shortest paths where weights may be negative: Bellman and Ford's method, in rounds over a frontier.

Start with api.py. rounds.py lowers the distances, cycle.py finds a negative cycle. From here come the
function and its result.
"""

from .api import BellmanFordResult, bellman_ford

__all__ = ["BellmanFordResult", "bellman_ford"]
