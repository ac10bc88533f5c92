"""The fused search on a GPU: one launch whose blocks meet at barriers between levels.

Start with host.py, then read kernel.py for the tree of calls and search.py for the data. Only `fused.api`
imports from here.
"""
