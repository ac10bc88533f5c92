"""``wavefront betweenness``: through which vertices, and along which edges, the shortest paths lead."""

from typing import Annotated

import typer

from ..console import Weighted, parse_vertex
from ..option_groups import Samples, Seed, SourcesToo
from ..search.filter_files import EdgeFilter, VertexFilter, read_filters
from .report import Found
from .run import Run

Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        metavar="VERTEX",
        help="Count only paths that end here. May be given several times.",
        show_default=False,
    ),
]
Edges = Annotated[bool, typer.Option("--edges", help="Score the edges as well.")]
Normalized = Annotated[
    bool,
    typer.Option("--normalized/--no-normalized", help="Score by the share of pairs, or by the pairs."),
]


def betweenness(
    run: Run,
    samples: Samples = None,
    source: SourcesToo = None,
    targets: Targets = None,
    seed: Seed = 0,
    normalized: Normalized = True,
    weighted: Weighted = False,
    edges: Edges = False,
    vertex_filter: VertexFilter = None,
    edge_filter: EdgeFilter = None,
) -> Found:
    """The scores, from all vertices, from the named ones, or from a number of drawn ones."""
    sources = [parse_vertex(run.graph, name) for name in source] if source else samples
    ends = [parse_vertex(run.graph, name) for name in targets] if targets else None
    result = run.result(
        sources=sources,
        targets=ends,
        weighted=weighted,
        normalized=normalized,
        edges=edges,
        seed=seed,
        **read_filters(vertex_filter, edge_filter),
    )
    facts = {"num_sources": result.sources.size, "exact": result.is_exact}
    return Found(facts, [run.column(result)], edge_scores=result.edge_scores)
