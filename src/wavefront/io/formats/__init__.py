"""One file per format, each with ``read(path, report)`` and ``write(graph, path)``.

Start with edge_list.py. `io.files` imports each format on first use.
"""
