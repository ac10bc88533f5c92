"""Triangles: neighbor lists merged, or looked up in marks on the CPU.

Start with api.py. From here come the function and its result.
"""

from .api import TrianglesResult, triangles

__all__ = ["TrianglesResult", "triangles"]
