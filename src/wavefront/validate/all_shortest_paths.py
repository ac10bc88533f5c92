"""Rule checks that need no oracle: are these all the predecessors on shortest paths of these lengths?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, checked_flag
from ..graph.vertices import checked_vertices, named, require_graph
from .kept import kept_graph
from .rules import ValidationError, real_numbers, signed_integers

if TYPE_CHECKING:
    from ..graph import Graph
    from ..graph.vertices import Vertices


def validate_all_predecessors(
    graph: Graph,
    source: Vertices,
    lengths: np.ndarray,
    offsets: np.ndarray,
    vertices: np.ndarray,
    *,
    weighted: bool = False,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check every vertex's predecessors on shortest paths whose lengths are right.

    Parameters
    ----------
    source
        The vertex at which the paths begin, or several.
    lengths
        V integers, levels or, if `weighted`, distances, -1 = not reached; or V floating-point numbers,
        distances, infinite = not reached.
    offsets
        V+1 integers: where each vertex's predecessors begin.
    vertices
        N vertex ids, each vertex's predecessors ascending.
    weighted
        Whether lengths that are integers are distances by the weights: otherwise they count as levels.
    vertex_filter, edge_filter
        Those of the search: the predecessors are checked as ones in the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the vertex that breaks it: (1) the offsets ascend from 0 to N, and every
        predecessor is a vertex, (2) predecessors ascend, none twice, (3) an edge from each leads to the
        vertex in exactly its length, and the vertex is no source, (4) no such predecessor is missing.
    """
    require_graph(graph)
    graph = kept_graph(graph, vertex_filter, edge_filter)
    sources = checked_vertices(graph, source, "source")
    offsets, vertices = signed_integers("offsets", offsets), signed_integers("vertices", vertices)
    count = graph.num_vertices
    is_right = offsets.shape == (count + 1,) and offsets[0] == 0 and offsets[-1] == vertices.size
    if not is_right or vertices.ndim != 1 or (np.diff(offsets) < 0).any():
        raise ValidationError("1", f"the offsets don't ascend from 0 to {vertices.size} in {count + 1} steps")
    if (bad := vertices[(vertices < 0) | (vertices >= count)]).size:
        raise ValidationError("1", f"{bad[0]} is among the predecessors")
    keys = np.repeat(np.arange(count), np.diff(offsets)) * count + vertices
    if (bad := np.flatnonzero(np.diff(keys) <= 0)).size:
        raise ValidationError(
            "2", f"the predecessors of vertex {named(graph, keys[bad[0]] // count)} don't ascend"
        )
    expected = _tight(graph, sources, lengths, checked_flag("weighted", weighted))
    is_levels = graph.weighted and not weighted and _kind(lengths) == "i"
    hint = "; integers count as levels here, as distances with weighted=True" if is_levels else ""
    for rule, odd, what in (
        ("3", np.setdiff1d(keys, expected), "is no predecessor"),
        ("4", np.setdiff1d(expected, keys), "is missing among the predecessors"),
    ):
        if odd.size:
            v, u = divmod(int(odd[0]), count)
            raise ValidationError(rule, f"vertex {named(graph, u)} {what} of vertex {named(graph, v)}{hint}")


def _kind(lengths: Any) -> str:
    """The kind of the array's type: "i" for signed integers, "f" for floating point."""
    return getattr(getattr(lengths, "dtype", None), "kind", "")


def _tight(graph: Graph, sources: np.ndarray, lengths: np.ndarray, weighted: bool) -> np.ndarray:
    """Of every edge that accounts for a length: the end's id times V plus the start's, ascending."""
    src, dst, weights = graph.coo
    kind = _kind(lengths)
    values = signed_integers("lengths", lengths) if kind == "i" else real_numbers("lengths", lengths)
    if values.shape != (graph.num_vertices,):
        raise InputError(f"lengths are one per vertex, {graph.num_vertices}, not {values.shape}")
    is_reached = values >= 0 if kind == "i" else values < np.inf
    steps = 1 if weights is None or (kind == "i" and not weighted) else weights
    with np.errstate(over="ignore", invalid="ignore"):
        tight = is_reached[src] & is_reached[dst] & (values[src] + steps == values[dst]) & (src != dst)
    tight &= ~np.isin(dst, sources[values[sources] == 0])
    return np.unique(dst[tight].astype(np.int64) * graph.num_vertices + src[tight])
