"""Graph files: `read` and `write` choose a format by suffix and content.

Start with files.py; formats/ holds one file a format, each with ``read(path, progress)`` and
``write(graph, path)``. What formats share (streams, text, output) lies beside. From here come `read`,
`write` and the table of formats.
"""

from .files import FORMATS, SUFFIXES, read, write

__all__ = ["FORMATS", "SUFFIXES", "read", "write"]
