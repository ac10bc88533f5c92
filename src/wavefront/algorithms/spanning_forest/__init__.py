"""Spanning forests: start with api.py. From here come the function and its result."""

from .api import SpanningForestResult, spanning_forest

__all__ = ["SpanningForestResult", "spanning_forest"]
