"""Maze routing: wires across a board of free and blocked cells, in one layer or several.

>>> import numpy as np, wavefront as wf
>>> blocked = np.zeros((3, 4), bool)
>>> blocked[1, :3] = True
>>> wf.maze.route(blocked, (0, 0), (2, 0)).length
8

Start with route.py. From here come `route`, `route_nets` and their results.
"""

from .nets import RoutedNets, route_nets
from .route import Route, route

__all__ = ["Route", "RoutedNets", "route", "route_nets"]
