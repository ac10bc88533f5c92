"""Graph files: `read` and `write` choose a format by suffix and content.

Start with files.py; formats/ holds one file per format, each with ``read(path, report)`` and
``write(graph, path)``. Code that formats share (streams, text, output) is in the files here. Import `read`,
`write` and the tables of formats and suffixes from here.
"""

from .files import FORMATS, SUFFIXES, read, write

__all__ = ["FORMATS", "SUFFIXES", "read", "write"]
