"""Rule checks that need no oracle: are these the largest distances? Distances are SciPy's."""

from typing import Any

import numpy as np

from ..errors import InputError, checked_integer, shown
from ..graph import Graph
from ..graph.vertices import checked_vertices, named, require_graph
from .distances import checked_choice, each_distance
from .kept import kept_part
from .rules import ValidationError, signed_integers


def validate_eccentricity(
    graph: Graph,
    eccentricities: np.ndarray,
    vertices: np.ndarray,
    *,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check the eccentricities of these vertices.

    Parameters
    ----------
    vertex_filter, edge_filter
        Those of the call: eccentricities are checked as those of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) the vertices asked for have an eccentricity,
        all others -1, (2) those of the two ends of an undirected edge differ by 1 at most, (3) each is the
        distance to the farthest of the vertices that a path leads to.
    """
    require_graph(graph)
    graph, kept, _ = kept_part(graph, vertex_filter, edge_filter)
    found = signed_integers("eccentricities", eccentricities)
    ids = checked_choice(graph, vertices, found, found == -1, kept)
    if not graph.directed:
        src, dst, _ = graph.coo
        differ = (np.abs(found[src] - found[dst]) > 1) & (found[src] >= 0) & (found[dst] >= 0)
        if (bad := np.flatnonzero(differ)).size:
            a, b = src[bad[0]], dst[bad[0]]
            edge = f"edge {named(graph, a)} -> {named(graph, b)}"
            raise ValidationError("2", f"{edge} joins the eccentricities {found[a]} and {found[b]}")
    for vertex, distances in each_distance(graph, ids):
        farthest = int(distances[np.isfinite(distances)].max())
        if found[vertex] != farthest:
            problem = f"vertex {named(graph, vertex)} has eccentricity {found[vertex]}"
            raise ValidationError("3", f"{problem}; its farthest vertex is at distance {farthest}")


def validate_diameter(
    graph: Graph,
    diameter: int,
    ends: tuple[int, int],
    *,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check the diameter of a graph, and the two vertices that are so far apart.

    Parameters
    ----------
    vertex_filter, edge_filter
        Those of the call: the diameter is checked as that of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule: (1) every vertex has a path to every other, (2) from the first end the second is at
        this distance, (3) no two vertices are further apart.
    """
    require_graph(graph)
    graph, kept, _ = kept_part(graph, vertex_filter, edge_filter)
    length = checked_integer("diameter", diameter, 0, None)
    ids = checked_vertices(graph, ends, "ends")
    if ids.size != 2:
        raise InputError("ends are two vertices")
    first, last = ids.tolist()
    if not np.isin(ids, kept).all():
        raise ValidationError("2", "an end is dropped")
    for vertex, distances in each_distance(graph, kept):
        far = int(kept[distances[kept].argmax()])
        if not np.isfinite(distances[far]):
            raise ValidationError("1", f"no path from vertex {named(graph, vertex)} to {named(graph, far)}")
        if vertex == first and int(distances[last]) != length:
            pair = f"vertex {named(graph, first)} to {named(graph, last)}"
            raise ValidationError("2", f"from {pair} it is {distances[last]:g}, not {shown(length)}")
        if int(distances[far]) > length:
            pair = f"vertex {named(graph, vertex)} to {named(graph, far)}"
            raise ValidationError("3", f"from {pair} it is {distances[far]:g}, more than {length}")
