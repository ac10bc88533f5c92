"""Commands that find a number for every vertex: one a file, alike but for their options and facts.

Start with vertex_report.py. Each command is a function of its file's name.
"""
