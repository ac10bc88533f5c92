"""The fused search on the CPU: one compiled call that holds the level loop.

Start with host.py, then levels.py. Only `fused.api` imports from here.
"""
