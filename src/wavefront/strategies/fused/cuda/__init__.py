"""The fused search on a GPU: one launch whose blocks meet at barriers between levels.

Start with host.py, then read kernel.py for the tree of calls and search.py for the data. `fused.api` runs the
search; kernels of algorithms share how append.py holds vertices, and how push.py finds the owner of an edge.
"""
