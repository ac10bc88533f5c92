"""The graph: its six storage formats, how they are built, labels, conversion from SciPy and NetworkX.

Start with formats.py, then graph.py, which builds each format on first use. Import `Graph` from here; import
array tools, edges and labels from their own files.
"""

from .graph import Graph

__all__ = ["Graph"]
