"""The laboratory: exercises on the methods, answered by running them.

Start with practice/question.py.
"""
