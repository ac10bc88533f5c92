"""Checks of results by rules, without an oracle: one file per algorithm, with a function ``validate_...``.

Start with bfs.py. Import each function from its own file.
"""
