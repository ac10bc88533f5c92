"""Topological levels: Kahn's algorithm by frontiers, or in one launch on a GPU.

Start with api.py. From here come the function and its result.
"""

from .api import TopologicalLevelsResult, topological_levels

__all__ = ["TopologicalLevelsResult", "topological_levels"]
