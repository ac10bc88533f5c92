"""The command ``wavefront``: one file per command, in folders for searches and for values of vertices.

Start with entry.py, which lists the commands and says what becomes of an error. From here comes `main`.
"""

from .start import main

__all__ = ["main"]
