"""What is measured and shown about methods: accounts, comparisons, timed searches, figures.

Start with compare.py. Everything is imported from its own file.
"""
