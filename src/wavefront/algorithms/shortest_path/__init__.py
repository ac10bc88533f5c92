"""Shortest paths between two vertices, found from both ends at once, for one pair or many.

Start with api.py. by_edges.py and by_weights.py are the two searches on the CPU, answer.py what they share.
From here come the functions.
"""

from .api import shortest_path, shortest_paths

__all__ = ["shortest_path", "shortest_paths"]
