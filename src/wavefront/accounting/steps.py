"""The levels of a search as the account sees them: what each level's frontier finds, and by which edges."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..frontier import UNVISITED
from ..graph import Graph
from .sectors import distinct


class Step(NamedTuple):
    """One level to be labelled from the level before: the input of every strategy's account.

    An edge "discovers" if it leads from the frontier to a vertex of the level to be labelled.
    """

    level: int
    frontier: np.ndarray  # vertices of the level before, ascending
    found: np.ndarray  # vertices of the level to be labelled, ascending
    degrees: np.ndarray  # out-edges of each vertex of the frontier
    vertices: int  # vertices of the level to be labelled
    edges: int  # edges that discover
    pairs: int  # pairs of vertices with an edge that discovers: parallel edges count once
    parents: int  # vertices of the frontier with an edge that discovers
    sole_parents: int  # parents that are some vertex's only parent; if there are none, 1
    most_parents: int  # of a vertex
    most_edges: int  # that discover one vertex


def steps(graph: Graph, levels: np.ndarray) -> Iterator[Step]:
    """The levels from 1 to the last, empty one, computed from the V final `levels`. O(V + E)."""
    reached = np.flatnonzero(levels != UNVISITED)
    by_level = reached[np.argsort(levels.take(reached), kind="stable")]
    sizes = np.bincount(levels.take(reached))
    end = sizes.size
    src, dst, _ = graph.coo
    discovers = (levels.take(src) != UNVISITED) & (levels.take(dst) == levels.take(src) + 1)
    src, dst = src[discovers], dst[discovers]
    first = np.ones(src.size, bool)  # whether an edge is the first of its parallel edges, which are adjacent
    first[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
    parents_of, edges_to = (np.bincount(ends, minlength=levels.size) for ends in (dst[first], dst))
    sole = distinct(src[first & (parents_of.take(dst) == 1)])
    edges, pairs, parents, sole_parents = (
        np.bincount(levels.take(vertices), minlength=end + 1).tolist()
        for vertices in (dst, dst[first], distinct(src), sole)
    )
    most = np.zeros((2, end + 1), np.int64)
    for figure, of_vertex in zip(most, (parents_of, edges_to), strict=True):
        np.maximum.at(figure, levels.take(reached), of_vertex.take(reached))
    frontiers = [*np.split(by_level, np.cumsum(sizes)[:-1]), by_level[:0]]
    for level, (frontier, found) in enumerate(pairwise(frontiers), start=1):
        yield Step(
            level=level,
            frontier=frontier,
            found=found,
            degrees=graph.out_degrees.take(frontier),
            vertices=found.size,
            edges=edges[level],
            pairs=pairs[level],
            parents=parents[level - 1],
            sole_parents=max(sole_parents[level - 1], min(found.size, 1)),
            most_parents=int(most[0, level]),
            most_edges=int(most[1, level]),
        )
