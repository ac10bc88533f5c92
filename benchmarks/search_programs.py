"""How each library answers the questions of benchmarks/searches.py: a dictionary of programs per library.

A program's `run` is timed: given the number of the pair, where there are many, and the length of its shortest
path. Its `answer` makes numbers of what `run` returned, which all programs have to agree on.
"""

from collections.abc import Callable
from functools import partial
from math import hypot
from typing import Any, NamedTuple

import numpy as np
from search_inputs import ANYWHERE, Given, K, Matrix

import wavefront as wf


class Program(NamedTuple):
    """What is timed, and what makes its result comparable."""

    run: Callable[[int, float], Any]
    answer: Callable[[Any], Any] = np.asarray


Programs = dict[str, Program]


def once(run: Callable[[], Any], answer: Callable[[Any], Any] = np.asarray) -> Program:
    """A program whose question is the same each time."""
    return Program(lambda *_: run(), answer)


def filled(count: int, found: Any) -> np.ndarray:
    """Distances in an array, of a mapping from the vertices that were reached."""
    distances = np.full(count, np.inf)
    distances[list(found.keys())] = list(found.values())
    return distances


def balls(found: Any) -> np.ndarray:
    """Size and sum of ids of each set of vertices."""
    return np.array([(len(ball), sum(ball)) for ball in found])


def in_order(given: Given, order: Any) -> bool:
    """Whether every edge leads to a later vertex."""
    place = np.full(given.num_vertices, -1)
    place[np.asarray(order)] = np.arange(given.num_vertices)
    return bool((place[given.src] < place[given.dst]).all())


def counted(count: int, sets: Any) -> np.ndarray:
    """How many of the sets each vertex is in."""
    return np.bincount(np.concatenate([np.fromiter(inner, np.int64) for inner in sets]), minlength=count)


def pairs_sorted(ends: Any) -> np.ndarray:
    ends = np.sort(np.asarray(ends, np.int64).reshape(-1, 2), axis=1)
    return ends[np.lexsort(ends.T[::-1])]


def changed_degrees(given: Given, ends: Any) -> np.ndarray:
    return np.bincount(np.asarray(ends).ravel(), minlength=given.num_vertices)


def unscaled(scores: np.ndarray, sources: np.ndarray) -> np.ndarray:
    """Sums over the sources. We scale them up to estimate all, a source's own with one source fewer."""
    used = np.full(scores.size, sources.size)
    used[sources] -= 1
    return scores * used / (scores.size - 1)


def straight(given: Given, target: int) -> Callable[[int], float]:
    """The distance to the target as a function of the vertex: what users write for A*."""
    places = given.coordinates.tolist()
    x, y = places[target]
    return lambda vertex: hypot(places[vertex][0] - x, places[vertex][1] - y)


def in_numpy(found: Any) -> Any:
    """A result, or an array, in NumPy."""
    if hasattr(found, "to_numpy"):
        return found.to_numpy()
    return found.get() if hasattr(found, "get") else found


def on_gpu(given: Given) -> Programs:
    """Ours on a GPU, which is waited for; not what has a benchmark of its own there, within.py."""
    import cupy

    def waited(run: Callable[[int, float], Any], item: int, length: float) -> Any:
        found = run(item, length)
        cupy.cuda.get_current_stream().synchronize()
        return found

    def told(answer: Callable[[Any], Any], found: Any) -> Any:
        return answer(in_numpy(found))

    return {
        feature: Program(partial(waited, run), partial(told, answer))
        for feature, (run, answer) in ours(given, "cuda").items()
        if not feature.startswith("within")
    }


def ours(given: Given, device: str = "cpu") -> Programs:
    count, src, dst = given.num_vertices, given.src, given.dst
    graph = wf.Graph.from_edges(src, dst, count, directed=False)
    weighted = wf.Graph.from_edges(src, dst, count, given.weights.astype(np.float32), directed=False)
    upward = wf.Graph.from_edges(src, dst, count).to_device(device)
    src_slots = graph.coo.src < graph.coo.dst
    graph, weighted = graph.to_device(device), weighted.to_device(device)
    kept = graph.device.array(given.kept)
    length = Matrix(given).length
    pair, near, four, two = given.pairs.tolist(), given.near.tolist(), given.sources[:4], given.sources[:2]
    removed = given.ends[given.removed].T
    distances = lambda result: result.distances  # noqa: E731
    sampled = lambda result: result.scores[given.sample]  # noqa: E731
    plain = {"predecessors": False}
    found = {
        "sssp": once(lambda: wf.sssp(weighted, given.source, **plain), distances),
        "sssp, nearest of 16 sources": once(lambda: wf.sssp(weighted, given.sources, **plain), distances),
        "sssp, one target": once(
            lambda: wf.sssp(weighted, given.source, target=int(given.target), **plain).distance(
                int(given.target)
            )
        ),
        "sssp, cutoff": once(
            lambda: wf.sssp(weighted, given.source, cutoff=float(given.cutoff), **plain).distances
        ),
        "multi_source_sssp, 16 sources": once(
            lambda: wf.multi_source_sssp(weighted, given.sources), distances
        ),
        "bellman_ford": once(lambda: wf.bellman_ford(weighted, given.source, **plain), distances),
        "shortest_path, edges": Program(
            lambda i, _: wf.shortest_path(graph, *pair[i]), lambda path: len(path) - 1
        ),
        "shortest_path, weights": Program(
            lambda i, _: wf.shortest_path(weighted, *pair[i], weighted=True), length
        ),
        "shortest_path, A*": Program(
            lambda i, _: wf.shortest_path(weighted, *pair[i], weighted=True, coordinates=given.coordinates),
            length,
        ),
        "within, 2 edges": once(
            lambda: wf.within(graph, given.centers, 2),
            lambda found: np.column_stack(
                [np.diff(found.offsets), np.add.reduceat(found.vertices.astype(np.int64), found.offsets[:-1])]
            ),
        ),
        "all_shortest_paths": Program(lambda i, _: list(wf.all_shortest_paths(graph, *near[i])), sorted),
        f"k_shortest_paths, k = {K}": Program(
            lambda i, _: list(wf.k_shortest_paths(weighted, *near[i], K, weighted=True)),
            lambda paths: [length(path) for path in paths],
        ),
        ANYWHERE: Program(
            lambda i, _: list(wf.k_shortest_paths(weighted, *pair[i], K, weighted=True)),
            lambda paths: [length(path) for path in paths],
        ),
        "bfs, vertex filter": once(
            lambda: wf.bfs(graph, given.source, vertex_filter=kept, **plain),
            lambda result: result.levels[given.kept],
        ),
        "closeness, 64 vertices": once(lambda: wf.closeness(graph, given.sample), sampled),
        "harmonic, 64 vertices": once(lambda: wf.harmonic(graph, given.sample), sampled),
        "eccentricity, 64 vertices": once(
            lambda: wf.eccentricity(graph, given.sample), lambda result: result.eccentricities[given.sample]
        ),
        "diameter": once(lambda: wf.diameter(graph).diameter),
        "betweenness, 4 sources": once(
            lambda: wf.betweenness_centrality(graph, four, normalized=False),
            lambda result: unscaled(result.scores, four),
        ),
        "betweenness, weighted, 2 sources": once(
            lambda: wf.betweenness_centrality(weighted, two, weighted=True, normalized=False),
            lambda result: unscaled(result.scores, two),
        ),
        "betweenness of edges, 4 sources": once(
            lambda: wf.betweenness_centrality(graph, four, edges=True, normalized=False),
            lambda result: result.edge_scores[src_slots] * 4 / count,
        ),
        "biconnected_components": once(
            lambda: wf.biconnected_components(graph), lambda result: result.memberships
        ),
        "bridges": once(lambda: wf.bridges(graph)),
        "articulation_points": once(lambda: wf.articulation_points(graph)),
        "spanning_forest, weighted": once(
            lambda: wf.spanning_forest(weighted, weighted=True), lambda result: result.total_weight
        ),
        "topological order": once(lambda: wf.topological_levels(upward).order(), partial(in_order, given)),
        "with_edges, 0.1 %": once(
            lambda: graph.with_edges(tuple(given.added.T), tuple(removed)),
            lambda changed: in_numpy(changed.out_degrees),
        ),
    }
    if not given.coordinates.size:
        del found["shortest_path, A*"]
    return found


def of_scipy(given: Given) -> Programs:
    from scipy.sparse import csgraph, csr_array

    matrix = Matrix(given)
    weighted, plain, pair = matrix.weighted, matrix.plain, given.pairs
    search = partial(csgraph.dijkstra, weighted, indices=given.source)

    def to_target(graph: Any, unweighted: bool, i: int, limit: float) -> float:
        found, _ = csgraph.dijkstra(
            graph, indices=pair[i, 0], limit=limit, unweighted=unweighted, return_predecessors=True
        )
        return found[pair[i, 1]]

    def filtered() -> Any:
        kept = np.flatnonzero(given.kept)
        inner = plain[kept][:, kept]
        return csgraph.dijkstra(inner, indices=np.searchsorted(kept, given.source), unweighted=True)

    def changed() -> Any:
        def symmetric(ends: np.ndarray) -> Any:
            ends = np.concatenate([ends, ends[:, ::-1]]).T
            return csr_array((np.ones(ends.shape[1]), (ends[0], ends[1])), plain.shape)

        made = plain + symmetric(given.added) - symmetric(given.ends[given.removed])
        made.eliminate_zeros()
        return made

    def far(levels: Any) -> np.ndarray:
        return np.where(np.isinf(levels), -1, levels)

    levels = partial(csgraph.dijkstra, plain, indices=given.sample, unweighted=True)
    return {
        "sssp": once(search),
        "sssp, nearest of 16 sources": once(
            lambda: csgraph.dijkstra(weighted, indices=given.sources, min_only=True)
        ),
        "sssp, cutoff": once(lambda: search(limit=float(given.cutoff))),
        "multi_source_sssp, 16 sources": once(lambda: csgraph.dijkstra(weighted, indices=given.sources)),
        "bellman_ford": once(lambda: csgraph.bellman_ford(weighted, indices=given.source)),
        "shortest_path, edges": Program(partial(to_target, plain, True)),
        "shortest_path, weights": Program(partial(to_target, weighted, False)),
        "bfs, vertex filter": once(filtered, far),
        "closeness, 64 vertices": once(lambda: (given.num_vertices - 1) / levels().sum(axis=1)),
        "eccentricity, 64 vertices": once(lambda: levels().max(axis=1)),
        "spanning_forest, weighted": once(
            lambda: csgraph.minimum_spanning_tree(weighted), lambda tree: tree.sum()
        ),
        "with_edges, 0.1 %": once(changed, lambda made: np.diff(made.indptr)),
    }
