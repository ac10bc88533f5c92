"""Biconnected components, bridges and articulation points, by FAST-BCC over a breadth-first forest.

Start with api.py. From here come the functions and the result.
"""

from .api import BiconnectedResult, articulation_points, biconnected_components, bridges

__all__ = ["BiconnectedResult", "articulation_points", "biconnected_components", "bridges"]
