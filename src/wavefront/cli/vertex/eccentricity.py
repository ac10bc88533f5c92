"""``wavefront eccentricity``: how far the farthest vertex is from each."""

from typing import Any

from ..option_groups import Samples, Seed, VerticesToo
from .report import Found
from .run import Run
from .subset import chosen, found_for


def eccentricity(run: Run, samples: Samples = None, vertex: VerticesToo = None, seed: Seed = 0) -> Found:
    """Of every vertex, of the named ones, or of drawn ones; radius and diameter if the graph is connected."""
    result = run.result(vertices=chosen(run.graph, vertex, samples), seed=seed)
    measures: dict[str, Any] = {"is_connected": result.is_connected}
    has_diameter = result.is_connected and 0 < run.graph.num_vertices == result.vertices.size
    measures["radius"] = result.radius if has_diameter else None
    measures["diameter"] = result.diameter if has_diameter else None
    return found_for(run, result, measures)
