"""Measurements of methods, and their display: accounts, comparisons, timed searches, figures.

Start with compare.py. Everything is imported from its own file.
"""
