"""Compiles ahead what later calls need. Start with warmup.py."""
