"""The fused search on a GPU: one cooperative launch whose blocks meet at barriers between levels.

Start with host.py, then kernel.py. Only `fused.api` imports from here.
"""
