"""Core numbers: by threads that follow what their own vertices make go, or in one launch on a GPU.

Start with api.py. From here come the function and its result.
"""

from .api import CoreResult, core_number

__all__ = ["CoreResult", "core_number"]
