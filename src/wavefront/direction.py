"""Push or pull: the rule by which a search that can do both chooses, level by level.

A push handles the frontier, a pull the vertices that are left to find. So a search pushes first. It pulls
from the level on whose frontier has grown to more than 1/alpha of what is left, and pushes again once the
frontier has shrunk below 1/beta of all vertices. What is compared:

- ``switch="vertices"``: the frontier's vertices with the unvisited ones, that is, the threads that walk a
  list in a push with those in a pull (PMPP 4e, section 15.3, which names no figures);
- ``switch="edges"``: the edges that leave the frontier with the edges not yet inspected, the frontier's
  among them (Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012).

The first frontier hasn't grown from any other: level 1 is pushed, on however small a graph.
"""

import math

from .errors import checked_positive, require_one_of
from .graph import Graph

SWITCHES = "vertices", "edges"


class Direction:
    """The direction of a search, "push" or "pull", from level to level.

    Once it pulls it may push again, if it `returns`; else it pulls to the end.
    Raises InputError for an unknown `switch`, or an `alpha` or `beta` that isn't positive.
    """

    def __init__(self, graph: Graph, alpha: float, beta: float, switch: str, returns: bool = True) -> None:
        require_one_of("switch", switch, SWITCHES)
        self.by_edges = switch == "edges"
        self._alpha, self._beta = checked_positive(alpha=alpha, beta=beta)
        self._returns = returns
        self._direction = "push"
        self._num_vertices = self._vertices_left = graph.num_vertices
        self._edges_left = graph.num_edges
        self._size = math.inf

    def next(self, size: int, edges: int) -> str:
        """The direction of the next level, from its frontier of `size` vertices, which `edges` leave.

        The edges matter only if the rule is `by_edges`.
        """
        self._vertices_left -= size
        if self._direction == "push":
            part, left = (edges, self._edges_left) if self.by_edges else (size, self._vertices_left)
            if size > self._size and part > left / self._alpha:
                self._direction = "pull"
        elif self._returns and size < self._size and size < self._num_vertices / self._beta:
            self._direction = "push"
        self._edges_left -= edges
        self._size = size
        return self._direction
