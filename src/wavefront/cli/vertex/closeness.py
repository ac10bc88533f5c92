"""``wavefront closeness``: how near each vertex is to the others, and how far the furthest is."""

from typing import TYPE_CHECKING

from ...errors import InputError
from ..console import parse_vertex
from ..search.search_files import Column
from .report import Found
from .run import Run
from .sources import Samples, Seed, Sources

if TYPE_CHECKING:
    import numpy as np

    from ...graph import Graph


def closeness(run: Run, samples: Samples = None, source: Sources = None, seed: Seed = 0) -> Found:
    """Closeness and eccentricity of each source. Only one batch of sources has its levels in memory."""
    import numpy as np

    from ...algorithms.multi_source_bfs import WORD_SIZE

    sources = _sources(run.graph, source, samples, seed)
    scores, furthest = [], []
    with run.timed() as update:
        for first in range(0, sources.size, WORD_SIZE):
            result = run.compute(sources=sources[first : first + WORD_SIZE])
            run.validate(result)
            scores.append(result.closeness)
            furthest.append(result.eccentricity)
            update(first + result.sources.size, sources.size)
    eccentricities = np.concatenate(furthest)
    facts = {
        "sources": sources.size,
        "exact": sources.size == run.graph.num_vertices,
        "least_eccentricity": int(eccentricities.min()),
        "largest_eccentricity": int(eccentricities.max()),
    }
    columns = [
        Column("closeness", "closeness", np.concatenate(scores)),
        Column("eccentricity", "eccentricity", eccentricities),
    ]
    return Found(facts, columns, vertices=sources)


def _sources(graph: "Graph", source: list[str] | None, samples: int | None, seed: int) -> "np.ndarray":
    """The vertices to search from, ascending. Raises InputError if there is none."""
    import numpy as np

    from ...measure.searches import random_sources

    if not graph.num_vertices:
        raise InputError("the graph has no vertices to search from")
    if source:
        return np.unique([parse_vertex(graph, name) for name in source])
    if samples is not None:
        return np.sort(random_sources(graph, samples, seed))
    return np.arange(graph.num_vertices)
