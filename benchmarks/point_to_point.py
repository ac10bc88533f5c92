"""Shortest paths between random pairs of vertices of a road-like graph: ours, SciPy's, igraph's, NetworKit's.

    python benchmarks/point_to_point.py [--side 2000] [--pairs 100] [--near 50] [--least 1]

The graph is a grid of side x side vertices, undirected, with integer weights from --least to 255. A* goes by
rows and columns as coordinates: it gains as far as weights say how long an edge is. A pair is drawn
from all vertices; with --near, the target from those within so many rows and columns of the source. Every
program answers one pair at a time in one thread, in turns; printed are the median and the quartiles of its
times, and the median of the ratios of ours to it. SciPy gets the true distance as its `limit`, which a caller
wouldn't know. Peers that aren't installed are left out. Each answer's length is compared with ours. `all
pairs` is `shortest_paths` on all threads, per pair. Building a library's own graph is not counted.
"""

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import numpy as np
from timing import print_table

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights

Pair = tuple[int, int]
Program = Callable[[Pair, float], float | None]  # given the pair and its distance: the length found


def length_of(graph: wf.Graph, path: list[int] | None, weighted: bool) -> float:
    """The length of a path that we found."""
    assert path is not None
    if not weighted:
        return len(path) - 1
    src_ptr, dst, weights = graph.csr
    assert weights is not None
    total = 0.0
    for u, v in pairwise(path):
        first = src_ptr[u]
        total += float(weights[first + np.flatnonzero(dst[first : src_ptr[u + 1]] == v)].min())
    return total


def peers(graph: wf.Graph, weighted: bool) -> dict[str, Program]:
    """The programs of other libraries that are installed."""
    from scipy.sparse import csgraph

    matrix = graph.to_scipy().astype(np.float64)

    def scipy(pair: Pair, limit: float) -> float:
        found = csgraph.dijkstra(
            matrix, indices=pair[0], limit=limit, unweighted=not weighted, return_predecessors=True
        )
        return float(found[0][pair[1]])

    side = round(graph.num_vertices**0.5)
    coordinates = np.column_stack(np.divmod(np.arange(graph.num_vertices), side))

    def towards_target(pair: Pair, _: float) -> float:
        path = wf.shortest_path(graph, *pair, weighted=weighted, coordinates=coordinates)
        return length_of(graph, path, weighted)

    programs: dict[str, Program] = {"wavefront, A*": towards_target, "SciPy, limit known": scipy}
    src, dst, weights = graph.coo
    assert weights is not None
    once = src < dst
    if find_spec("igraph"):
        import igraph

        theirs = igraph.Graph(n=graph.num_vertices, edges=np.stack([src[once], dst[once]], 1))
        values = weights[once].tolist() if weighted else None

        def by_igraph(pair: Pair, _: float) -> None:
            theirs.get_shortest_path(*pair, weights=values)

        programs["igraph"] = by_igraph
    if find_spec("networkit"):
        import networkit

        networkit.setNumberOfThreads(1)
        coo = (weights[once].astype(float), (src[once], dst[once]))
        theirs_too: Any = networkit.GraphFromCoo(coo, n=graph.num_vertices, weighted=True)
        search = networkit.distance.BidirectionalDijkstra if weighted else networkit.distance.BidirectionalBFS

        def by_networkit(pair: Pair, _: float) -> float:
            return float(search(theirs_too, *pair).run().getDistance())

        programs["NetworKit, both ends"] = by_networkit
    return programs


def measure(graph: wf.Graph, pairs: list[Pair], weighted: bool) -> None:
    """Time every program on every pair, and print."""
    programs = peers(graph, weighted)
    wf.shortest_path(graph, *pairs[0], weighted=weighted)  # compiles, and makes the scratch
    programs["wavefront, A*"](pairs[0], 0)
    times: dict[str, list[float]] = {name: [] for name in ("wavefront", *programs)}
    for pair in pairs:
        began = perf_counter()
        path = wf.shortest_path(graph, *pair, weighted=weighted)
        times["wavefront"].append(perf_counter() - began)
        length = length_of(graph, path, weighted)
        for name, program in programs.items():
            began = perf_counter()
            found = program(pair, length)
            times[name].append(perf_counter() - began)
            assert found is None or found == length, (name, pair, found, length)
    wf.shortest_paths(graph, pairs[:2], weighted=weighted)
    began = perf_counter()
    wf.shortest_paths(graph, pairs, weighted=weighted)
    together = (perf_counter() - began) / len(pairs)
    rows = []
    for name, taken in times.items():
        low, _, high = quantiles(taken, n=4)
        ratio = median(ours / other for ours, other in zip(times["wavefront"], taken, strict=True))
        rows.append([name, *(f"{1e3 * value:.3g}" for value in (median(taken), low, high)), f"{ratio:.2f}"])
    rows.append(["wavefront, all pairs", f"{1e3 * together:.3g}", "", "", ""])
    title = f"{'By weights' if weighted else 'By edges'}, milliseconds per pair, {len(pairs)} pairs"
    print_table(title, ["program", "median", "quartile", "quartile", "ours / theirs"], rows)


def main() -> None:
    """Read the options, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--near", type=int)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    side, rng = options.side, np.random.default_rng(options.seed)
    graph = with_random_weights(generators.grid(side, side), options.seed)
    src_ptr, dst, weights = graph.csr
    assert weights is not None
    longer = options.least + (weights.astype(np.int64) - 1) * (255 - options.least) // 254
    graph = wf.Graph.from_csr(src_ptr, dst, longer, directed=False)
    print(f"{graph.num_vertices:,} vertices, {graph.num_edges:,} stored edges, {wf.Cpu().threads} threads")
    sources = rng.integers(0, side, (options.pairs, 2))
    targets = rng.integers(0, side, (options.pairs, 2))
    if options.near is not None:
        steps = rng.integers(-options.near, options.near + 1, (options.pairs, 2))
        targets = np.clip(sources + steps, 0, side - 1)
    flat = [(ends * [side, 1]).sum(1).tolist() for ends in (sources, targets)]
    pairs = list(zip(*flat, strict=True))
    for weighted in (False, True):
        measure(graph, pairs, weighted)


if __name__ == "__main__":
    main()
