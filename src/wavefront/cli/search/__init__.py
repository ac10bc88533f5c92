"""Commands that run breadth-first searches: bfs, account, trace, compare, bench.

Start with bfs.py. Each command is a function of its file's name, imported from there.
"""
