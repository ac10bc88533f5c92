"""Searches of a GPU that one block makes alone, in memory as large as what it meets: many at once.

cells.py is a block's table of the vertices met, and walk.py shares a list of vertices and their edges among
the block's threads. levels.py and nearest.py search, by edges and by weights; tree.py finds the predecessors
on shortest paths, and path.py writes one. tables.py is the host's part. Nothing is to be imported from the
folder itself.
"""
