"""Shortest paths between two vertices: from both ends at once, or by A* towards the target; one pair or many.

Start with api.py. by_edges.py and by_weights.py search from both ends on the CPU, toward_target.py by A*;
answer.py is what they share, on_cpu.py the host's part. on_gpu.py is A* on a GPU. From here come the
functions.
"""

from .api import shortest_path, shortest_paths

__all__ = ["shortest_path", "shortest_paths"]
