"""Rule checks that need no oracle: is this how near each vertex is to the others? Distances are SciPy's."""

from typing import Any

import numpy as np

from ..errors import checked_flag, require_one_of
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .distances import checked_choice, each_distance
from .kept import kept_part
from .rules import ValidationError, real_numbers

RELATIVE_ERROR = 1e-9


def validate_closeness(
    graph: Graph,
    scores: np.ndarray,
    vertices: np.ndarray,
    *,
    direction: str = "in",
    wf_improved: bool = True,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check closeness of these vertices, as `closeness` scales it.

    Parameters
    ----------
    vertex_filter, edge_filter
        Those of the call: scores are checked as those of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) the vertices asked for have a score, all
        others NaN, (2) scores are from 0 to 1, (3) each is (r - 1) over the sum of the distances to (or from)
        the r vertices joined to it by paths, if `wf_improved` times (r - 1) / (V - 1), of V vertices that
        are kept.
    """
    require_graph(graph)
    require_one_of("direction", direction, ("in", "out"))
    wf_improved = checked_flag("wf_improved", wf_improved)
    graph, kept, _ = kept_part(graph, vertex_filter, edge_filter)
    scores = real_numbers("scores", scores)
    ids = checked_choice(graph, vertices, scores, np.isnan(scores), kept)
    if (bad := ids[(scores[ids] < 0) | (scores[ids] > 1)]).size:
        raise ValidationError("2", f"vertex {named(graph, bad[0])} has the score {scores[bad[0]]}")
    for vertex, distances in each_distance(graph if direction == "out" else graph.reversed, ids):
        found = distances[np.isfinite(distances)]
        expected = (found.size - 1) / max(1.0, found.sum())
        if wf_improved:
            expected *= (found.size - 1) / max(1, kept.size - 1)
        if not np.isclose(scores[vertex], expected, rtol=RELATIVE_ERROR, atol=0):
            problem = f"vertex {named(graph, vertex)} has the score {scores[vertex]}"
            raise ValidationError("3", f"{problem}, by its distances {expected}")
