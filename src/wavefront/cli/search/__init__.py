"""Commands that run searches: bfs, path, account, trace, compare, advise, bench.

Start with bfs.py. Each command is a function of its file's name, imported from there.
"""
