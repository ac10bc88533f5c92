"""What every thread of a strategy's kernels does, level by level, without a GPU.

Start with arithmetic.py, which a strategy's `account` is written with; counting.py measures the same figures
by running the kernels as plain Python. Both are imported by file.
"""
