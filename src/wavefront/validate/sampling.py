"""Rule checks of sampled neighbors that need no oracle: does the graph have these edges, and so many?"""

from typing import Any

import numpy as np

from ..errors import InputError, shown
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError


def validate_sampling(graph: Graph, sampled: Any) -> None:
    """Check what `sample_neighbors` returned against its promises.

    Parameters
    ----------
    graph
        The graph that was sampled.
    sampled
        The `SampledNeighbors`; arrays on a GPU are copied.

    Raises
    ------
    ValidationError
        Naming the rule that is broken: (1) `vertices` begins with the sources, and no vertex is there twice,
        (2) an edge drawn is the graph's edge at its slot, between the vertices that `edge_index` says,
        (3) only vertices that the layer before found, in the first layer the sources, draw, (4) each draws as
        many edges as the fanout, or all of its edges if these are fewer; by weights perhaps fewer; with
        replacement a vertex with an edge draws as many as the fanout, (5) without replacement, no vertex
        draws an edge twice, (6) a layer's new vertices are ends of its edges, ascending.
    InputError
        For what is no such result, or no graph.
    """
    require_graph(graph)
    if not all(hasattr(sampled, name) for name in ("layers", "fanouts", "sources", "vertices")):
        raise InputError(f"sampled is what sample_neighbors returned, not {shown(sampled)}")
    vertices = _host(sampled.vertices)
    if not np.array_equal(vertices[: sampled.sources.size], sampled.sources):
        raise ValidationError("1", "the vertices don't begin with the sources")
    if np.unique(vertices).size < vertices.size:
        raise ValidationError("1", "a vertex is there twice")
    src, dst = (_host(array) for array in graph.coo[:2])
    degrees = _host(graph.out_degrees)
    before, known = 0, sampled.sources.size
    for number, (layer, fanout) in enumerate(zip(sampled.layers, sampled.fanouts, strict=True)):
        neighbor, drew = _host(layer.edge_index)
        slots = _host(layer.edges)
        ends = vertices[drew], vertices[neighbor]
        if not (np.array_equal(src[slots], ends[0]) and np.array_equal(dst[slots], ends[1])):
            raise ValidationError("2", f"layer {number} has an edge that isn't the graph's")
        if drew.size and not before <= drew.min() <= drew.max() < known:
            raise ValidationError("3", f"in layer {number} a vertex draws that the layer before didn't find")
        drawn = np.bincount(drew - before, minlength=known - before)
        _check_counts(graph, sampled, fanout, vertices[before:known], drawn, degrees)
        if not sampled.replace and np.unique(slots).size < slots.size:
            raise ValidationError("5", f"layer {number} has an edge twice")
        new = vertices[known : layer.num_vertices]
        if not np.array_equal(new, np.setdiff1d(ends[1], vertices[:known])):
            raise ValidationError("6", f"layer {number}'s new vertices aren't the new ends of its edges")
        before, known = known, layer.num_vertices


def _check_counts(
    graph: Graph,
    sampled: Any,
    fanout: int,
    frontier: np.ndarray,
    drawn: np.ndarray,
    degrees: np.ndarray,
) -> None:
    """Rule 4."""
    has = degrees[frontier]
    most = has if fanout < 0 else np.full(has.size, fanout)
    if fanout >= 0:
        most = np.where(has > 0, most, 0) if sampled.replace else np.minimum(most, has)
    wrong = drawn > most if sampled.weighted else drawn != most
    if wrong.any():
        vertex = int(frontier[wrong.argmax()])
        problem = f"vertex {named(graph, vertex)} draws {drawn[wrong.argmax()]} edges"
        raise ValidationError("4", f"{problem}, not {most[wrong.argmax()]}")


def _host(array: Any) -> np.ndarray:
    copy: np.ndarray = array if isinstance(array, np.ndarray) else array.get()
    return copy
