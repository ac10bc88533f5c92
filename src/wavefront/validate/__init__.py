"""Checks of results by rules, without an oracle: one file an algorithm, with ``validate_`` and its name.

Start with bfs.py. Everything is imported from its own file.
"""
