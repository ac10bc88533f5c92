"""Every idea of the chapter in one launch: the default strategy of `bfs`.

Start with api.py; cpu/ is one compiled call, cuda/ one cooperative launch. Import `bfs` and `count` from
here.
"""

from .api import bfs, count

__all__ = ["bfs", "count"]
