"""The graph: its six storage formats, how they are built, labels, and what comes from SciPy and NetworkX.

Start with formats.py, then graph.py, which holds each format once it is asked for. From here comes `Graph`;
array tools, edges and labels come from their own files.
"""

from .graph import Graph

__all__ = ["Graph"]
