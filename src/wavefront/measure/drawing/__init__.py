"""Figures of small graphs, as SVG: what a method's threads do in each level, roots, formats, memory.

Start with api.py; methods.py draws a method's levels. Nothing here is estimated: methods run in the counting
build, and the figures show its log.
"""

from .api import Figure as Figure
from .api import figure as figure
