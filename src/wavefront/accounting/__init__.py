"""Work accounts: figures of what a strategy's GPU threads do, level by level, obtained without a GPU.

Start with arithmetic.py, whose functions a strategy's `account` calls; counting.py measures the same figures
by running the kernels as plain Python. Import both from their own files.
"""
