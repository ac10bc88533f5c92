"""The fused search on a GPU: one cooperative launch whose blocks meet at barriers between levels.

Start with host.py, then kernel.py, which draws the calls, and search.py, which has the data. Only `fused.api`
imports from here.
"""
