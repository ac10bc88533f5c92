"""Lists from edges in many orders: Wavefront against SciPy, and the bucket size that Wavefront builds with.

    python benchmarks/csr_build.py [--edges 16000000] [--sweep] [--json FILE]

Target: in any order, 0.6 of SciPy's time or less. Ours is all of `Graph.from_edges`. SciPy's is
``coo_array((true, (src, dst))).tocsr()``, after putting both directions together for undirected graphs. SciPy
adds up parallel edges, Wavefront keeps them; both check the ids and end with sorted lists.
"""

import argparse
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import scipy.sparse
from timing import all_times, interleaved, keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.graph import build

ORDERS = {
    "as drawn": lambda src, dst: slice(None),
    "by source": lambda src, dst: np.lexsort((dst, src)),
    "by destination": lambda src, dst: np.argsort(dst, kind="stable"),
    "reversed": lambda src, dst: np.lexsort((dst, src))[::-1],
}


def random_edges(num_vertices: int, num_edges: int) -> tuple[np.ndarray, np.ndarray, int]:
    rng = np.random.default_rng(1)
    src, dst = (rng.integers(0, num_vertices, num_edges, dtype=np.int32) for _ in range(2))
    return src, dst, num_vertices


def kronecker_edges(num_edges: int) -> tuple[np.ndarray, np.ndarray, int]:
    graph = generators.kronecker((num_edges // 16).bit_length() - 1, directed=True)
    order = np.random.default_rng(1).permutation(graph.num_edges)
    return graph.coo.src[order], graph.coo.dst[order], graph.num_vertices


def hub_edges(num_edges: int) -> tuple[np.ndarray, np.ndarray, int]:
    """64 hubs, each with leaves of its own."""
    leaves = num_edges // 64
    return np.repeat(np.arange(64), leaves), 64 + np.arange(64 * leaves), 64 * (leaves + 1)


def grid_edges(num_edges: int) -> tuple[np.ndarray, np.ndarray, int]:
    side = int((num_edges / 2) ** 0.5)
    ids = np.arange(side * side).reshape(side, side)
    src = np.concatenate([ids[:-1].ravel(), ids[:, :-1].ravel()])
    return src, np.concatenate([ids[1:].ravel(), ids[:, 1:].ravel()]), side * side


def scipy_lists(src: np.ndarray, dst: np.ndarray, num_vertices: int, directed: bool) -> None:
    if not directed:
        src, dst = np.concatenate([src, dst]), np.concatenate([dst, src])
    shape = (num_vertices, num_vertices)
    scipy.sparse.coo_array((np.ones(src.size, bool), (src, dst)), shape=shape).tocsr().sort_indices()


def against_scipy(num_edges: int) -> list[dict[str, Any]]:
    """Print a table; returns the results."""
    inputs = {
        "1 edge per vertex": random_edges(num_edges, num_edges),
        "16 edges per vertex": random_edges(num_edges // 16, num_edges),
        "Kronecker": kronecker_edges(num_edges),
        "64 hubs": hub_edges(num_edges),
        "grid": grid_edges(num_edges),
        "10,000 edges": random_edges(1000, 10_000),
        "1,000 edges": random_edges(100, 1000),
    }
    rows, results = [], []
    for name, (src, dst, num_vertices) in inputs.items():
        for order, places in ORDERS.items():
            chosen = places(src, dst)
            edges = np.ascontiguousarray(src[chosen]), np.ascontiguousarray(dst[chosen]), num_vertices
            for directed in (True, False):
                kind = "directed" if directed else "undirected"
                taken = all_times(
                    {
                        "scipy": lambda edges=edges, directed=directed: scipy_lists(*edges, directed),
                        "wavefront": lambda edges=edges, directed=directed: wf.Graph.from_edges(
                            *edges, directed=directed
                        ),
                    }
                )
                times = {program: median(seconds) for program, seconds in taken.items()}
                results += [
                    result(
                        [1e3 * second for second in seconds],
                        graph=name,
                        task=f"{order}, {kind}",
                        program=each,
                    )
                    for each, seconds in taken.items()
                ]
                ratio = times["wavefront"] / times["scipy"]
                milliseconds = [f"{1e3 * seconds:.2f} ms" for seconds in times.values()]
                rows.append([name, order, kind, *milliseconds, f"{ratio:.2f}"])
    print_table("CSR build", ["edges", "order", "kind", "SciPy", "Wavefront", "ratio (<= 0.60)"], rows)
    return results


def bucket_sizes(num_edges: int) -> None:
    src, dst, num_vertices = random_edges(num_edges // 16, num_edges)

    def lists(bucket_edges: int) -> None:
        build.BUCKET_EDGES = bucket_edges
        wf.Graph.from_edges(src, dst, num_vertices)

    sizes = [1 << power for power in range(11, 20)]
    times = interleaved({str(size): lambda size=size: lists(size) for size in sizes})
    rows = [[name, f"{seconds:.3f} s"] for name, seconds in times.items()]
    print_table("Edges per bucket", ["BUCKET_EDGES", "time"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edges", type=int, default=16_000_000, help="edges of each graph")
    parser.add_argument("--sweep", action="store_true", help="compare bucket sizes instead")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    if chosen.sweep:
        bucket_sizes(chosen.edges)
    else:
        keep(chosen.json, against_scipy(chosen.edges))
