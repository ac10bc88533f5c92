"""Random graphs that no rank ever holds as a whole: each draws its share of the edges.

The graphs are those of `wavefront.generators`, edge by edge: a draw depends on the seed and on the edge's
number, not on who draws it.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..errors import InputError, checked_flag, checked_integer
from ..graph.arrays import index_dtype
from ..graph.random_edges import kronecker_ends, seeded, uniform_end
from .build import Edges, Part, build, share_of
from .communicator import Communicator
from .graph import DistributedGraph
from .world import world

MOST_SCALE = 40  # 2**40 places of 8 bytes are more than a host has
MOST_EDGES = 2**62


def kronecker(
    scale: int,
    edge_factor: int = 16,
    seed: int = 0,
    *,
    directed: bool = False,
    communicator: Communicator | None = None,
) -> DistributedGraph:
    """Graph500's Kronecker graph, the same as ``wf.generators.kronecker``, each rank its part.

    Parameters
    ----------
    scale, edge_factor
        2**scale vertices and edge_factor * 2**scale edges.
    communicator
        The ranks; by default `world()`.

    Raises
    ------
    InputError
        For an argument out of its range.
    """
    scale = checked_integer("scale", scale, 0, MOST_SCALE)
    edge_factor = checked_integer("edge_factor", edge_factor, 0, MOST_EDGES >> scale)
    directed = checked_flag("directed", directed)
    ranks = communicator or world()
    num_vertices, num_edges = 1 << scale, edge_factor << scale
    dtype, device = index_dtype(num_vertices), ranks.device
    rng = seeded(seed)
    key = device.array(rng.integers(2**64, size=1, dtype=np.uint64))

    def draw(first: int, src: Any, dst: Any) -> None:
        device.for_each(src.size, draw_kronecker, first, scale, key, src, dst)

    def shuffled() -> np.ndarray:
        return rng.permutation(num_vertices).astype(dtype)

    def rename(vertices: Any) -> Any:
        """The vertices' numbers after the shuffle, which only the ids show: the lists hold places."""
        return device.array(drawn.result() if drawn else shuffled())[vertices]

    rounds = _Rounds(ranks, num_edges, dtype, draw)
    part = Part(num_vertices, num_edges, directed, None, rounds, rename)
    with ThreadPoolExecutor(1) as beside:  # the host shuffles while a GPU builds
        drawn = None if device.xp is np else beside.submit(shuffled)
        return build(part, ranks)


def uniform(
    num_vertices: int,
    num_edges: int,
    seed: int = 0,
    *,
    directed: bool = False,
    communicator: Communicator | None = None,
) -> DistributedGraph:
    """`num_edges` edges between random vertices, the same as ``wf.generators.uniform``, each rank its part.

    Raises InputError for an argument out of its range. `communicator` is by default `world()`.
    """
    num_vertices = checked_integer("num_vertices", num_vertices, 0)
    num_edges = checked_integer("num_edges", num_edges, 0, MOST_EDGES)
    directed = checked_flag("directed", directed)
    if num_edges and not num_vertices:
        raise InputError("edges need vertices: num_vertices is 0")
    ranks = communicator or world()
    dtype, device = index_dtype(num_vertices), ranks.device
    key = device.array(seeded(seed).integers(2**64, size=1, dtype=np.uint64))

    def draw(first: int, src: Any, dst: Any) -> None:
        device.for_each(src.size, draw_uniform, first, num_vertices, num_edges, key, src, dst)

    rounds = _Rounds(ranks, num_edges, dtype, draw)
    return build(Part(num_vertices, num_edges, directed, None, rounds), ranks)


class _Rounds:
    """This rank's share of the edges, drawn so many at a time."""

    def __init__(self, ranks: Communicator, num_edges: int, dtype: Any, draw: Any) -> None:
        self._first, self._end = share_of(num_edges, ranks)
        self._xp, self._dtype, self._draw = ranks.device.xp, dtype, draw

    def __call__(self, most: int) -> Iterator[Edges]:
        for first in range(self._first, self._end, most):
            count = min(most, self._end - first)
            src, dst = (self._xp.empty(count, self._dtype) for _ in range(2))
            self._draw(first, src, dst)
            yield src, dst, None


def draw_kronecker(item, first, scale, key, src, dst):
    """Draw the edge with the number first + item."""
    src[item], dst[item] = kronecker_ends(first + item, scale, key)


def draw_uniform(item, first, num_vertices, num_edges, key, src, dst):
    """Draw both ends of the edge with the number first + item."""
    src[item] = uniform_end(first + item, num_vertices, key)
    dst[item] = uniform_end(num_edges + first + item, num_vertices, key)
