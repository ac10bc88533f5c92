"""The command ``wavefront``: one file per command, in folders for searches and for values of vertices.

Start with entry.py, which lists the commands and says what becomes of an error. From here come `app`, which
typer runs, and `main`.
"""

from .entry import app, main

__all__ = ["app", "main"]
