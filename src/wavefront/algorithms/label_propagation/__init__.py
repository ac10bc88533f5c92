"""Communities by label propagation: iteration after iteration, or in one launch on a GPU.

Start with api.py. From here come the function and its result.
"""

from .api import LabelPropagationResult, label_propagation

__all__ = ["LabelPropagationResult", "label_propagation"]
