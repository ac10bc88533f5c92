"""``wavefront betweenness``: through which vertices the shortest paths lead."""

from typing import Annotated

import typer

from ..console import parse_vertex
from .report import Found
from .run import Run
from .sources import Samples, Seed, Sources

Counts = Annotated[bool, typer.Option("--counts", help="Score by pairs of vertices, not by their share.")]
Weighted = Annotated[bool, typer.Option("--weighted", help="The length of an edge is its weight, not 1.")]


def betweenness(
    run: Run,
    samples: Samples = None,
    source: Sources = None,
    seed: Seed = 0,
    counts: Counts = False,
    weighted: Weighted = False,
) -> Found:
    """The scores, from all vertices, from the named ones, or from a number of drawn ones."""
    sources = [parse_vertex(run.graph, name) for name in source] if source else samples
    result = run.result(sources=sources, normalized=not counts, weighted=weighted, seed=seed)
    facts = {"sources": result.sources.size, "exact": result.sources.size == run.graph.num_vertices}
    return Found(facts, [run.column(result)])
