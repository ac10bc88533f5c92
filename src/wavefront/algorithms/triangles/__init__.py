"""Triangles: neighbors looked up in marks or hash tables, or neighbor lists merged.

Start with api.py. From here come the function and its result.
"""

from .api import TrianglesResult, triangles

__all__ = ["TrianglesResult", "triangles"]
