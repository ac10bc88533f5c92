"""How far the farthest vertex is: from each vertex, and in all, which is the diameter.

Start with api.py. From here come the functions and their results.
"""

from .api import EccentricityResult, eccentricity
from .diameter import DiameterResult, diameter

__all__ = ["DiameterResult", "EccentricityResult", "diameter", "eccentricity"]
