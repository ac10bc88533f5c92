"""Connected components: weak ones by Afforest, strong ones in several steps on a CPU, by signatures on a GPU.

Start with api.py. From here come the function and its result.
"""

from .api import Components, connected_components

__all__ = ["Components", "connected_components"]
