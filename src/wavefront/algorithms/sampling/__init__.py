"""Neighbors drawn at random around given vertices, layer by layer, for learning on graphs.

Start with api.py; draws.py has the drawing itself. Import from here `sample_neighbors` and its result.
"""

from .api import SampledLayer, SampledNeighbors, sample_neighbors

__all__ = ["SampledLayer", "SampledNeighbors", "sample_neighbors"]
