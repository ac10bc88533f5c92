"""CSR from random edges: Wavefront against SciPy, and the bucket size that Wavefront builds with.

    python benchmarks/build.py [--edges 16000000] [--sweep]

Target: no more time than ``scipy.sparse.coo_array(...).tocsr()``, a ratio of 1.00 or less. SciPy adds up
parallel edges, Wavefront keeps them; both end with sorted lists.
"""

import argparse

import numpy as np
import scipy.sparse
from timing import interleaved, print_table

from wavefront import generators
from wavefront.graph import formats


def random_edges(num_vertices: int, num_edges: int) -> formats.COO:
    rng = np.random.default_rng(1)
    src, dst = (rng.integers(0, num_vertices, num_edges, dtype=np.int32) for _ in range(2))
    return formats.COO(src, dst)


def against_scipy(num_edges: int) -> None:
    rows = []
    for name, num_vertices, weighted in (
        ("1 edge per vertex", num_edges, False),
        ("16 edges per vertex", num_edges // 16, False),
        ("16, weighted", num_edges // 16, True),
        ("Kronecker", 0, False),
    ):
        if num_vertices:
            coo = random_edges(num_vertices, num_edges)
        else:
            graph = generators.kronecker((num_edges // 16).bit_length() - 1, directed=True)
            num_vertices = graph.num_vertices
            order = np.random.default_rng(1).permutation(graph.num_edges)
            coo = formats.COO(graph.coo.src[order], graph.coo.dst[order])
        if weighted:
            coo = coo._replace(weights=np.random.default_rng(2).random(num_edges))
        values = np.ones(coo.src.size, bool) if coo.weights is None else coo.weights
        matrix = scipy.sparse.coo_array((values, (coo.src, coo.dst)), shape=(num_vertices,) * 2)
        times = interleaved(
            {
                "scipy": lambda matrix=matrix: matrix.tocsr(),
                "wavefront": lambda coo=coo, size=num_vertices: formats.coo_to_csr(coo, size),
            }
        )
        ratio = times["wavefront"] / times["scipy"]
        rows.append(
            [
                name,
                f"{coo.src.size:,}",
                f"{times['scipy']:.3f} s",
                f"{times['wavefront']:.3f} s",
                f"{ratio:.2f}",
            ]
        )
    print_table("CSR build", ["edges", "count", "SciPy", "Wavefront", "ratio (<= 1.00)"], rows)


def bucket_sizes(num_edges: int) -> None:
    coo = random_edges(num_edges // 16, num_edges)

    def build(bucket_edges: int) -> None:
        build.BUCKET_EDGES = bucket_edges
        formats.coo_to_csr(coo, num_edges // 16)

    sizes = [1 << power for power in range(11, 20)]
    times = interleaved({str(size): lambda size=size: build(size) for size in sizes})
    rows = [[name, f"{seconds:.3f} s"] for name, seconds in times.items()]
    print_table("Edges per bucket", ["BUCKET_EDGES", "time"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edges", type=int, default=16_000_000, help="edges of each graph")
    parser.add_argument("--sweep", action="store_true", help="compare bucket sizes instead")
    chosen = parser.parse_args()
    (bucket_sizes if chosen.sweep else against_scipy)(chosen.edges)
