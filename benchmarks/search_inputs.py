"""What benchmarks/searches.py asks every program: the edges, and the vertices of each question."""

from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.graph.random_weights import with_random_weights

K = 5  # shortest paths per pair
ANYWHERE, FEW = f"k_shortest_paths, k = {K}, far apart", 10  # between so many of the pairs
SHARE_KEPT, SHARE_CHANGED = 0.9, 1e-3  # of the vertices, by the filter; of the edges, by with_edges


class Given(NamedTuple):
    """The questions, in arrays. Edges are undirected, each there once."""

    num_vertices: int
    src: np.ndarray  # E: the smaller end; a directed edge from it to `dst` in the graph without cycles
    dst: np.ndarray
    weights: np.ndarray  # E float64, whole numbers
    sources: np.ndarray  # 16; the first is the one of single searches
    target: np.ndarray  # of the single search with one: a number in an array, as all are saved
    cutoff: np.ndarray  # of weights
    pairs: np.ndarray  # 1000 x 2, anywhere
    near: np.ndarray  # 100 x 2 or fewer, a few edges apart
    centers: np.ndarray  # of balls
    sample: np.ndarray  # vertices that are scored, ascending
    kept: np.ndarray  # V bool: the vertices that the filter keeps
    coordinates: np.ndarray  # V x 2, or empty: no edge is shorter than the distance between its ends
    added: np.ndarray  # n x 2
    removed: np.ndarray  # places among the edges

    @property
    def source(self) -> int:
        """Where single searches start."""
        return int(self.sources[0])

    @property
    def ends(self) -> np.ndarray:
        """E x 2 int64."""
        return np.column_stack([self.src, self.dst]).astype(np.int64)

    def save(self, path: Path) -> None:
        """Write the arrays for `load`."""
        np.savez(path, **self._asdict())


def load(path: Path) -> Given:
    with np.load(path) as arrays:
        return Given(
            **{name: arrays[name] for name in arrays.files} | {"num_vertices": int(arrays["num_vertices"])}
        )


class Matrix:
    """The edges as a sparse matrix: SciPy's graph, and what tells the length of a path."""

    def __init__(self, given: Given) -> None:
        self.given = given

    def of(self, values: np.ndarray) -> Any:
        """Both directions of each edge, with these values."""
        from scipy.sparse import coo_array

        src, dst, shape = self.given.src, self.given.dst, (self.given.num_vertices,) * 2
        both = np.concatenate([src, dst]), np.concatenate([dst, src])
        return coo_array((np.concatenate([values, values]), both), shape).tocsr()

    @cached_property
    def weighted(self) -> Any:
        """With the weights."""
        return self.of(self.given.weights)

    @cached_property
    def plain(self) -> Any:
        """With ones."""
        return self.of(np.ones(self.given.src.size))

    def length(self, path: Any) -> float:
        """The sum of the weights along a path."""
        path = np.asarray(path, np.int64)
        return float(self.weighted[path[:-1], path[1:]].sum())


def walked(graph: wf.Graph, starts: np.ndarray, steps: int, rng: np.random.Generator) -> np.ndarray:
    """Where random walks from these vertices end."""
    src_ptr, dst, _ = graph.csr
    for _ in range(steps):
        first, last = src_ptr[starts], src_ptr[starts + 1]
        starts = dst[first + rng.integers(0, last - first)]
    return starts


def given_of(
    graph: wf.Graph, coordinates: np.ndarray | None, steps: int, num_centers: int, num_near: int = 100
) -> Given:
    """Questions about this graph, undirected and connected, drawn with a fixed seed."""
    rng, count = np.random.default_rng(1), graph.num_vertices
    src, dst, weights = with_random_weights(graph, seed=1).coo
    assert weights is not None
    once = src < dst
    src, dst, weights = src[once], dst[once], weights[once].astype(np.float64)
    near = rng.integers(0, count, 300)
    ends = walked(graph, near, steps, rng)
    apart = near != ends
    changes = int(SHARE_CHANGED * src.size / 2)
    sources = rng.choice(count, 16, replace=False)
    kept = rng.random(count) < SHARE_KEPT
    kept[sources] = True
    return Given(
        num_vertices=count,
        src=src,
        dst=dst,
        weights=weights,
        sources=sources,
        target=np.array(walked(graph, sources[:1], 4 * steps, rng)[0]),
        cutoff=np.array(float(2 * steps * np.median(weights))),
        pairs=rng.integers(0, count, (1000, 2)),
        near=np.column_stack([near[apart], ends[apart]])[:num_near],
        centers=rng.choice(count, num_centers, replace=False),
        sample=np.sort(rng.choice(count, 64, replace=False)),
        kept=kept,
        coordinates=np.empty((0, 2)) if coordinates is None else coordinates,
        added=fresh_edges(graph, changes, rng),
        removed=rng.choice(src.size, changes, replace=False),
    )


def fresh_edges(graph: wf.Graph, count: int, rng: np.random.Generator) -> np.ndarray:
    """Edges that aren't there, each once and with the smaller end first."""
    ends = np.unique(np.sort(rng.integers(0, graph.num_vertices, (2 * count, 2)), axis=1), axis=0)
    fresh = [end for end in ends.tolist() if end[0] != end[1] and not graph.has_edge(*end)]
    return rng.permutation(fresh)[:count]
