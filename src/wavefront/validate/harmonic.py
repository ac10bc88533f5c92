"""Rule checks that need no oracle: are these sums of one over the distances? Distances are SciPy's."""

import numpy as np

from ..errors import require_one_of
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .distances import checked_choice, each_distance
from .rules import ValidationError, real_numbers

RELATIVE_ERROR = 1e-9


def validate_harmonic(
    graph: Graph, scores: np.ndarray, vertices: np.ndarray, *, direction: str = "in"
) -> None:
    """Check harmonic centralities of these vertices.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) the vertices asked for have a score, all
        others NaN, (2) scores are from 0 to V - 1, (3) each is the sum of 1 / distance over the other
        vertices that reach it, or that it reaches.
    """
    require_graph(graph)
    require_one_of("direction", direction, ("in", "out"))
    graph = graph.to_device("cpu")
    scores = real_numbers("scores", scores)
    ids = checked_choice(graph, vertices, scores, np.isnan(scores))
    if (bad := ids[(scores[ids] < 0) | (scores[ids] > graph.num_vertices - 1)]).size:
        raise ValidationError("2", f"vertex {named(graph, bad[0])} has the score {scores[bad[0]]}")
    for vertex, distances in each_distance(graph if direction == "out" else graph.reversed, ids):
        expected = (1 / distances[distances > 0]).sum()
        if not np.isclose(scores[vertex], expected, rtol=RELATIVE_ERROR, atol=0):
            problem = f"vertex {named(graph, vertex)} has the score {scores[vertex]}"
            raise ValidationError("3", f"{problem}, by its distances {expected}")
