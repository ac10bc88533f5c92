"""The k shortest paths between two vertices that visit no vertex twice: Yen's method, spurs in parallel.

Start with api.py. bounds.py finds how far vertices are from the target at least, and spurs.py the best path
of each part of what is left. on_gpu.py and parts_on_gpu.py are the host's part on a GPU, spurs_on_gpu.py the
kernel. From here comes the function.
"""

from .api import k_shortest_paths

__all__ = ["k_shortest_paths"]
