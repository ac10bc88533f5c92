"""Graphs of the corpus that have a name in graph theory: regular ones, and trees and hubs by rules of growth.

As in shapes.py each is a function of `scale`, and the docstrings say the parameters at scale 20. They came
into the corpus when shortest paths, triangles, components, betweenness or a search by two threads took longer
on them than a peer or one thread: docs/decisions/0007 and 0020.
"""

from collections.abc import Callable

import numpy as np

import wavefront as wf

SEED = 1


def undirected(src: np.ndarray, dst: np.ndarray, count: int) -> wf.Graph:
    return wf.Graph.from_edges(src, dst, count, directed=False)


def torus(scale: int) -> wf.Graph:
    """A grid of about 101^3 cells whose opposite sides are joined."""
    side = max(3, round(2 ** (scale / 3)))
    cells = np.arange(side**3).reshape(side, side, side)
    ends = [np.roll(cells, -1, axis).ravel() for axis in range(3)]
    return undirected(np.tile(cells.ravel(), 3), np.concatenate(ends), side**3)


def hypercube(scale: int) -> wf.Graph:
    """Dimension 17: 2^17 vertices of degree 17."""
    dimension = max(2, scale - 3)
    ids = np.arange(1 << dimension)
    ends = [ids[ids >> bit & 1 == 0] for bit in range(dimension)]
    others = [some | 1 << bit for bit, some in enumerate(ends)]
    return undirected(np.concatenate(ends), np.concatenate(others), ids.size)


def de_bruijn(scale: int) -> wf.Graph:
    """Of words of 18 bits: 2^18 vertices, joined to those that continue them by a bit."""
    count = 1 << max(2, scale - 2)
    ids = np.arange(count)
    following = np.concatenate([2 * ids % count, (2 * ids + 1) % count])
    return undirected(np.tile(ids, 2), following, count)


def full_bipartite(scale: int) -> wf.Graph:
    """64 vertices, each joined to all of 2^14 others."""
    few, many = 1 << max(1, scale // 3), 1 << max(2, scale - 6)
    return undirected(np.repeat(np.arange(few), many), few + np.tile(np.arange(many), few), few + many)


def recursive_tree(scale: int) -> wf.Graph:
    """2^19 vertices, each joined to an earlier one drawn at random."""
    children = np.arange(1, 1 << scale - 1)
    parents = (np.random.default_rng(SEED).random(children.size) * children).astype(np.int64)
    return undirected(parents, children, children.size + 1)


def wide_tree(scale: int) -> wf.Graph:
    """2^19 vertices, 1024 children each as far as they go: few levels, and hubs among leaves."""
    children = np.arange(1, 1 << scale - 1)
    return undirected((children - 1) >> scale // 2, children, children.size + 1)


def citations(scale: int) -> wf.Graph:
    """Directed: 2^18 vertices, each with edges to 8 earlier ones, mostly old ones."""
    count, each = 1 << scale - 2, 8
    src = np.repeat(np.arange(1, count), each)
    dst = (src * np.random.default_rng(SEED).random(src.size) ** 2).astype(np.int64)
    return wf.Graph.from_edges(src, dst, count)


def strip(scale: int) -> wf.Graph:
    """A grid of 8 x 2^16: a long way, a few vertices wide."""
    cells = np.arange(8 << scale - 4).reshape(-1, 8)
    src, dst = (
        np.r_[cells[:, :-1].ravel(), cells[:-1].ravel()],
        np.r_[cells[:, 1:].ravel(), cells[1:].ravel()],
    )
    return undirected(src, dst, cells.size)


def ring_with_shortcuts(scale: int) -> wf.Graph:
    """A ring of 2^19 vertices, and one edge for 2048 of them between two at random."""
    count = 1 << scale - 1
    ring, few = np.arange(count), max(1, count >> 11)
    ends = np.random.default_rng(SEED).integers(count, size=(2, few))
    return undirected(np.r_[ring, ends[0]], np.r_[np.roll(ring, -1), ends[1]], count)


NAMED: dict[str, Callable[[int], wf.Graph]] = {
    "torus": torus,
    "hypercube": hypercube,
    "de Bruijn": de_bruijn,
    "full bipartite": full_bipartite,
    "recursive tree": recursive_tree,
    "wide tree": wide_tree,
    "citations, directed": citations,
    "strip": strip,
    "ring with shortcuts": ring_with_shortcuts,
}
