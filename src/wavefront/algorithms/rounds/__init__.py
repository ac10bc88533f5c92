"""Rounds of `advance` until the frontier is empty, without the host between them.

A call of `advance` takes about 50 us on the CPU, and several launches on a GPU; a path has as many rounds as
vertices. api.py chooses between on_gpu.py, one launch, and host_driven.py.
"""

from .api import advance_in_rounds

__all__ = ["advance_in_rounds"]
