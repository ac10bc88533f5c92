"""One file a format, each with ``read(path, progress)`` and ``write(graph, path)``.

Start with edge_list.py. They are imported by `io.files` when they are needed.
"""
