"""Kernels as the book prints them, where they don't fit beside ours in the strategy's own file."""
