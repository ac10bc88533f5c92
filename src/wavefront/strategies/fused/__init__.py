"""Every idea of the chapter in one launch: what `bfs` runs unless told otherwise.

Start with api.py; cpu/ is one compiled call, cuda/ one cooperative launch. From here comes `bfs`.
"""

from .api import bfs

__all__ = ["bfs"]
