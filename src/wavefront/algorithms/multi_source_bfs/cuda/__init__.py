"""Up to 64 searches in words on a GPU, in one launch.

Start with host.py.
"""
