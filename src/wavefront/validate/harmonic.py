"""Rule checks that need no oracle: are these sums of one over the distances? Distances are SciPy's."""

from typing import Any

import numpy as np

from ..errors import require_one_of
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .distances import checked_choice, each_distance
from .kept import kept_part
from .rules import ValidationError, real_numbers

RELATIVE_ERROR = 1e-9


def validate_harmonic(
    graph: Graph,
    scores: np.ndarray,
    vertices: np.ndarray,
    *,
    direction: str = "in",
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check harmonic centralities of these vertices.

    Parameters
    ----------
    vertex_filter, edge_filter
        Those of the call: scores are checked as those of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) the vertices asked for have a score, all
        others NaN, (2) scores are from 0 to V - 1, of V vertices that are kept, (3) each is the sum of
        1 / distance over the other vertices that reach it, or that it reaches.
    """
    require_graph(graph)
    require_one_of("direction", direction, ("in", "out"))
    graph, kept, _ = kept_part(graph, vertex_filter, edge_filter)
    scores = real_numbers("scores", scores)
    ids = checked_choice(graph, vertices, scores, np.isnan(scores), kept)
    if (bad := ids[(scores[ids] < 0) | (scores[ids] > kept.size - 1)]).size:
        raise ValidationError("2", f"vertex {named(graph, bad[0])} has the score {scores[bad[0]]}")
    for vertex, distances in each_distance(graph if direction == "out" else graph.reversed, ids):
        expected = (1 / distances[distances > 0]).sum()
        if not np.isclose(scores[vertex], expected, rtol=RELATIVE_ERROR, atol=0):
            problem = f"vertex {named(graph, vertex)} has the score {scores[vertex]}"
            raise ValidationError("3", f"{problem}, by its distances {expected}")
