"""Betweenness on a GPU: searches from many sources in one launch.

Start with host.py, then kernel.py, which holds the order of a search's parts; data.py has what they share.
"""
