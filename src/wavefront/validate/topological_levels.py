"""Rule checks that need no oracle: are these the longest paths to the vertices of that graph?"""

import numpy as np

from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, whole_numbers


def validate_topological_levels(graph: Graph, levels: np.ndarray) -> None:
    """Check the topological levels of a directed acyclic graph.

    Parameters
    ----------
    levels
        V integers.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) there is one level per vertex, none
        negative, (2) every edge leads to a higher level, (3) a vertex above level 0 has an in-neighbor one
        level lower. Only one choice of levels obeys all three.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    levels = whole_numbers("levels", levels, graph)
    src, dst, _ = graph.coo
    if (bad := np.flatnonzero(levels[src] >= levels[dst])).size:
        u, v = src[bad[0]], dst[bad[0]]
        edge = f"edge {named(graph, u)} -> {named(graph, v)}"
        raise ValidationError("2", f"{edge} leads from level {levels[u]} to {levels[v]}")
    supported = levels == 0
    supported[dst[levels[dst] == levels[src] + 1]] = True
    if not supported.all():
        v = np.flatnonzero(~supported)[0]
        problem = f"vertex {named(graph, v)} has level {levels[v]} but no in-neighbor of the level before"
        raise ValidationError("3", problem)
