"""Connected components: weak ones by Afforest, strong ones by the multistep method.

Start with api.py. From here come the function and its result.
"""

from .api import Components, connected_components

__all__ = ["Components", "connected_components"]
