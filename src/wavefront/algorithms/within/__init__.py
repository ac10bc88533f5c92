"""The vertices within a radius of a vertex, or of each of many: a result of what is found alone.

Start with api.py. balls.py finds balls on the CPU, each by one thread, in memory as large as what is found;
on_gpu.py finds them by whole searches. Import from here `within` and its result.
"""

from .api import WithinResult, within

__all__ = ["WithinResult", "within"]
